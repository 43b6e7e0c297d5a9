// Answers the site's own pages directly from the boards.
import type { AnswerTo, QueryOf } from '../../contract/api.ts';
import { createEndpointSource } from '../../contract/endpoint-source.ts';
import type { Sent, Variables } from '../../contract/endpoint.ts';
import { DEFAULT_BOARD, type LiveSource } from '../../contract/live-source.ts';
import { DEFAULT_WINNERS, type PAGE_ENDPOINTS } from '../../contract/page-endpoints.ts';
import { cleanText } from '../../contract/view.ts';
import { whenOf } from '../../contract/when.ts';
import { periodContaining } from '../../domain/calendar.ts';
import { MINUTE_MS } from '../../domain/durations.ts';
import type { PointsWords } from '../../domain/units/unit.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { publicBoards, type ReadBoards } from '../boards/public-boards.ts';
import { Problem } from '../http/problem.ts';
import { boardViewAnswer } from './board-view-answer.ts';
import { highlightsAnswer } from './highlights-answer.ts';
import { searchAnswer } from './live-search.ts';
import { statisticsAnswer } from './live-statistics.ts';
import { boardAsked } from './parts/board-days.ts';
import { playerAsked, playerPageAsked } from './parts/player-place.ts';
import { pathAnswer } from './path-answer.ts';
import { playerHistoryAnswer, playerPageAnswer } from './player-page-answer.ts';
import { receiptAnswer } from './receipt-answer.ts';
import { recordsAnswer } from './records-answer.ts';
import { playedAnswer, trendsAnswer } from './trends-answer.ts';
import { hallQuestion, winnersAnswer } from './winners-answer.ts';

const NOW = { kind: 'now' } as const;

/** The page endpoints that answer once, as opposed to the change streams. */
export type PageId = Exclude<keyof typeof PAGE_ENDPOINTS, 'changes' | 'allChanges'>;

/**
 * The question of each endpoint from its path variables and query, resolved at `now` (epoch milliseconds), and how to answer it. Equal keys
 * have equal answers until something changes. `points`: the site's word for points.
 * @throws {Problem} for unknown names.
 */
export const PAGE_QUESTIONS: {
  readonly [Id in PageId]: (
    asked: Variables<(typeof PAGE_ENDPOINTS)[Id]> & QueryOf<Id>,
    boards: ReadBoards,
    now: number,
    points: PointsWords | undefined,
  ) => { readonly key: string; readonly answer: () => Promise<Sent<AnswerTo<Id>>> };
} = {
  playerPage({ username, board = '', period = 'daily', page = 1 }, boards, now) {
    const asked = playerPageAsked(boards, { username, board, period }, now);
    return { key: `player page ${page} ${asked.key}`, answer: () => playerPageAnswer(boards, asked, page, now) };
  },
  playerHistory({ username, board = '', period = 'daily', within = '' }, boards, now) {
    const asked = playerAsked(boards, { username, board, period, at: NOW }, now);
    return { key: `history ${within} ${asked.key}`, answer: () => playerHistoryAnswer(boards, asked, within, now) };
  },
  receipt({ username, board = '', period = 'daily', at, before = '' }, boards, now) {
    const asked = playerAsked(boards, { username, board, period, at }, now);
    return { key: `receipt ${before.length} ${before} ${asked.key}`, answer: () => receiptAnswer(boards, asked, before) };
  },
  path({ username, board = '', period = 'daily' }, boards, now) {
    const asked = playerPageAsked(boards, { username, board, period }, now);
    // The remaining time changes every minute.
    return { key: `path ${Math.floor(now / MINUTE_MS)} ${asked.key}`, answer: () => pathAnswer(boards, asked, now) };
  },
  boardView({ board, period = 'daily', at, q = '', page = 1 }, boards, now) {
    const asked = boardAsked(boards, { board, period, at }, now);
    const rows = { q: cleanText(q), page };
    // The replayable part grows every minute.
    const key = JSON.stringify(['view', asked.key, Math.floor(now / MINUTE_MS), boards.changes.heardUntil ?? null, rows]);
    return { key, answer: () => boardViewAnswer(boards, asked, rows, now) };
  },
  played({ board, period = 'daily', at }, boards, now) {
    const asked = boardAsked(boards, { board, period, at }, now);
    return { key: `played ${asked.key}`, answer: () => playedAnswer(boards, asked) };
  },
  hallOfFame: ({ board, period = 'daily', at }, boards, now) => hallQuestion(boards, { board, period, at }, now),
  winners({ board, period = 'daily', before = '', limit = DEFAULT_WINNERS }, boards) {
    const asked = { board, period, before, limit };
    return { key: JSON.stringify(['winners', asked]), answer: () => winnersAnswer(boards, asked) };
  },
  highlights({ board, period = 'daily', at }, boards, now) {
    const asked = boardAsked(boards, { board, period, at }, now);
    return { key: `highlights ${asked.key}`, answer: () => highlightsAnswer(boards, asked) };
  },
  trends({ board }, boards, now) {
    const today = periodContaining('daily', now, boards.board(board).calendar).start;
    return { key: JSON.stringify(['trends', board, today]), answer: () => trendsAnswer(boards, board, now) };
  },
  records: ({ board }, boards) => ({ key: JSON.stringify(['records', board]), answer: () => recordsAnswer(boards, board) }),
  activities: (_, boards) => ({ key: 'activities', answer: async () => ({ activities: boards.catalogue.value.activities }) }),
  search({ text = '', category = 'all', board = DEFAULT_BOARD, page = 1 }, boards, now, points) {
    const asked = { text: cleanText(text), category, board, page };
    return { key: JSON.stringify(['search', asked]), answer: () => searchAnswer(boards, asked, now, points) };
  },
  statistics: (_, boards, now) => ({
    key: JSON.stringify(['statistics', Math.floor(now / MINUTE_MS)]),
    answer: async () => ({ cards: await statisticsAnswer(boards, now) }),
  }),
};

/**
 * Answers pages directly from the boards in the rendering process, without a request. Pages are public, and show only what everyone may
 * read. `points` gives the site's current word for points.
 */
export function createStoreSource(live: LiveBoards, points: () => PointsWords | undefined = () => undefined): LiveSource {
  const boards = publicBoards(live);
  return createEndpointSource(
    async (id, { query, ...variables }) => {
      const { at = '' } = (query ?? {}) as { readonly at?: string };
      const asked = { ...variables, ...query, at: whenOf(at) };
      const { answer } = PAGE_QUESTIONS[id as PageId](asked as never, boards, live.clock(), points());
      return (await answer()) as never;
    },
    (error) => (error instanceof Problem ? error : undefined),
  );
}
