import type {
  HallQuestion,
  HighlightsQuestion,
  LiveRankingsQuestion,
  LiveSearchQuestion,
  LiveSource,
  PlayedQuestion,
} from '../../../contract/live-source.ts';
import type { View } from '../../../contract/view.ts';

/** What every key of a live answer begins with: a change makes all of them old. */
export const LIVE = 'live';

export function liveRankingsOf(source: LiveSource, question: LiveRankingsQuestion) {
  return {
    key: [LIVE, 'rankings', question],
    ask: () => source.rankings(question),
    // A board that is shown asks again by itself, and says at once that it could not.
    retries: 0,
  };
}

export function highlightsOf(source: LiveSource, { board, period, at }: HighlightsQuestion) {
  return {
    key: [LIVE, 'highlights', { board, period, at }],
    ask: () => source.highlights({ board, period, at }),
    retries: 0,
  };
}

export function liveSearchOf(source: LiveSource, question: LiveSearchQuestion) {
  return { key: [LIVE, 'search', question], ask: () => source.search(question) };
}

/** Whom a text may mean: what every box asks that looks for players alone. */
export function playersCalled(text: string, board: string): LiveSearchQuestion {
  return { text, category: 'players', board, page: 1 };
}

export function liveActivitiesOf(source: LiveSource) {
  return { key: [LIVE, 'activities'], ask: () => source.activities() };
}

export function liveStatCardsOf(source: LiveSource) {
  return { key: [LIVE, 'stat-cards'], ask: () => source.statCards() };
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

export function recordsOf(source: LiveSource, board: string) {
  return { key: [LIVE, 'records', board], ask: () => source.records(board), retries: 0 };
}

export function trendsOf(source: LiveSource, board: string) {
  return { key: [LIVE, 'trends', board], ask: () => source.trends(board), retries: 0 };
}

export function hallOf(source: LiveSource, question: HallQuestion) {
  return { key: [LIVE, 'hall of fame', question], ask: () => source.hallOfFame(question), retries: 0 };
}

export function playedOf(source: LiveSource, { board, period, at }: PlayedQuestion) {
  return { key: [LIVE, 'played', board, period, at], ask: () => source.played({ board, period, at }), retries: 0 };
}
