import { DEFAULT_BOARD, UnknownBoard, UnknownPlayer, type LiveSource } from '../contract/live-source.ts';
import { PAGE_ENDPOINTS } from '../contract/page-endpoints.ts';
import { whenText } from '../contract/moment-text.ts';
import { UnknownMoment, whenOf } from '../contract/when.ts';
import { ApiFailure } from '../contract/exchange.ts';
import { createApiClient } from './api-client.ts';

/**
 * Answers pages over HTTP, from the API at `origin` (such as `https://play.example`, or `''` for the page's own), and with
 * nothing older than the change that was `heard` of last.
 */
export function createHttpSource(origin: string, heard?: () => string): LiveSource {
  // "no-cache" asks whether what the browser kept is still true, which mostly takes a few bytes.
  const call = createApiClient(PAGE_ENDPOINTS, { origin, cache: 'no-cache', ...(heard && { heard }) });

  return {
    rankings: async ({ board, period, at, q, page }) =>
      found(
        UnknownBoard,
        call('boardView', {
          board: board === '' ? DEFAULT_BOARD : board,
          query: { period, at: said(whenText(whenOf(at))), q: said(q), page: page === 1 ? undefined : page },
        }),
      ),
    highlights: ({ board, period, at }) =>
      found(
        UnknownBoard,
        call('highlights', { board: board === '' ? DEFAULT_BOARD : board, query: { period, at: said(whenText(whenOf(at))) } }),
      ),
    records: (board) => found(UnknownBoard, call('records', { board: board === '' ? DEFAULT_BOARD : board })),
    trends: (board) => found(UnknownBoard, call('trends', { board: board === '' ? DEFAULT_BOARD : board })),
    played: async ({ board, period, at }) =>
      found(
        UnknownBoard,
        call('played', { board: board === '' ? DEFAULT_BOARD : board, query: { period, at: said(whenText(whenOf(at))) } }),
      ),
    hallOfFame: async ({ board, period, at }) =>
      found(
        UnknownBoard,
        call('hallOfFame', { board: board === '' ? DEFAULT_BOARD : board, query: { period, at: said(whenText(whenOf(at))) } }),
      ),
    activities: async () => (await call('activities')).activities,
    search: ({ text, category, board, page }) =>
      found(
        UnknownBoard,
        call('search', {
          query: {
            text: said(text),
            category: category === 'all' ? undefined : category,
            board: said(board),
            page: page === 1 ? undefined : page,
          },
        }),
      ),
    statCards: async () => (await call('statistics')).cards,
    player: ({ username, board, period }) => found(UnknownPlayer, call('playerPage', { username, query: { board: said(board), period } })),
    history: ({ username, board, period }, within) =>
      found(UnknownPlayer, call('playerHistory', { username, query: { board: said(board), period, within: said(within) } })),
    receipt: async ({ username, board, period, at }, before) =>
      found(
        UnknownPlayer,
        call('receipt', { username, query: { board: said(board), period, at: said(whenText(whenOf(at))), before: said(before) } }),
      ),
    path: ({ username, board, period }) => found(UnknownPlayer, call('path', { username, query: { board: said(board), period } })),
  };
}

/** What is empty or the default is left out, so that the same question has one address. */
function said(text: string): string | undefined {
  return text === '' ? undefined : text;
}

/** The answer. `What` is unknown if it is 404, and the moment if the `at` is at fault. */
async function found<T>(What: typeof UnknownBoard | typeof UnknownPlayer, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    if (error.problem?.errors?.[0]?.field === 'at') throw new UnknownMoment(error.message);
    throw error.status === 404 ? new What(error.message) : error;
  }
}
