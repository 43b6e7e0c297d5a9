import type {
  PeriodQuestion,
  LiveRankingsQuestion,
  LiveSearchQuestion,
  LiveSource,
  PlayerPageQuestion,
  PlayerQuestion,
} from '../../../contract/live-source.ts';
import { parseView, type View } from '../../../contract/view.ts';
import type { Question } from '../../site/answer-cache.ts';
import { playerPeriod } from '../links/addresses.ts';

/** The first part of the key of every live answer: a change makes all of them stale. */
export const LIVE = 'live';

/** Questions that are retried. All others are refreshed anyway, and report failures at once. */
const TRIED_AGAIN: ReadonlySet<keyof LiveSource> = new Set(['search', 'activities', 'statCards']);

/** The source's answer to a question. */
export type LiveAnswer<Name extends keyof LiveSource> = Awaited<ReturnType<LiveSource[Name]>>;

/** A question to the source, by method name. */
export function liveQuestion<Name extends keyof LiveSource>(
  source: LiveSource,
  name: Name,
  ...asked: Parameters<LiveSource[Name]>
): Question<LiveAnswer<Name>> {
  const ask = source[name] as (...asked: Parameters<LiveSource[Name]>) => Promise<LiveAnswer<Name>>;
  return { key: [LIVE, name, ...asked], ask: () => ask(...asked), ...(!TRIED_AGAIN.has(name) && { retries: 0 }) };
}

/** The part of a board's question that the sections beside it depend on. */
export function periodQuestion({ board, period, at }: PeriodQuestion): PeriodQuestion {
  return { board, period, at };
}

/** A search for players whose name matches a text. */
export function playersCalled(text: string, board: string): LiveSearchQuestion {
  return { text, category: 'players', board, page: 1 };
}

/** The home page's question, for the period of the header's toggle. */
export function homeQuestion(view: View): LiveRankingsQuestion {
  return { board: view.board, period: view.period, ...rowsAsked(view) };
}

/** The leaderboards page's question, for the period of its mode; Overall follows the header's toggle. */
export function leaderboardQuestion(view: View): LiveRankingsQuestion {
  const { board, period, mode } = view;
  return { board, period: mode === 'overall' ? period : mode, ...rowsAsked(view) };
}

function rowsAsked({ at, q, page, view }: View): Pick<LiveRankingsQuestion, 'at' | 'q' | 'page'> {
  return view === 'page' ? { at, q, page } : { at: view === 'tv' ? '' : at, q: '', page: 1 };
}

/** The question of the board on the page at a path; `undefined` for pages without a board. */
export function boardQuestion(pathname: string, view: View): LiveRankingsQuestion | undefined {
  if (pathname === '/') return homeQuestion(view);
  return pathname === '/leaderboard' ? leaderboardQuestion(view) : undefined;
}

/** The question of a player's page with a query. Always about now. */
export function playerQuestion(username: string, search: string): PlayerPageQuestion {
  const { board, page } = parseView(search);
  return { username, board, period: playerPeriod(search), at: '', page };
}

/** The same, regardless of the page of boards. */
export function pathQuestion(question: PlayerPageQuestion): PlayerPageQuestion {
  return { ...question, page: undefined };
}

/** The question of a receipt: the same, for any period. */
export function receiptQuestion(username: string, view: View): PlayerQuestion {
  const { board, period } = leaderboardQuestion(view);
  return { username, board, period, at: view.at };
}
