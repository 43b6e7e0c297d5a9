import { textMatcher } from './text-match.ts';

/** What the search page finds. `extra` is the short fact at the end of a result. */
export interface SearchEntry {
  readonly id: string;
  readonly type: 'player' | 'tournament' | 'achievement';
  readonly title: string;
  readonly subtitle: string;
  readonly avatar: string;
  readonly extra: string;
}

/** The category filter, in the order its buttons are shown. */
export const SEARCH_CATEGORIES = ['all', 'players', 'tournaments', 'achievements'] as const;

export type SearchCategory = (typeof SEARCH_CATEGORIES)[number];

/** The entries of a category whose title contains `text`, in the order given. */
export function searchEntries(
  entries: readonly SearchEntry[],
  { text, category }: { readonly text: string; readonly category: SearchCategory },
): SearchEntry[] {
  const matches = textMatcher(text);
  // A category names its type in the plural; dropping the final "s" gives the type (specification, section 4).
  const type = category.slice(0, -1);
  return entries.filter((entry) => (category === 'all' || entry.type === type) && matches(entry.title));
}
