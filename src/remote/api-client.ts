// An API client: calls are by endpoint id, checked by the compiler, and answers are checked with the table's schemas.
import { type Answer, type Asked, type Endpoint, targetOf } from '../contract/endpoint.ts';
import { ApiFailure, type Exchanged } from '../contract/exchange.ts';
import { UnreadableAnswer } from '../contract/live-source.ts';
import { problemSchema } from '../contract/parts/answer-parts.ts';
import { jsonIn } from '../contract/read-text.ts';

/** The part of a response that is read. */
type Answered = Pick<Response, 'status' | 'text'> & { readonly headers: Pick<Headers, 'get'> };

export interface ClientOptions {
  /** For example `https://play.example`, or `''` for the page's own. */
  readonly origin: string;
  /** An API key. Not needed to read. */
  readonly key?: string;
  /** The caller, if that is a user of the server's machine. */
  readonly user?: string;
  readonly cache?: RequestCache;
  /** The last known position, as named by the server: answers are never older. `''` for none. */
  readonly heard?: () => string;
  /** Whether the server is this very program: its answers cannot be of another version, and are not checked. */
  readonly isOwn?: boolean;
  /** Replaces the global `fetch`. */
  readonly fetch?: (
    url: string,
    init: {
      readonly method: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body?: string;
      readonly signal?: AbortSignal;
    },
  ) => Promise<Answered>;
}

/** The input of an endpoint; optional if it needs none. */
type Asking<E extends Endpoint> = object extends Asked<E> ? [asked?: Asked<E>] : [asked: Asked<E>];

export type ApiClient<Table extends Readonly<Record<string, Endpoint>>> = <Id extends keyof Table & string>(
  id: Id,
  ...asking: Asking<Table[Id]>
) => Promise<Answer<Table[Id]>>;

/** A call with extra headers, which `signal` can cancel. */
type Exchange<Table extends Readonly<Record<string, Endpoint>>> = <Id extends keyof Table & string>(
  id: Id,
  asked?: Asked<Table[Id]>,
  headers?: Readonly<Record<string, string>>,
  signal?: AbortSignal,
) => Promise<Exchanged<Table[Id]>>;

/**
 * Calls the endpoints of a table: `ENDPOINTS`, or the part of it that a program needs. Resolves with the answer as parsed by its schema, so
 * that an answer of another server version is an error at once. Rejects with an {@link ApiFailure} or an {@link UnreadableAnswer}, or as
 * `fetch` does if there is no answer.
 */
export function createApiClient<const Table extends Readonly<Record<string, Endpoint>>>(
  table: Table,
  options: ClientOptions,
): ApiClient<Table> {
  const exchange = createExchange(table, options);
  return async (id, ...[asked]) => (await exchange(id, asked as Asked<Table[typeof id]>)).answer;
}

/** Like {@link createApiClient}, with each answer's entity tag, and headers per call. */
export function createExchange<const Table extends Readonly<Record<string, Endpoint>>>(
  table: Table,
  { origin, key, user, cache, heard = () => '', isOwn = false, fetch: fetchFrom = (...asked) => fetch(...asked) }: ClientOptions,
): Exchange<Table> {
  return async (id, asked, headers, signal) => {
    const endpoint: Endpoint = table[id]!;
    const { body, ...addressed } = (asked ?? {}) as { readonly body?: unknown };
    const target = targetOf(endpoint, addressed);
    const position = heard();
    const response = await fetchFrom(origin + target, {
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(user !== undefined && { 'laurels-user': encodeURIComponent(user) }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(position !== '' && { 'laurels-position': position }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(cache !== undefined && { cache }),
      ...(signal !== undefined && { signal }),
    });
    const expected = endpoint.answers[response.status];
    // A connection lost during the response rejects here, like one lost before.
    const value = jsonIn(await response.text());
    if (expected === undefined) throw new ApiFailure(response.status, target, problemSchema.safeParse(value).data);
    if (isOwn) return { answer: value as Answer<Table[typeof id]>, etag: response.headers.get('etag') };
    const parsed = expected.schema.safeParse(value);
    if (parsed.success) return { answer: parsed.data as Answer<Table[typeof id]>, etag: response.headers.get('etag') };
    const field = parsed.error.issues[0]!.path.join('.');
    throw new UnreadableAnswer(`${target} was answered with something that cannot be read${field === '' ? '' : `: see ${field}`}`);
  };
}
