import { useSyncExternalStore } from 'react';

/** Whether a key leads to the search: Ctrl K, or ⌘ K. */
export function isSearchKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;
}

const USUAL_KEY = 'Ctrl K';

/** The search shortcut on the visitor's keyboard. In HTML from a server it is the usual one. */
export function useSearchKeyName(): string {
  return useSyncExternalStore(
    () => () => undefined,
    () => (navigator.userAgent.includes('Mac OS X') ? '⌘ K' : USUAL_KEY),
    () => USUAL_KEY,
  );
}
