// Answers in JSON: one of its own for each request, or one for everybody who asks the same until something changes.
import { EncodedBody } from '../http/encoded-body.ts';
import { matches } from '../http/entity-tag.ts';
import type { HttpAnswer, HttpRequest } from '../http/http-message.ts';
import { RevisionCache } from '../http/revision-cache.ts';

/** Short enough that nobody sees old ranks, long enough that a crowd asks a cache in between and not us. */
const CACHE_SHORTLY = 'public, max-age=1, stale-while-revalidate=2';

/** An answer that nobody may keep. `body` is JSON already if it is text. */
export function json(status: number, body: object | string, headers: Readonly<Record<string, string>> = {}): HttpAnswer {
  return {
    status,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  };
}

/** Answers a question with what `make` makes, or with what it made since the last change; 304 to who has exactly that. */
export type Cached = (request: HttpRequest, question: string, make: () => Promise<object>) => Promise<HttpAnswer>;

/** `revision` gives a value that changes whenever any answer might. */
export function createCached(revision: () => number | string): Cached {
  const cache = new RevisionCache<EncodedBody>(revision);
  return async (request, question, make) => {
    const answer = await cache.get(question, async () => new EncodedBody(JSON.stringify(await make())));
    const { body, etag, headers: encoded } = await answer.accepted(request.header('accept-encoding'));
    const headers = { etag, 'cache-control': CACHE_SHORTLY, ...encoded };
    if (matches(request.header('if-none-match'), etag)) return { status: 304, body: null, headers };
    return { status: 200, body, headers: { ...headers, 'content-type': 'application/json' } };
  };
}
