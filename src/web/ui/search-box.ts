import { useSyncExternalStore } from 'react';

import { MAX_TEXT_LENGTH } from '../../contract/view.ts';

/** The attributes of every box for names: a keyboard must not correct them. */
export const SEARCH_BOX = {
  type: 'search',
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
  maxLength: MAX_TEXT_LENGTH,
} as const;

/** Shown in a box that searches the whole site while it is empty. */
export const SEARCH_BOX_TEXT = 'Search players, tournaments, achievements...';

const USUAL_KEY = 'Ctrl K';

/** The search shortcut on the visitor's keyboard. In HTML from a server it is the usual one. */
export function useSearchKeyName(): string {
  return useSyncExternalStore(
    () => () => undefined,
    () => (navigator.userAgent.includes('Mac OS X') ? '⌘ K' : USUAL_KEY),
    () => USUAL_KEY,
  );
}
