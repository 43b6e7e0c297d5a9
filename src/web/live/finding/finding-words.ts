// What the search of the header says.

export const FINDING = {
  suggestions: 'Suggestions',
  page: 'Page',
  none: (text: string) => `No matches for “${text}”.`,
  failed: 'Search failed. Type to try again.',
  /** `found`: "2 pages. 3 players". */
  browse: (found: string) => `${found} found. Press the down arrow to browse them.`,
  all: (found: string) => `All results: ${found}`,
} as const;
