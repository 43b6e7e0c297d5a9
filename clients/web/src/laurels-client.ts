import type { AnswerTo, QueryOf } from '../../../src/contract/api.ts';
import { type FinishedPlay, finishQueue } from './finish-queue.ts';

export type Guest = AnswerTo<'createGuest'>;
export type Rankings = AnswerTo<'rankings'>;

/** What the server made of a finished play: it counts, it is on hold, or it was refused for a reason that a player can read. */
export type Finished =
  | { readonly outcome: 'counted'; readonly report: Extract<AnswerTo<'finishPlay'>, { readonly periods: unknown }> }
  | { readonly outcome: 'held' | 'refused'; readonly reason: string };

/** A play that began. */
export interface Play {
  readonly id: string;
  /** When it may be finished, in epoch milliseconds of the server’s clock. */
  readonly earliest: number;
  readonly latest: number;
  /**
   * Finishes it. The points are kept until the server has answered, also over a reload or without a connection, and count once. Resolves
   * with the answer, which may take until there is a connection again.
   */
  readonly finish: (points: number) => Promise<Finished>;
}

/** A failure that the server explains. */
export class LaurelsProblem extends Error {
  readonly status: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.name = 'LaurelsProblem';
    this.status = status;
  }
}

export interface LaurelsOptions {
  /** The address of the site, such as https://scores.example. */
  readonly url: string;
  /** A public key, with role play. */
  readonly key: string;
}

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;

/** A client of one Laurels site, for a web game. */
export function createLaurels({ url, key }: LaurelsOptions) {
  const site = url.replace(/\/$/, '');
  const queue = finishQueue(`laurels ${site}`);
  const waiting = new Map<string, (finished: Finished) => void>();
  let waitMs = FIRST_WAIT_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** @throws {LaurelsProblem} for an answer that is a problem; TypeError without a connection. */
  async function call<T>(path: string, body?: object): Promise<T> {
    const response = await fetch(`${site}/api/v1/${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { ...(body && { 'content-type': 'application/json', authorization: `Bearer ${key}` }) },
    });
    const answer = await response.json();
    if (!response.ok) throw new LaurelsProblem(response.status, answer.detail);
    return answer;
  }

  async function send({ id, play, points }: FinishedPlay): Promise<void> {
    let finished: Finished;
    try {
      const answer = await call<AnswerTo<'finishPlay'>>(`plays/${play}/finish`, { points });
      finished = 'reason' in answer ? { outcome: 'held', reason: answer.reason } : { outcome: 'counted', report: answer as never };
    } catch (error) {
      // Those may pass: no connection, too many requests, a server that restarts.
      if (!(error instanceof LaurelsProblem) || error.status === 429 || error.status >= 500) throw error;
      finished = { outcome: 'refused', reason: error.message };
    }
    waiting.get(id)?.(finished);
    waiting.delete(id);
  }

  /** Sends what is in line, and tries again later if that fails. */
  async function flush(): Promise<void> {
    clearTimeout(timer);
    try {
      await queue.empty(send);
      waitMs = FIRST_WAIT_MS;
    } catch {
      timer = setTimeout(flush, waitMs * (0.5 + Math.random()));
      waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS);
    }
  }

  addEventListener('online', () => void flush());
  // What a tab before could not send.
  void flush();

  const kept = `laurels-guest ${site}`;

  return {
    /** The guest of this browser: the one that was created before, or a new one, called `name` or by a name of the server’s. */
    async guest(name?: string): Promise<Guest> {
      const before = localStorage.getItem(kept);
      if (before !== null) return JSON.parse(before);
      const guest = await call<Guest>('guests', { name });
      localStorage.setItem(kept, JSON.stringify(guest));
      return guest;
    },

    /** Begins a play of this browser’s guest. Needs a connection. */
    async begin(board: string): Promise<Play> {
      const { secret } = await this.guest();
      const { id, play, earliest, latest } = await call<AnswerTo<'beginPlay'>>('plays', { board, guest: secret });
      return {
        id,
        earliest: Date.parse(earliest),
        latest: Date.parse(latest),
        async finish(points) {
          const answered = new Promise<Finished>((resolve) => waiting.set(id, resolve));
          await queue.add({ id, play, points });
          void flush();
          return answered;
        },
      };
    },

    /** Part of a ranking, by the query of `GET /api/v1/boards/{board}/rankings`. */
    rankings(board: string, query: { readonly [Name in keyof QueryOf<'rankings'>]?: string | number } = {}): Promise<Rankings> {
      return call(`boards/${board}/rankings?${new URLSearchParams(query as Record<string, string>)}`);
    },

    /** Calls `changed` whenever the board changes, until the returned function is called. */
    watch(board: string, changed: () => void): () => void {
      const stream = new EventSource(`${site}/api/v1/boards/${board}/events`);
      stream.addEventListener('change', changed);
      return () => stream.close();
    },
  };
}

export type Laurels = ReturnType<typeof createLaurels>;
