import { isErased } from '../erased-player.ts';

/** Separates the names of a player in the search text; no name or query contains it. */
const BETWEEN_NAMES = '\n';

/** A player's names in the form that {@link searchKey} matches. Erased players are never found. */
export function foldForSearch(username: string, displayName: string): string {
  if (isErased({ username })) return BETWEEN_NAMES;
  const first = fold(username);
  return first + BETWEEN_NAMES + (displayName === username ? first : fold(displayName));
}

/** The result of {@link foldForSearch} with equal names only once, which is enough for a search. */
export function distinctNames(searched: string): string {
  const middle = searched.length >>> 1;
  const first = searched.slice(0, middle);
  return searched === first + BETWEEN_NAMES + first ? first : searched;
}

/** The text to look for in {@link foldForSearch}, by the text rule of `domain`; `undefined` if nothing can match. */
export function searchKey(text: string): string | undefined {
  return text.includes(BETWEEN_NAMES) ? undefined : fold(text);
}

/** The rule of `textMatcher` in `domain`; a test keeps the two in sync. */
function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
