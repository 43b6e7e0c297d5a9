// Answers in JSON: one of its own for each request, or one for everybody who asks the same and may read the same, until something changes.
import type { LiveBoards } from '../boards/live-boards.ts';
import { publicBoards, type ReadBoards } from '../boards/public-boards.ts';
import { EncodedBody } from '../http/bodies/encoded-body.ts';
import { matches } from '../http/bodies/entity-tag.ts';
import { createFairQueue, type QueueBounds } from '../http/fair-queue.ts';
import type { HttpAnswer, HttpRequest } from '../http/http-message.ts';
import { createRevisionCache } from '../http/bodies/revision-cache.ts';

/** Short enough that nobody sees old ranks, long enough that a crowd asks a cache in between and not us. */
const CACHE_SHORTLY = 'public, max-age=1, stale-while-revalidate=2';

/**
 * Most answers take less than a millisecond to make; the longest take ten, with 100,000 players. A game may ask for all
 * its players at once, from one address. Looks at the past of a large board can take a second, most of it waiting.
 */
const QUESTIONS: QueueBounds = { atOnce: 4, perCaller: 512, inAll: 4096 };

/** An answer that nobody may keep. `body` is JSON already if it is text. */
export function json(status: number, body: object | string, headers: Readonly<Record<string, string>> = {}): HttpAnswer {
  return {
    status,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  };
}

/**
 * `quick`: made in some microseconds, so that nobody waits for a turn. `own`: quick too, and about one player of many; what
 * hardly anybody else asks is not kept.
 */
export type Cost = 'own' | 'quick' | 'costly';

/** Answers a question with what `make` makes, or with what it made since the last change; 304 to who has exactly that. */
export type Cached = (request: HttpRequest, question: string, make: () => Promise<object>, cost?: Cost) => Promise<HttpAnswer>;

function encoded(answer: object): EncodedBody {
  return new EncodedBody(JSON.stringify(answer));
}

/**
 * What is not known and costly is made for one caller after the other. `revision` gives a value that changes whenever any answer
 * might; `own` are headers in place of those of every answer.
 */
export function createCached(revision: () => number | string, own?: () => Readonly<Record<string, string>> | undefined): Cached {
  const cache = createRevisionCache<EncodedBody>(revision);
  const queue = createFairQueue<EncodedBody>(QUESTIONS);

  function keptAnswer(request: HttpRequest, question: string, make: () => Promise<object>, cost: Cost): Promise<EncodedBody> {
    const known = cache.known(question);
    if (known !== undefined) return known;
    const work = () => cache.get(question, async () => encoded(await make()));
    if (cost === 'quick') return work();
    const { caller, isGone } = request;
    return queue.get({ caller, what: question, work, isGone });
  }

  return async (request, question, make, cost = 'costly') => {
    const whole = cost === 'own' ? encoded(await make()) : await keptAnswer(request, question, make, cost);
    const sent = whole.accepted(request.header('accept-encoding'));
    const { body, etag, headers: ofBody } = sent instanceof Promise ? await sent : sent;
    const headers = { etag, 'cache-control': CACHE_SHORTLY, 'content-type': 'application/json', ...ofBody, ...own?.() };
    if (!matches(request.header('if-none-match'), etag)) return { status: 200, body, headers };
    const { 'content-type': _, ...unchanged } = headers;
    return { status: 304, body: null, headers: unchanged };
  };
}

/** Who reads: everybody, or whoever shows a key. What is read by a handler is read from what its reader has. */
export interface Reader {
  readonly boards: ReadBoards;
  /** Answers of one reader are no answers for another. */
  readonly cached: Cached;
}

export function createReaders(live: LiveBoards): { readonly everybody: Reader; readonly withKey: Reader } {
  const revision = () => live.changes.position();
  const hasPrivate = () => live.privateBoards().length > 0;
  return {
    everybody: {
      boards: publicBoards(live),
      // As long as nothing is private, everybody is answered alike.
      cached: createCached(revision, () => (hasPrivate() ? DIFFERENT_WITH_KEY : undefined)),
    },
    withKey: {
      boards: live,
      cached: createCached(revision, () => (hasPrivate() ? FOR_ONE : undefined)),
    },
  };
}

const DIFFERENT_WITH_KEY = { vary: 'accept-encoding, authorization, laurels-console' };

/** No cache between us and whoever shows a key may keep it. */
const FOR_ONE = { ...DIFFERENT_WITH_KEY, 'cache-control': 'private, no-cache' };
