import { useSyncExternalStore } from 'react';

import { MAX_TEXT_LENGTH } from '../../contract/view.ts';

/** The attributes of every text field for names: keyboards must not autocorrect them. */
export const SEARCH_BOX = {
  type: 'search',
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
  maxLength: MAX_TEXT_LENGTH,
} as const;

/** The placeholder of a field that searches the whole site. */
export const SEARCH_BOX_TEXT = 'Search players, tournaments, achievements...';

const USUAL_KEY = 'Ctrl K';

/** The search shortcut for the visitor's keyboard. HTML from a server contains the usual one. */
export function useSearchKeyName(): string {
  return useSyncExternalStore(
    () => () => undefined,
    () => (navigator.userAgent.includes('Mac OS X') ? '⌘ K' : USUAL_KEY),
    () => USUAL_KEY,
  );
}
