import { DEFAULT_BOARD } from '../../../contract/live-source.ts';
import type { FoundEntry } from '../../../contract/page-answers.ts';
import { decodedText } from '../../../contract/read-text.ts';
import { parseView, viewToSearch, type View, chosen, cleanText, MODES } from '../../../contract/view.ts';
import type { PeriodKind, EndingKind } from '../../../domain/calendar.ts';
import { DEFAULT_PERIOD, PERIODS } from '../../../domain/period.ts';
import type { SearchCategory } from '../../../domain/search/search.ts';

/** The username in the path of a player's page or receipt, as it is spelled there, also in a preview; `undefined` for any other path. */
export function parsePlayerPath(pathname: string): string | undefined {
  return nameIn(/\/players\/([^/]+)(?:\/why)?$/.exec(pathname));
}

/** The same for the path of a player's picture. */
export function parseCardPath(pathname: string): string | undefined {
  return nameIn(/^\/players\/([^/]+)\/card\.png$/.exec(pathname));
}

function nameIn(path: RegExpExecArray | null): string | undefined {
  return path === null ? undefined : decodedText(path[1]!);
}

/** The path of a player's page. */
export function playerPath(username: string): string {
  return `/players/${encodeURIComponent(username)}`;
}

/** The path of the picture of a board, for links that are shared; its query is the view's. */
export const BOARD_CARD_PATH = '/board-card.png';

/** The path of a player's picture, for links that are shared. */
export function cardPath(username: string): string {
  return `${playerPath(username)}/card.png`;
}

/** The path of the receipt behind a player's rank. */
export function whyPath(username: string): string {
  return `${playerPath(username)}/why`;
}

/** The query of a board and a kind of period, and of a page there. The header's toggle keeps its own unless it has that kind. */
export function kindSearch(kind: PeriodKind, { period, board, at }: Pick<View, 'period' | 'board' | 'at'>, page = 1): string {
  const ofKind = kind === 'daily' || kind === 'weekly' ? { period: kind } : { period, mode: kind };
  return viewToSearch({ ...ofKind, board, at, page });
}

/** The period that the address of a player's page names; `auto` where it names none, and the player's points decide. */
export function playerPeriod(search: string): PeriodKind | 'auto' {
  const { mode } = parseView(search);
  return mode === 'overall' ? (chosen(PERIODS, new URLSearchParams(search).get('period') ?? '') ?? 'auto') : mode;
}

/** The one way to write the query of a player's page: today is said there too, because no period means the first with points. */
export function playerSearch(search: string): string {
  return withDefault(playerPeriod(search), viewToSearch(parseView(search)));
}

/** The query of a player's page for a board, a kind of period, and a page of the boards, that somebody chose there. */
export function chosenSearch(kind: PeriodKind, view: Pick<View, 'period' | 'board'>, page = 1): string {
  return withDefault(kind, kindSearch(kind, { ...view, at: '' }, page));
}

function withDefault(period: PeriodKind | 'auto', search: string): string {
  if (period !== DEFAULT_PERIOD) return search;
  return search === '' ? `?period=${period}` : `?period=${period}&${search.slice(1)}`;
}

/** The shape of what says where the next page of a receipt begins. */
const BEFORE = /^[\w.:~-]{1,40}$/;

/** The start of a receipt's page, `''` for the newest one. */
export function parseBefore(search: string): string {
  const before = new URLSearchParams(search).get('before') ?? '';
  return BEFORE.test(before) ? before : '';
}

/** The normal form of a receipt's query. */
export function receiptSearch(search: string): string {
  return withBefore(viewToSearch(parseView(search)), parseBefore(search));
}

/** The query of a receipt's page further down. */
export function withBefore(search: string, before: string): string {
  if (before === '') return search;
  const params = new URLSearchParams(search);
  params.set('before', before);
  return `?${params.toString()}`;
}

/** A board's name in addresses: `''` for the default board. */
export function boardInAddress(name: string): string {
  return name === DEFAULT_BOARD ? '' : name;
}

export const HALL_PATH = '/hall-of-fame';

/** The address of the hall of fame for a kind of period and the month or year of an `at`; for all time, of its months. */
export function hallOfFame(kind: PeriodKind, view: Pick<View, 'period' | 'board' | 'at'>) {
  return { pathname: HALL_PATH, search: kindSearch(kind === 'all-time' ? 'monthly' : kind, view) };
}

/** The kind of period in the address of a hall of fame: that of its mode, or of the header's toggle. */
export function hallKind({ mode, period }: Pick<View, 'mode' | 'period'>): EndingKind {
  if (mode === 'overall') return period;
  return mode === 'all-time' ? 'monthly' : mode;
}

/** The category of the search page for a type. */
export const CATEGORY_OF: Record<FoundEntry['type'], SearchCategory> = {
  player: 'players',
  tournament: 'tournaments',
  achievement: 'achievements',
};

/** The own id of a result, without the type before it. */
export function ownId({ id, type }: Pick<FoundEntry, 'id' | 'type'>): string {
  return id.slice(type.length + 1);
}

/** The link of a result: a player's page, and for everything else its entry on the search page. */
export function entryAddress(entry: Pick<FoundEntry, 'id' | 'type' | 'title'>, { period, board }: Pick<View, 'period' | 'board'>) {
  if (entry.type === 'player') return { pathname: playerPath(ownId(entry)), search: viewToSearch({ period, board }) };
  const search = viewToSearch({ period, board, text: entry.title, category: CATEGORY_OF[entry.type] });
  return { pathname: '/search', search, hash: `#${entry.id}` };
}

const NAMED = { mode: MODES, period: PERIODS } as const;

/** The word in a query that should name a period and does not: `yearly` of `?period=yearly`. `periodIn`: the parameters that name a period on the page. */
export function unknownPeriod(search: string, periodIn: readonly (keyof typeof NAMED)[] = []): string | undefined {
  const params = new URLSearchParams(search);
  for (const key of periodIn) {
    const word = cleanText(params.get(key) ?? '').trim();
    if (word !== '' && chosen(NAMED[key], word) === undefined) return word;
  }
  return undefined;
}
