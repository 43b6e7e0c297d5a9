// Texts of every list in the console.

export const LIST = {
  pages: 'Pages of the list',
  emptyPage: 'No matches on this page. Older pages may have some.',
  search: 'Search',
  clear: 'Clear filters',
  apply: 'Apply',
  filters: (set: number) => (set === 0 ? 'Filters' : `Filters (${set})`),
  newest: { first: 'Newest', further: 'Older', end: 'No older entries' },
  nearest: { first: 'Closest matches', further: 'More', end: 'No more matches' },
  previous: 'Previous',
  next: 'Next',
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  /** "12 waiting", "12 matching", "12 in all". */
  counted: (count: string, which: string) => `${count} ${which}`,
  /** "51–100 of 2,000 waiting", "51–100 of 2,000". */
  range: (first: string, last: string, of: string | undefined, which: string): string =>
    of === undefined ? `${first}–${last}` : `${first}–${last} of ${of}${which === LIST.all ? '' : ` ${which}`}`,
  matching: 'matching',
  all: 'in all',
  tools: 'Display and export',
  rows: 'Rows per page',
  comfortable: 'Comfortable rows',
  compact: 'Compact rows',
} as const;

export const SELECTION = {
  label: 'Selection',
  page: 'Select all on this page',
  row: (name: string) => `Select ${name}`,
  selected: (count: string | undefined) => (count === undefined ? 'All matching selected' : `${count} selected`),
  all: (count: string | undefined) => (count === undefined ? 'Select all matching' : `Select all ${count} matching`),
  clear: 'Clear',
} as const;

/** "1 event", "12 events"; "all matching events" if the number is unknown. `count` formats numbers. */
export function selectedWords(size: number | undefined, [one, other]: readonly [string, string], count: (value: number) => string): string {
  if (size === undefined) return `all matching ${other}`;
  return size === 1 ? `1 ${one}` : `${count(size)} ${other}`;
}

export const VIEWS = {
  label: 'Saved views',
  save: 'Save view',
  name: 'Name of this view',
  remove: 'Remove view',
} as const;

export const EXPORT = {
  opens: 'Export CSV',
  progress: (rows: string) => `Exporting: ${rows} rows`,
  stop: 'Stop',
  done: (rows: string) => `${rows} rows exported.`,
} as const;
