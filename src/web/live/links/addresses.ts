import { DEFAULT_BOARD } from '../../../contract/live-source.ts';
import type { FoundEntry } from '../../../contract/page-answers.ts';
import { decodedText } from '../../../contract/read-text.ts';
import { parseView, viewToSearch, type View, chosen, cleanText, MODES } from '../../../contract/view.ts';
import type { PeriodKind, EndingKind } from '../../../domain/calendar.ts';
import { DEFAULT_PERIOD, PERIODS } from '../../../domain/period.ts';
import type { SearchCategory } from '../../../domain/search/search.ts';

/** The username in the path of a player's page or receipt, also in a preview, as it is spelled there; `undefined` for other paths. */
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

/** The path of a board's picture, for link previews; its query is the view's. */
export const BOARD_CARD_PATH = '/board-card.png';

/** The path of a player's picture, for link previews. */
export function cardPath(username: string): string {
  return `${playerPath(username)}/card.png`;
}

/** The path of the receipt behind a player's rank. */
export function whyPath(username: string): string {
  return `${playerPath(username)}/why`;
}

/** The query of a board and a kind of period, and of a page there. The header's toggle keeps its setting unless it offers this kind. */
export function kindSearch(kind: PeriodKind, { period, board, at }: Pick<View, 'period' | 'board' | 'at'>, page = 1): string {
  const ofKind = kind === 'daily' || kind === 'weekly' ? { period: kind } : { period, mode: kind };
  return viewToSearch({ ...ofKind, board, at, page });
}

/** The period in the URL of a player's page; without one it is `auto`, and the player's points decide. */
export function playerPeriod(search: string): PeriodKind | 'auto' {
  const { mode } = parseView(search);
  return mode === 'overall' ? (chosen(PERIODS, new URLSearchParams(search).get('period') ?? '') ?? 'auto') : mode;
}

/** The canonical query of a player's page. It includes today explicitly, because no period means the first with points. */
export function playerSearch(search: string): string {
  return withDefault(playerPeriod(search), viewToSearch(parseView(search)));
}

/** The query of a player's page for a chosen board, kind of period, and page of the boards. */
export function chosenSearch(kind: PeriodKind, view: Pick<View, 'period' | 'board'>, page = 1): string {
  return withDefault(kind, kindSearch(kind, { ...view, at: '' }, page));
}

function withDefault(period: PeriodKind | 'auto', search: string): string {
  if (period !== DEFAULT_PERIOD) return search;
  return search === '' ? `?period=${period}` : `?period=${period}&${search.slice(1)}`;
}

/** The format of the parameter for the start of a receipt's page. */
const BEFORE = /^[\w.:~-]{1,40}$/;

/** The start of a receipt's page, `''` for the newest one. */
export function parseBefore(search: string): string {
  const before = new URLSearchParams(search).get('before') ?? '';
  return BEFORE.test(before) ? before : '';
}

/** The canonical form of a receipt's query. */
export function receiptSearch(search: string): string {
  return withBefore(viewToSearch(parseView(search)), parseBefore(search));
}

/** The query of a later page of a receipt. */
export function withBefore(search: string, before: string): string {
  if (before === '') return search;
  const params = new URLSearchParams(search);
  params.set('before', before);
  return `?${params.toString()}`;
}

/** A board's name in URLs: `''` for the default board. */
export function boardInAddress(name: string): string {
  return name === DEFAULT_BOARD ? '' : name;
}

export const HALL_PATH = '/hall-of-fame';

/** The address of the hall of fame for a kind of period and the month or year of an `at`; for all time, its months. */
export function hallOfFame(kind: PeriodKind, view: Pick<View, 'period' | 'board' | 'at'>) {
  return { pathname: HALL_PATH, search: kindSearch(kind === 'all-time' ? 'monthly' : kind, view) };
}

/** The kind of period in the URL of a hall of fame: from its mode, or from the header's toggle. */
export function hallKind({ mode, period }: Pick<View, 'mode' | 'period'>): EndingKind {
  if (mode === 'overall') return period;
  return mode === 'all-time' ? 'monthly' : mode;
}

/** The search page's category for a type. */
export const CATEGORY_OF: Record<FoundEntry['type'], SearchCategory> = {
  player: 'players',
  tournament: 'tournaments',
  achievement: 'achievements',
};

/** The id of a result without the type prefix. */
export function ownId({ id, type }: Pick<FoundEntry, 'id' | 'type'>): string {
  return id.slice(type.length + 1);
}

/** The link of a result: a player's page, or otherwise its entry on the search page. */
export function entryAddress(entry: Pick<FoundEntry, 'id' | 'type' | 'title'>, { period, board }: Pick<View, 'period' | 'board'>) {
  if (entry.type === 'player') return { pathname: playerPath(ownId(entry)), search: viewToSearch({ period, board }) };
  const search = viewToSearch({ period, board, text: entry.title, category: CATEGORY_OF[entry.type] });
  return { pathname: '/search', search, hash: `#${entry.id}` };
}

const NAMED = { mode: MODES, period: PERIODS } as const;

/** The unknown word in a period parameter: `yearly` in `?period=yearly`. `periodIn`: the parameters that name a period on the page. */
export function unknownPeriod(search: string, periodIn: readonly (keyof typeof NAMED)[] = []): string | undefined {
  const params = new URLSearchParams(search);
  for (const key of periodIn) {
    const word = cleanText(params.get(key) ?? '').trim();
    if (word !== '' && chosen(NAMED[key], word) === undefined) return word;
  }
  return undefined;
}
