import { DEFAULT_BOARD, UnknownBoard, UnknownPlayer, type LiveSource } from '../contract/live-source.ts';
import { pathSchema, playerPageSchema, receiptSchema } from '../contract/player-answers.ts';
import {
  activitiesAnswerSchema,
  boardViewSchema,
  faultsSchema,
  searchAnswerSchema,
  statisticsAnswerSchema,
  trendsSchema,
} from '../contract/page-answers.ts';
import { momentText, UnknownMoment, whenOf } from '../contract/when.ts';

/**
 * Answers pages over HTTP, from the API at `origin` (such as `https://play.example`, or `''` for the page's own).
 * Every answer is checked by its schema: one of another version of the server is an error, not a broken page.
 */
export function createHttpSource(origin: string): LiveSource {
  async function ask<T>(path: string, parse: (answer: unknown) => T): Promise<T> {
    // "no-cache" asks whether what the browser kept is still true, which mostly takes a few bytes.
    const response = await fetch(origin + path, { cache: 'no-cache', headers: { accept: 'application/json' } });
    if (response.ok) return parse(await response.json());
    throw new HttpFailure(response.status, path, await faultyField(response));
  }
  /** `What` is not there where the answer is 404, and no such moment where the `at` is at fault. */
  async function askFor<T>(What: typeof UnknownBoard | typeof UnknownPlayer, path: string, parse: (answer: unknown) => T): Promise<T> {
    try {
      return await ask(path, parse);
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error;
      if (error.field === 'at') throw new UnknownMoment(path);
      throw error.status === 404 ? new What(path) : error;
    }
  }
  const askBoard = <T>(board: string, path: string, parse: (answer: unknown) => T) =>
    askFor(UnknownBoard, `/api/v1/boards/${encodeURIComponent(board === '' ? DEFAULT_BOARD : board)}/${path}`, parse);

  return {
    rankings: ({ board, period, at, q, page }) =>
      askBoard(board, `view${queryOf({ period, at: plainly(at), q, page: String(page) })}`, (answer) => boardViewSchema.parse(answer)),
    trends: (board) => askBoard(board, 'trends', (answer) => trendsSchema.parse(answer)),
    activities: () => ask('/api/v1/activities', (answer) => activitiesAnswerSchema.parse(answer).activities),
    search: ({ text, category }) =>
      ask(`/api/v1/search${queryOf({ text, category })}`, (answer) => searchAnswerSchema.parse(answer).entries),
    statCards: () => ask('/api/v1/statistics', (answer) => statisticsAnswerSchema.parse(answer).cards),
    player: ({ username, board, period }) =>
      askFor(UnknownPlayer, playerPath(username, 'page', { board, period }), (answer) => playerPageSchema.parse(answer)),
    receipt: ({ username, board, period, at }, before) =>
      askFor(UnknownPlayer, playerPath(username, 'receipt', { board, period, at: plainly(at), before }), (answer) =>
        receiptSchema.parse(answer),
      ),
    path: ({ username, board, period }) =>
      askFor(UnknownPlayer, playerPath(username, 'path', { board, period }), (answer) => pathSchema.parse(answer)),
  };
}

/** An `at` in the one way that the API knows; what it means nothing by is for the API to say. */
function plainly(at: string): string {
  try {
    const when = whenOf(at);
    return when.kind === 'moment' ? momentText(when.moment) : at;
  } catch {
    return at;
  }
}

class HttpFailure extends Error {
  override readonly name = 'HttpFailure';
  readonly status: number;
  /** The field of the question that is at fault, `''` where none is. */
  readonly field: string;

  constructor(status: number, path: string, field: string) {
    super(`${path} was answered with status ${status}`);
    this.status = status;
    this.field = field;
  }
}

/** The first field that problem details name; `''` of any other answer. */
async function faultyField(response: Response): Promise<string> {
  const problem = faultsSchema.safeParse(await response.json().catch(() => undefined));
  return problem.data?.errors[0]?.field ?? '';
}

function playerPath(username: string, what: string, query: Readonly<Record<string, string>>): string {
  return `/api/v1/players/${encodeURIComponent(username)}/${what}${queryOf(query)}`;
}

/** What is empty or the default is left out, so that the same question has one address. */
function queryOf(params: Readonly<Record<string, string>>): string {
  const said = Object.entries(params).filter(([name, value]) => value !== '' && !(name === 'page' && value === '1') && value !== 'all');
  return said.length === 0 ? '' : `?${new URLSearchParams(said).toString()}`;
}
