import { dayOrNone, DEFAULT_BOARD, UnknownBoard, UnknownPlayer, type LiveSource } from '../contract/live-source.ts';
import { pathSchema, playerPageSchema, receiptSchema } from '../contract/player-answers.ts';
import {
  activitiesAnswerSchema,
  boardViewSchema,
  searchAnswerSchema,
  statisticsAnswerSchema,
  trendsSchema,
} from '../contract/page-answers.ts';

/**
 * Answers pages over HTTP, from the API at `origin` (such as `https://play.example`, or `''` for the page's own).
 * Every answer is checked by its schema: one of another version of the server is an error, not a broken page.
 */
export function createHttpSource(origin: string): LiveSource {
  async function ask<T>(path: string, parse: (answer: unknown) => T): Promise<T> {
    // "no-cache" asks whether what the browser kept is still true, which mostly takes a few bytes.
    const response = await fetch(origin + path, { cache: 'no-cache', headers: { accept: 'application/json' } });
    if (response.ok) return parse(await response.json());
    throw new HttpFailure(response.status, path);
  }
  async function askPlayer<T>(path: string, parse: (answer: unknown) => T): Promise<T> {
    try {
      return await ask(path, parse);
    } catch (error) {
      throw error instanceof HttpFailure && error.status === 404 ? new UnknownPlayer(path) : error;
    }
  }

  async function askBoard<T>(board: string, path: string, parse: (answer: unknown) => T): Promise<T> {
    try {
      return await ask(`/api/v1/boards/${encodeURIComponent(board === '' ? DEFAULT_BOARD : board)}/${path}`, parse);
    } catch (error) {
      throw error instanceof HttpFailure && error.status === 404 ? new UnknownBoard(board) : error;
    }
  }

  return {
    rankings: ({ board, period, at, q, page }) =>
      askBoard(board, `view${queryOf({ period, at: dayOrNone(at), q, page: String(page) })}`, (answer) => boardViewSchema.parse(answer)),
    trends: (board) => askBoard(board, 'trends', (answer) => trendsSchema.parse(answer)),
    activities: () => ask('/api/v1/activities', (answer) => activitiesAnswerSchema.parse(answer).activities),
    search: ({ text, category }) =>
      ask(`/api/v1/search${queryOf({ text, category })}`, (answer) => searchAnswerSchema.parse(answer).entries),
    statCards: () => ask('/api/v1/statistics', (answer) => statisticsAnswerSchema.parse(answer).cards),
    player: ({ username, board, period }) =>
      askPlayer(playerPath(username, 'page', { board, period }), (answer) => playerPageSchema.parse(answer)),
    receipt: ({ username, board, period, at }, before) =>
      askPlayer(playerPath(username, 'receipt', { board, period, at: dayOrNone(at), before }), (answer) => receiptSchema.parse(answer)),
    path: ({ username, board, period }) => askPlayer(playerPath(username, 'path', { board, period }), (answer) => pathSchema.parse(answer)),
  };
}

class HttpFailure extends Error {
  override readonly name = 'HttpFailure';
  readonly status: number;

  constructor(status: number, path: string) {
    super(`${path} was answered with status ${status}`);
    this.status = status;
  }
}

function playerPath(username: string, what: string, query: Readonly<Record<string, string>>): string {
  return `/api/v1/players/${encodeURIComponent(username)}/${what}${queryOf(query)}`;
}

/** What is empty or the default is left out, so that the same question has one address. */
function queryOf(params: Readonly<Record<string, string>>): string {
  const said = Object.entries(params).filter(([name, value]) => value !== '' && !(name === 'page' && value === '1') && value !== 'all');
  return said.length === 0 ? '' : `?${new URLSearchParams(said).toString()}`;
}
