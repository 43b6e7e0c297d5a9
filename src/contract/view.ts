import { DEFAULT_PERIOD, PERIODS } from '../domain/period.ts';
import { SEARCH_CATEGORIES } from '../domain/search/search.ts';

/** The modes of the leaderboards page, in display order. */
export const MODES = ['overall', 'weekly', 'monthly', 'all-time'] as const;

export type Mode = (typeof MODES)[number];

/** A board as a page, on a TV wall, or as a race. */
const VIEWS = ['page', 'tv', 'race'] as const;

/** Longer text is cut, to keep URLs short enough for email. Usernames and titles are never that long. */
export const MAX_TEXT_LENGTH = 100;

const MAX_PAGE = 1_000_000;

// C0, DEL and C1 cannot be typed, and some browsers refuse them in URLs.
// oxlint-disable-next-line no-control-regex -- control characters are exactly what is meant
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f]/g;

/** Text from a URL or a text field, made well-formed, without control characters, and cut to length. */
export function cleanText(text: string): string {
  // A surrogate pair cut in half would become U+FFFD in the URL and no longer match the field's text.
  const cut = text.toWellFormed().replace(CONTROL_CHARACTERS, '').slice(0, MAX_TEXT_LENGTH);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}

/** The value that equals `text`, ignoring case. */
export function chosen<const T extends readonly string[]>(values: T, text: string): T[number] | undefined {
  const word = text.trim().toLowerCase();
  return values.find((value) => value === word);
}

function choice<const T extends readonly string[]>(values: T, fallback: T[number]): (text: string) => T[number] {
  return (text) => chosen(values, text) ?? fallback;
}

function pageIn(text: string): number {
  const page = Number(text);
  return Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1;
}

/**
 * Everything a URL can say about a view. Every field has a nearest valid value, so parsing cannot fail and a mangled link
 * still opens a page. Parsed without a library, which would add 5 kB to the sample edition. The live edition checks separately
 * for a period that does not exist.
 *
 * `q` filters players by name and `period` selects the points, on every page; `page` pages the rankings; `mode` belongs to the
 * leaderboards page; `text` and `category` to search. The live edition adds `board`, `at` and `view`. An invalid `at`, see
 * `when.ts`, is kept, because it must be answered with an error page and not with another board.
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

/** Parses a query string, with or without `?`. Never throws; the first of repeated keys wins. */
export function parseView(search: string): View {
  const params = new URLSearchParams(search);
  return Object.fromEntries(KEYS.map((key) => [key, FIELDS[key](params.get(key) ?? '')])) as View;
}

/** The query string of a view, without defaults; `''` for the default view. The inverse of `parseView`. */
export function viewToSearch(view: Partial<View>): string {
  const params = new URLSearchParams();
  for (const key of KEYS) {
    const value = view[key];
    if (value !== undefined && value !== DEFAULT_VIEW[key]) params.set(key, String(value));
  }
  // Colons in moments stay readable. Others are encoded, so that no link contains "javascript:".
  const search = params.toString().replaceAll(/(\d)%3A(?=\d)/g, '$1:');
  return search === '' ? '' : `?${search}`;
}
