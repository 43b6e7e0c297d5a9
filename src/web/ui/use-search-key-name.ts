import { useSyncExternalStore } from 'react';

const USUAL_KEY = 'Ctrl K';

/** The search shortcut on the visitor's keyboard. In HTML from a server it is the usual one. */
export function useSearchKeyName(): string {
  return useSyncExternalStore(
    () => () => undefined,
    () => (navigator.userAgent.includes('Mac OS X') ? '⌘ K' : USUAL_KEY),
    () => USUAL_KEY,
  );
}
