import { isErased } from '../erased-player.ts';

/** Between the names of a player in the text that is searched; no name and no query contains it. */
const BETWEEN_NAMES = '\n';

/** A player's names as {@link searchKey} finds them. Nobody finds those who were erased. */
export function foldForSearch(username: string, displayName: string): string {
  if (isErased({ username })) return BETWEEN_NAMES;
  const first = fold(username);
  return first + BETWEEN_NAMES + (displayName === username ? first : fold(displayName));
}

/** Of what {@link foldForSearch} made, as much as a search needs: two names that are the same, once. */
export function distinctNames(searched: string): string {
  const middle = searched.length >>> 1;
  const first = searched.slice(0, middle);
  return searched === first + BETWEEN_NAMES + first ? first : searched;
}

/** What to look for in {@link foldForSearch}, by `domain`'s rule for text; `undefined` where nothing can match. */
export function searchKey(text: string): string | undefined {
  return text.includes(BETWEEN_NAMES) ? undefined : fold(text);
}

/** The rule of `domain`'s `textMatcher`; a test holds the two together. */
function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
