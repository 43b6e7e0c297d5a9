import type { Answer, Asked } from './endpoint.ts';
import { DEFAULT_BOARD, type LiveSource, UnknownBoard, UnknownPlayer } from './live-source.ts';
import { whenText } from './moment-text.ts';
import type { PAGE_ENDPOINTS } from './page-endpoints.ts';
import { UnknownMoment, whenOf } from './when.ts';

type PageEndpoints = typeof PAGE_ENDPOINTS;

/** Calls a page endpoint, over HTTP or in the same process. */
export type AskPage = <Id extends keyof PageEndpoints>(id: Id, asked: Asked<PageEndpoints[Id]>) => Promise<Answer<PageEndpoints[Id]>>;

/** An error answer of an endpoint. */
export interface Refusal {
  readonly status: number;
  readonly faults: readonly { readonly field: string }[];
}

/** A `LiveSource` built on `ask`. `refusalOf` recognises rejections that are error answers of the endpoint. */
export function createEndpointSource(ask: AskPage, refusalOf: (error: unknown) => Refusal | undefined): LiveSource {
  /** Converts a 404 to `What`, and a fault in `at` to `UnknownMoment`. */
  async function found<T>(What: typeof UnknownBoard | typeof UnknownPlayer, answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === undefined) throw error;
      const { message } = error as Error;
      if (refusal.faults.some(({ field }) => field === 'at')) throw new UnknownMoment(message);
      throw refusal.status === 404 ? new What(message) : error;
    }
  }

  return {
    rankings: async (question) => found(UnknownBoard, ask('boardView', ofBoard(question, 'period', 'at', 'q', 'page'))),
    highlights: async (question) => found(UnknownBoard, ask('highlights', ofBoard(question, 'period', 'at'))),
    records: (board) => found(UnknownBoard, ask('records', { board: named(board) })),
    trends: (board) => found(UnknownBoard, ask('trends', { board: named(board) })),
    played: async (question) => found(UnknownBoard, ask('played', ofBoard(question, 'period', 'at'))),
    hallOfFame: async (question) => found(UnknownBoard, ask('hallOfFame', ofBoard(question, 'period', 'at'))),
    activities: async () => (await ask('activities', {})).activities,
    search: (question) => found(UnknownBoard, ask('search', { query: said(question, 'text', 'category', 'board', 'page') })),
    statCards: async () => (await ask('statistics', {})).cards,
    player: (question) =>
      found(UnknownPlayer, ask('playerPage', ofPlayer({ ...question, page: question.page ?? 1 }, 'board', 'period', 'page'))),
    history: (question, within) =>
      found(UnknownPlayer, ask('playerHistory', ofPlayer({ ...question, within }, 'board', 'period', 'within'))),
    receipt: async (question, before) =>
      found(UnknownPlayer, ask('receipt', ofPlayer({ ...question, before }, 'board', 'period', 'at', 'before'))),
    path: (question) => found(UnknownPlayer, ask('path', ofPlayer(question, 'board', 'period'))),
  };
}

function ofBoard<Question extends { readonly board: string }, Name extends keyof Question>(question: Question, ...names: Name[]) {
  return { board: named(question.board), query: said(question, ...names) };
}

function named(board: string): string {
  return board === '' ? DEFAULT_BOARD : board;
}

function ofPlayer<Question extends { readonly username: string }, Name extends keyof Question>(question: Question, ...names: Name[]) {
  return { username: question.username, query: said(question, ...names) };
}

/** Omits defaults, so that each question has one URL. */
const DEFAULTS: Readonly<Record<string, unknown>> = { page: 1, category: 'all' };

/**
 * The query for these fields, without empty and default values, and with `at` normalised.
 * @throws {UnknownMoment} for an invalid `at`.
 */
function said<Question extends object, Name extends keyof Question>(question: Question, ...names: readonly Name[]) {
  const asked = names.map((name) => [String(name), name === 'at' ? whenText(whenOf(question[name] as string)) : question[name]] as const);
  return Object.fromEntries(asked.filter(([name, value]) => value !== '' && value !== DEFAULTS[name])) as {
    readonly [Each in Name]?: Exclude<Question[Each], 'all'>;
  };
}
