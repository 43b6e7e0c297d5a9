import { DEFAULT_PERIOD, PERIODS } from '../domain/period.ts';
import { SEARCH_CATEGORIES } from '../domain/search/search.ts';

/** The modes of the leaderboards page, in the order their buttons are shown. */
export const MODES = ['overall', 'weekly', 'monthly', 'all-time'] as const;

export type Mode = (typeof MODES)[number];

/** How a page with a board is shown: for somebody who sits before it, on a screen on a wall, or as a race. */
const VIEWS = ['page', 'tv', 'race'] as const;

/** Longer text is cut. No username or title comes near it, and an address stays one a mail program keeps whole. */
export const MAX_TEXT_LENGTH = 100;

const MAX_PAGE = 1_000_000;

// C0, DEL and C1: nobody can type them into a box, and some browsers refuse them in an address.
// oxlint-disable-next-line no-control-regex -- control characters are exactly what is meant
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f]/g;

/** Text from an address or a box, made safe to keep in both: well-formed, no control characters, not too long. */
export function cleanText(text: string): string {
  // Cut by code unit, then mend: a surrogate pair cut in half would otherwise become U+FFFD in the address
  // and no longer equal what the box holds.
  const cut = text.toWellFormed().replace(CONTROL_CHARACTERS, '').slice(0, MAX_TEXT_LENGTH);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}

/** The one of `values` that a text of an address means, however it is capitalised. */
export function chosen<const T extends readonly string[]>(values: T, text: string): T[number] | undefined {
  const word = text.trim().toLowerCase();
  return values.find((value) => value === word);
}

/** Reads one of `values`; what means none of them is `fallback`. */
function choice<const T extends readonly string[]>(values: T, fallback: T[number]): (text: string) => T[number] {
  return (text) => chosen(values, text) ?? fallback;
}

function pageIn(text: string): number {
  const page = Number(text);
  return Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1;
}

/**
 * Everything an address can say about what a page shows. Every field has a nearest valid value, so parsing
 * cannot fail: a link somebody mangled still opens a screen. Read without a library, which would be 5 kB of what the sample
 * edition loads. Whether a period was named that there is none of, which
 * the live edition answers with a page about it, must be asked beforehand.
 *
 * `q` filters players by name and `period` chooses their points, on every page; `page` turns the rankings
 * table; `mode` belongs to the leaderboards page; `text` and `category` to the search page. `board` and `at`
 * are the live edition's: one of several boards, and a day of a period that is over or a moment of any; without
 * them it is the first board, now. What an `at` means says `when.ts`: one that means nothing is kept, because it
 * must be answered with a page about it and not with another board. `view` is the live edition's too: its pages with a board can
 * be shown on a wall.
 */
const FIELDS = {
  period: choice(PERIODS, DEFAULT_PERIOD),
  q: cleanText,
  page: pageIn,
  mode: choice(MODES, 'overall'),
  text: cleanText,
  category: choice(SEARCH_CATEGORIES, 'all'),
  board: (text: string) => (/^[a-z0-9-]{1,40}$/.test(text) ? text : ''),
  at: cleanText,
  view: choice(VIEWS, 'page'),
} as const;

export type View = { readonly [Key in keyof typeof FIELDS]: ReturnType<(typeof FIELDS)[Key]> };

const KEYS = Object.keys(FIELDS) as (keyof View)[];

export const DEFAULT_VIEW: View = parseView('');

/** Reads the query part of an address (with or without its `?`). Never throws; of a repeated key the first counts. */
export function parseView(search: string): View {
  const params = new URLSearchParams(search);
  // Each field is what its own reader gave.
  return Object.fromEntries(KEYS.map((key) => [key, FIELDS[key](params.get(key) ?? '')])) as View;
}

/** The query part for a view: defaults are left out, `''` for the default view. `parseView(viewToSearch(v))` equals `v`. */
export function viewToSearch(view: Partial<View>): string {
  const params = new URLSearchParams();
  for (const key of KEYS) {
    const value = view[key];
    if (value !== undefined && value !== DEFAULT_VIEW[key]) params.set(key, String(value));
  }
  // A query may hold a moment's colons as they are. Other colons stay as they were: "javascript:" should be in no link at all.
  const search = params.toString().replaceAll(/(\d)%3A(?=\d)/g, '$1:');
  return search === '' ? '' : `?${search}`;
}
