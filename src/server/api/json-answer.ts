// JSON answers, uncached or cached until something changes.
import type { LiveBoards } from '../boards/live-boards.ts';
import { publicBoards, type ReadBoards } from '../boards/public-boards.ts';
import { EncodedBody } from '../http/bodies/encoded-body.ts';
import { matches } from '../http/bodies/entity-tag.ts';
import { createFairQueue, type QueueBounds } from '../http/fair-queue.ts';
import type { HttpAnswer, HttpRequest } from '../http/http-message.ts';
import { createRevisionCache } from '../http/bodies/revision-cache.ts';

/** Short enough for fresh ranks, long enough for a shared cache to absorb a crowd. */
const CACHE_SHORTLY = 'public, max-age=1, stale-while-revalidate=2';

/** For final ranks, which only corrections, visibility and names change. Limited, because an erased name must leave every cache. */
const CACHE_FINAL = 'public, max-age=60, stale-while-revalidate=600';

/** Most answers take under 1 ms, the slowest 10 ms with 100,000 players. A game may query all its players at once from one address. */
const QUESTIONS: QueueBounds = { atOnce: 4, perCaller: 512, inAll: 4096 };

/** An uncacheable answer. A text `body` is already JSON. */
export function json(status: number, body: object | string, headers: Readonly<Record<string, string>> = {}): HttpAnswer {
  return {
    status,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  };
}

/** `quick`: takes microseconds and is not queued. `own`: also quick, but about one player, so not worth caching. */
export type Cost = 'own' | 'quick' | 'costly';

/** An answer about final ranks. */
export class Final {
  readonly answer: object;

  constructor(answer: object) {
    this.answer = answer;
  }
}

/** An answer as it is sent, and how long it may be cached. */
interface Kept {
  readonly whole: EncodedBody;
  readonly caching: string;
  /** In bytes. */
  readonly size: number;
}

/** Answers from the cache or `make`, which gives an object or its JSON in UTF-8, or {@link Final}, with 304 if the tag matches. */
export type Cached = (request: HttpRequest, question: string, make: () => Promise<object>, cost?: Cost) => Promise<HttpAnswer>;

function kept(made: object): Kept {
  const [answer, caching] = made instanceof Final ? [made.answer, CACHE_FINAL] : [made, CACHE_SHORTLY];
  const whole = new EncodedBody(answer instanceof Buffer ? answer : JSON.stringify(answer));
  return { whole, caching, size: whole.size };
}

/** Costly misses go through a fair queue. `revision` changes whenever an answer might; `own` overrides headers. */
export function createCached(revision: () => number | string, own?: () => Readonly<Record<string, string>> | undefined): Cached {
  const cache = createRevisionCache<Kept>(revision);
  const queue = createFairQueue<Kept>(QUESTIONS);

  function keptAnswer(request: HttpRequest, question: string, make: () => Promise<object>, cost: Cost): Promise<Kept> {
    const known = cache.known(question);
    if (known !== undefined) return known;
    const work = () => cache.get(question, async () => kept(await make()));
    if (cost === 'quick') return work();
    const { caller, isGone } = request;
    return queue.get({ caller, what: question, work, isGone });
  }

  return async (request, question, make, cost = 'costly') => {
    const { whole, caching } = cost === 'own' ? kept(await make()) : await keptAnswer(request, question, make, cost);
    const sent = whole.accepted(request.header('accept-encoding'));
    const { body, etag, headers: ofBody } = sent instanceof Promise ? await sent : sent;
    const headers = { etag, 'cache-control': caching, 'content-type': 'application/json', ...ofBody, ...own?.() };
    if (!matches(request.header('if-none-match'), etag)) return { status: 200, body, headers };
    const { 'content-type': _, ...unchanged } = headers;
    return { status: 304, body: null, headers: unchanged };
  };
}

/** What a caller may read: public boards, or all boards with a key. */
export interface Reader {
  readonly boards: ReadBoards;
  /** Caches are per reader. */
  readonly cached: Cached;
}

export function createReaders(live: LiveBoards): { readonly everybody: Reader; readonly withKey: Reader } {
  const revision = () => live.changes.position();
  const hasPrivate = () => live.privateBoards().length > 0;
  return {
    everybody: {
      boards: publicBoards(live),
      // Without private boards, answers do not depend on the key.
      cached: createCached(revision, () => (hasPrivate() ? DIFFERENT_WITH_KEY : undefined)),
    },
    withKey: {
      boards: live,
      cached: createCached(revision, () => (hasPrivate() ? FOR_ONE : undefined)),
    },
  };
}

const DIFFERENT_WITH_KEY = { vary: 'accept-encoding, authorization, laurels-console' };

/** No shared cache may keep answers for key holders. */
const FOR_ONE = { ...DIFFERENT_WITH_KEY, 'cache-control': 'private, no-cache' };
