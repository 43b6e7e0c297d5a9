import { textMatcher } from './text-match.ts';

/** A result of the search page. `extra` is the short fact at its end. */
export interface SearchEntry {
  readonly id: string;
  readonly type: 'player' | 'tournament' | 'achievement';
  readonly title: string;
  readonly subtitle: string;
  readonly avatar: string;
  readonly extra: string;
}

/** The category filter, in the order of its buttons. */
export const SEARCH_CATEGORIES = ['all', 'players', 'tournaments', 'achievements'] as const;

export type SearchCategory = (typeof SEARCH_CATEGORIES)[number];

/** The entries of a category whose title contains `text`, in the given order. */
export function searchEntries(
  entries: readonly SearchEntry[],
  { text, category }: { readonly text: string; readonly category: SearchCategory },
): SearchEntry[] {
  const matches = textMatcher(text);
  // A category is its type in the plural: remove the final "s" (specification, section 4).
  const type = category.slice(0, -1);
  return entries.filter((entry) => (category === 'all' || entry.type === type) && matches(entry.title));
}
