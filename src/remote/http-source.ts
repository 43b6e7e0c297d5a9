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
    rankings: async (question) => found(UnknownBoard, call('boardView', ofBoard(question, 'period', 'at', 'q', 'page'))),
    highlights: async (question) => found(UnknownBoard, call('highlights', ofBoard(question, 'period', 'at'))),
    records: (board) => found(UnknownBoard, call('records', { board: board === '' ? DEFAULT_BOARD : board })),
    trends: (board) => found(UnknownBoard, call('trends', { board: board === '' ? DEFAULT_BOARD : board })),
    played: async (question) => found(UnknownBoard, call('played', ofBoard(question, 'period', 'at'))),
    hallOfFame: async (question) => found(UnknownBoard, call('hallOfFame', ofBoard(question, 'period', 'at'))),
    activities: async () => (await call('activities')).activities,
    search: (question) => found(UnknownBoard, call('search', { query: said(question, 'text', 'category', 'board', 'page') })),
    statCards: async () => (await call('statistics')).cards,
    player: (question) => found(UnknownPlayer, call('playerPage', ofPlayer(question, 'board', 'period'))),
    history: (question, within) =>
      found(UnknownPlayer, call('playerHistory', ofPlayer({ ...question, within }, 'board', 'period', 'within'))),
    receipt: async (question, before) =>
      found(UnknownPlayer, call('receipt', ofPlayer({ ...question, before }, 'board', 'period', 'at', 'before'))),
    path: (question) => found(UnknownPlayer, call('path', ofPlayer(question, 'board', 'period'))),
  };
}

function ofBoard<Question extends { readonly board: string }, Name extends keyof Question>(question: Question, ...names: Name[]) {
  return { board: question.board === '' ? DEFAULT_BOARD : question.board, query: said(question, ...names) };
}

function ofPlayer<Question extends { readonly username: string }, Name extends keyof Question>(question: Question, ...names: Name[]) {
  return { username: question.username, query: said(question, ...names) };
}

/** What a question says if nobody chose. It is left out of an address, so that the same question has one. */
const DEFAULTS: Readonly<Record<string, unknown>> = { page: 1, category: 'all' };

/**
 * What a question says under these names: nothing that is empty or the default, and a moment in the one way to write it.
 * @throws {UnknownMoment} for an `at` that means nothing.
 */
function said<Question extends object, Name extends keyof Question>(question: Question, ...names: readonly Name[]) {
  const asked = names.map((name) => [String(name), name === 'at' ? whenText(whenOf(question[name] as string)) : question[name]] as const);
  return Object.fromEntries(asked.filter(([name, value]) => value !== '' && value !== DEFAULTS[name])) as {
    readonly [Each in Name]?: Exclude<Question[Each], 'all'>;
  };
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
