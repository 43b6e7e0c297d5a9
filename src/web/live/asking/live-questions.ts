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

/** What every key of a live answer begins with: a change makes all of them old. */
export const LIVE = 'live';

/** What is tried again when it fails. Everything else that is shown is asked again by itself, and says at once that it could not be had. */
const TRIED_AGAIN: ReadonlySet<keyof LiveSource> = new Set(['search', 'activities', 'statCards']);

/** What the source answers to a question of a name. */
export type LiveAnswer<Name extends keyof LiveSource> = Awaited<ReturnType<LiveSource[Name]>>;

/** A question to the source, by the name it has there and what is asked. */
export function liveQuestion<Name extends keyof LiveSource>(
  source: LiveSource,
  name: Name,
  ...asked: Parameters<LiveSource[Name]>
): Question<LiveAnswer<Name>> {
  const ask = source[name] as (...asked: Parameters<LiveSource[Name]>) => Promise<LiveAnswer<Name>>;
  return { key: [LIVE, name, ...asked], ask: () => ask(...asked), ...(!TRIED_AGAIN.has(name) && { retries: 0 }) };
}

/** The part of a question about a board that what stands beside it depends on. */
export function periodQuestion({ board, period, at }: PeriodQuestion): PeriodQuestion {
  return { board, period, at };
}

/** Whom a text may mean: what every box asks that looks for players alone. */
export function playersCalled(text: string, board: string): LiveSearchQuestion {
  return { text, category: 'players', board, page: 1 };
}

/** What the home page asks: the period of the header's toggle. */
export function homeQuestion(view: View): LiveRankingsQuestion {
  return { board: view.board, period: view.period, ...rowsAsked(view) };
}

/** What the leaderboards page asks: its mode says the period; Overall follows the header's toggle. */
export function leaderboardQuestion(view: View): LiveRankingsQuestion {
  const { board, period, mode } = view;
  return { board, period: mode === 'overall' ? period : mode, ...rowsAsked(view) };
}

/** A wall shows everybody, now; a race the first ones, at any moment. */
function rowsAsked({ at, q, page, view }: View): Pick<LiveRankingsQuestion, 'at' | 'q' | 'page'> {
  return view === 'page' ? { at, q, page } : { at: view === 'tv' ? '' : at, q: '', page: 1 };
}

/** What the page at a path asks of a board; `undefined` if it shows none. */
export function boardQuestion(pathname: string, view: View): LiveRankingsQuestion | undefined {
  if (pathname === '/') return homeQuestion(view);
  return pathname === '/leaderboard' ? leaderboardQuestion(view) : undefined;
}

/** What a player's page at an address with a query asks: a player is shown as of now. */
export function playerQuestion(username: string, search: string): PlayerPageQuestion {
  return { username, board: parseView(search).board, period: playerPeriod(search), at: '' };
}

/** What the page of a receipt asks: that of any period, also one that is over. */
export function receiptQuestion(username: string, view: View): PlayerQuestion {
  const { board, period } = leaderboardQuestion(view);
  return { username, board, period, at: view.at };
}
