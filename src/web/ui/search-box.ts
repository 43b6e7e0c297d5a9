import { MAX_TEXT_LENGTH } from '../../contract/view.ts';

/** The attributes of every box for names: a keyboard must not correct them. */
export const SEARCH_BOX = {
  type: 'search',
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
  maxLength: MAX_TEXT_LENGTH,
} as const;
