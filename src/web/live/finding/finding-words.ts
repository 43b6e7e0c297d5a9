// Texts of the header's search.

export const SEARCH_FAILED = 'Search failed. Type to try again.';

export const FINDING = {
  suggestions: 'Suggestions',
  page: 'Page',
  none: (text: string) => `No matches for “${text}”.`,
  /** `found`: "2 pages. 3 players". */
  browse: (found: string) => `${found} found. Press the down arrow to browse them.`,
  all: (found: string) => `All results: ${found}`,
} as const;
