import * as z from 'zod/mini';

import { ENDPOINTS, SCOPES, type Endpoint, type EndpointId, type Scope } from '../../contract/api.ts';
import { DEFAULT_BOARD } from '../../contract/live-source.ts';
import { usernameSchema } from '../../contract/points-event.ts';
import { cleanText } from '../../contract/view.ts';
import { periodContaining } from '../../domain/calendar.ts';
import { absentPlayersAnswer } from '../answers/absent-players-answer.ts';
import { apiPage } from './api-page.ts';
import { EncodedBody } from '../http/encoded-body.ts';
import { matches } from '../http/entity-tag.ts';
import type { ApiKey } from '../operation/api-keys.ts';
import { boardAnswer } from '../answers/board-answer.ts';
import { boardViewAnswer, boardViewQuestion } from '../answers/board-view-answer.ts';
import { callerOf } from '../http/client-address.ts';
import type { CurrentCatalogue } from '../boards/current-catalogue.ts';
import { type HttpAnswer, type HttpRequest, problemAnswer } from '../http/http-message.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { openApiDocument } from './openapi.ts';
import { takePoints } from '../boards/points-intake.ts';
import { StorageFailure, type BoardSettings, type PointsStore } from '../store/points-store.ts';
import { pathAnswer } from '../answers/path-answer.ts';
import { playerPageAnswer } from '../answers/player-page-answer.ts';
import { playerAsked } from '../answers/player-place.ts';
import { Problem } from '../http/problem.ts';
import { profileAnswer, profileKey, rankingsAnswer, rankingsQuestion } from '../answers/rankings-answer.ts';
import type { RateLimits } from './rate-limit.ts';
import { jsonBody } from '../http/request-body.ts';
import { receiptAnswer } from '../answers/receipt-answer.ts';
import { RevisionCache } from '../http/revision-cache.ts';
import { faultsOf } from '../http/schema-faults.ts';
import { createStoreSource } from '../answers/store-source.ts';
import { trendsAnswer } from '../answers/trends-answer.ts';

/** Short enough that nobody sees old ranks, long enough that a crowd asks a cache in between and not us. */
const CACHE_SHORTLY = 'public, max-age=1, stale-while-revalidate=2';

const LONGEST_LOGGED_PATH = 200;

export interface LiveApiParts {
  readonly boards: LiveBoards;
  readonly store: Pick<PointsStore, 'boards'>;
  readonly catalogue: CurrentCatalogue;
  /** Who a bearer token belongs to, if anybody. `unlimited`: not counted against the limits. */
  readonly keys: { check(token: string): (Pick<ApiKey, 'name' | 'scope'> & { readonly unlimited?: boolean }) | undefined };
  /** `undefined`: nothing is limited. */
  readonly limits: RateLimits | undefined;
  /** How many proxies of our own stand in front: see `callerOf`. */
  readonly trustedProxies?: number;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Told of failures nobody expected, as one text. */
  readonly log: (text: string) => void;
}

/** What the connection knows of a request. */
export interface RequestInfo {
  readonly remoteAddress: string;
}

interface Call {
  readonly id: EndpointId;
  readonly request: HttpRequest;
  readonly caller: string;
  /** The variables of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

/** The API as a web-standard function; see {@link createApi}. */
export function createLiveApi(parts: LiveApiParts): (request: Request, info: RequestInfo) => Promise<Response> {
  const api = createApi(parts);
  return async (request, { remoteAddress }) => {
    const { pathname, search } = new URL(request.url);
    const header = (name: string) => request.headers.get(name);
    const { status, headers, body } = await api({
      method: request.method,
      target: pathname + search,
      remoteAddress,
      header,
      body: request.body,
    });
    return new Response(body, { status, headers });
  };
}

/**
 * The API. Every failure is answered as problem details; those nobody expected are logged, and say nothing about us.
 */
export function createApi({
  boards,
  store,
  catalogue,
  keys,
  limits,
  trustedProxies = 0,
  clock,
  log,
}: LiveApiParts): (request: HttpRequest) => Promise<HttpAnswer> {
  // Both only ever grow, so that their sum changes whenever either does.
  const cache = new RevisionCache<EncodedBody>(() => boards.changes.version() + catalogue.version);
  const source = createStoreSource(boards, catalogue, clock);

  const handlers: Record<EndpointId, (call: Call) => Promise<HttpAnswer>> = {
    async submitPoints({ request, query }) {
      const { board = DEFAULT_BOARD } = parsedQuery('submitPoints', query);
      const { status, answer } = await takePoints(boards, board, await jsonBody(request), clock());
      return json(status, answer);
    },
    async rankings({ request, params, query }) {
      const question = rankingsQuestion(boards, params['board']!, parsedQuery('rankings', query), clock());
      return cached(request, question.key, () => rankingsAnswer(boards, question));
    },
    async boards({ request, query }) {
      parsedQuery('boards', query);
      return cached(request, 'boards', async () => ({ boards: boards.boards().map(boardAnswer) }));
    },
    async makeBoard({ request, query }) {
      parsedQuery('makeBoard', query);
      const wanted = parsedBody(ENDPOINTS.makeBoard.body, await jsonBody(request));
      const { name, title, scoring = 'sum', direction = 'high', timeZone, weekStart } = wanted;
      if (boards.boards().some((board) => board.name === name)) {
        throw new Problem('conflict', `There is a board "${name}" already.`, [{ field: 'name', rule: 'must be new' }]);
      }
      const calendar = { timeZone: timeZone ?? 'UTC', weekStart: (weekStart ?? 1) as BoardSettings['calendar']['weekStart'] };
      const board = { name, title, scoring, direction, calendar };
      await boards.saveBoard(board);
      return json(201, boardAnswer(board), { location: `/api/v1/boards/${name}/rankings` });
    },
    async retitleBoard({ request, params, query }) {
      parsedQuery('retitleBoard', query);
      const board = boards.board(params['board']!);
      const retitled = { ...board, ...parsedBody(ENDPOINTS.retitleBoard.body, await jsonBody(request)) };
      await boards.saveBoard(retitled);
      return json(200, boardAnswer(retitled));
    },
    async player({ request, params, query }) {
      const username = usernameIn(params);
      const { key, board, moment } = profileKey(boards, username, parsedQuery('player', query), clock());
      return cached(request, key, () => profileAnswer(boards, username, board, moment));
    },
    async playerPage({ request, params, query }) {
      const username = usernameIn(params);
      const { board = '', period = 'daily' } = parsedQuery('playerPage', query);
      const now = clock();
      const asked = playerAsked(boards, { username, board, period, at: '' }, now);
      return cached(request, `player page ${asked.key}`, () => playerPageAnswer(boards, catalogue, asked, now));
    },
    async receipt({ request, params, query }) {
      const username = usernameIn(params);
      const { board = '', period = 'daily', at = '', before = '' } = parsedQuery('receipt', query);
      const asked = playerAsked(boards, { username, board, period, at }, clock());
      return cached(request, `receipt ${before.length} ${before} ${asked.key}`, () => receiptAnswer(boards, asked, before));
    },
    async path({ request, params, query }) {
      const username = usernameIn(params);
      const { board = '', period = 'daily' } = parsedQuery('path', query);
      const now = clock();
      const asked = playerAsked(boards, { username, board, period, at: '' }, now);
      // Time runs out by the minute.
      return cached(request, `path ${Math.floor(now / 60_000)} ${asked.key}`, () => pathAnswer(boards, catalogue, asked, now));
    },
    async setPlayerStanding({ request, params, query }) {
      parsedQuery('setPlayerStanding', query);
      const username = usernameIn(params);
      const standing = parsedBody(ENDPOINTS.setPlayerStanding.body, await jsonBody(request));
      await boards.players.setVisibility(username, standing);
      return json(200, standing);
    },
    async absentPlayers({ query }) {
      parsedQuery('absentPlayers', query);
      return json(200, await absentPlayersAnswer(boards));
    },
    async boardView({ request, params, query }) {
      const { period = 'daily', at = '', q = '', page = 1 } = parsedQuery('boardView', query);
      const now = clock();
      const question = boardViewQuestion(boards, { board: params['board']!, period, at, q: cleanText(q), page }, now);
      return cached(request, question.key, () => boardViewAnswer(boards, catalogue, question, now));
    },
    async activities({ request, query }) {
      parsedQuery('activities', query);
      return cached(request, 'activities', async () => ({ activities: await source.activities() }));
    },
    async search({ request, query }) {
      const { text = '', category = 'all' } = parsedQuery('search', query);
      const question = { text: cleanText(text), category };
      return cached(request, JSON.stringify(['search', question]), async () => ({ entries: await source.search(question) }));
    },
    async statistics({ request, query }) {
      parsedQuery('statistics', query);
      return cached(request, JSON.stringify(['statistics', Math.floor(clock() / 60_000)]), async () => ({
        cards: await source.statCards(),
      }));
    },
    async trends({ request, params, query }) {
      parsedQuery('trends', query);
      const { name, calendar } = boards.board(params['board']!);
      const today = periodContaining('daily', clock(), calendar).start;
      return cached(request, JSON.stringify(['trends', name, today]), () => trendsAnswer(boards, name, clock()));
    },
    async catalogue({ request, query }) {
      parsedQuery('catalogue', query);
      return cached(request, 'catalogue', async () => catalogue.value);
    },
    async replaceCatalogue({ request, query }) {
      parsedQuery('replaceCatalogue', query);
      return json(200, await catalogue.replace(await jsonBody(request)));
    },
    async changes({ request, params, query }) {
      boards.board(params['board']!);
      parsedQuery('changes', query);
      return notPushed(request);
    },
    async allChanges({ request, query }) {
      parsedQuery('allChanges', query);
      return notPushed(request);
    },
    async openapi({ request, query }) {
      parsedQuery('openapi', query);
      return cached(request, 'openapi', async () => openApiDocument());
    },
    async livez({ query }) {
      parsedQuery('livez', query);
      return json(200, { status: 'ok' });
    },
    async readyz({ query }) {
      parsedQuery('readyz', query);
      try {
        await store.boards();
      } catch (error) {
        log(`readyz: ${String(error)}`);
        throw new Problem('unavailable', 'The store does not answer.');
      }
      return json(200, { status: 'ok' });
    },
  };

  async function cached(request: HttpRequest, question: string, make: () => Promise<object>): Promise<HttpAnswer> {
    const answer = await cache.get(question, async () => new EncodedBody(JSON.stringify(await make())));
    const { body, etag, headers: encoded } = await answer.accepted(request.header('accept-encoding'));
    const headers = { etag, 'cache-control': CACHE_SHORTLY, ...encoded };
    if (matches(request.header('if-none-match'), etag)) return { status: 304, body: null, headers };
    return { status: 200, body, headers: { ...headers, 'content-type': 'application/json' } };
  }

  /** Counts the call and checks that it is allowed; returns the headers that say how much is left. */
  function admitted({ id, request, caller }: Call): Readonly<Record<string, string>> {
    const { scope } = ENDPOINTS[id] as Endpoint;
    if (id === 'livez' || id === 'readyz') return {};
    const token = /^Bearer +([\x21-\x7e]+) *$/i.exec(request.header('authorization') ?? '')?.[1];
    const key = token === undefined ? undefined : keys.check(token);
    if (scope === 'none' || scope === 'read') return key?.unlimited === true ? {} : (limits?.reads.take(caller) ?? {});
    if (key === undefined) {
      const left = limits?.failures.take(caller) ?? {};
      throw new Problem(
        'unauthorised',
        token === undefined ? 'Send an API key, as "Authorization: Bearer lk_…".' : 'This API key is not known here, or was revoked.',
        [{ field: 'Authorization', rule: 'must be "Bearer" and a valid API key' }],
        { ...left, 'www-authenticate': `Bearer realm="laurels"${token === undefined ? '' : ', error="invalid_token"'}` },
      );
    }
    const left = key.unlimited === true ? {} : (limits?.writes.take(key.name) ?? {});
    if (!includes(key.scope, scope)) {
      throw new Problem(
        'forbidden',
        `This takes a key of scope ${scope}; "${key.name}" has scope ${key.scope}.`,
        [{ field: 'Authorization', rule: `must be a key of scope ${scope}` }],
        { ...left, 'www-authenticate': `Bearer realm="laurels", error="insufficient_scope", scope="${scope}"` },
      );
    }
    return left;
  }

  async function answer(request: HttpRequest, path: string): Promise<HttpAnswer> {
    const methods = endpointsAt(path);
    if (methods === undefined) throw new Problem('not-found', 'Nothing is at this address. The API is described at /api.');
    const allow = [...methods.byMethod.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
    if (request.method === 'OPTIONS') return { status: 204, body: null, headers: { allow: `${allow}, OPTIONS` } };
    const id = methods.byMethod.get(request.method === 'HEAD' ? 'GET' : request.method);
    if (id === undefined) throw new Problem('method-not-allowed', `This address takes ${allow}.`, [], { allow: `${allow}, OPTIONS` });
    const caller = callerOf(request.remoteAddress, request.header('x-forwarded-for'), trustedProxies);
    const call: Call = { id, request, caller, params: methods.params, query: new URLSearchParams(request.target.slice(path.length)) };
    const left = admitted(call);
    try {
      const { status, body, headers } = await handlers[id](call);
      return { status, body, headers: { ...headers, ...left } };
    } catch (error) {
      throw error instanceof Problem ? new Problem(error.code, error.message, error.faults, { ...left, ...error.headers }) : error;
    }
  }

  return async function handle(request: HttpRequest): Promise<HttpAnswer> {
    const [path = ''] = request.target.split('?', 1);
    let answered: HttpAnswer;
    try {
      answered = path === '/api' && request.method === 'GET' ? apiPage() : await answer(request, path);
    } catch (error) {
      answered = problemAnswer(problemOf(error, `${request.method} ${path.slice(0, LONGEST_LOGGED_PATH)}`, log));
    }
    return request.method === 'HEAD' ? { ...answered, body: null } : answered;
  };
}

/** Changes are pushed by whoever has the socket (`push.ts`); a request that comes here has none to push through. */
function notPushed({ method }: HttpRequest): HttpAnswer {
  if (method === 'HEAD') return { status: 200, body: null, headers: { 'content-type': 'text/event-stream' } };
  throw new Problem('unavailable', 'This server does not push changes: ask for the rankings again instead.');
}

/** The failure as it may be told; what nobody expected is logged instead. */
function problemOf(error: unknown, what: string, log: (text: string) => void): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof StorageFailure) {
    log(`${what}: ${error.message}`);
    return error.full
      ? new Problem('storage-full', 'There is no room left; nothing of this request was stored. Reading goes on.', [], {
          'retry-after': '10',
        })
      : new Problem('unavailable', 'The store could not keep this; nothing of this request was stored. Try again.', [], {
          'retry-after': '1',
        });
  }
  log(`${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return new Problem('internal', 'This is our fault. It was logged.');
}

function includes(held: Scope, asked: Scope): boolean {
  return SCOPES.indexOf(held) >= SCOPES.indexOf(asked);
}

/** `body` is JSON already where it is text. */
function json(status: number, body: object | string, headers: Readonly<Record<string, string>> = {}): HttpAnswer {
  return {
    status,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  };
}

const ROUTES = (Object.keys(ENDPOINTS) as EndpointId[]).map((id) => {
  const { method, path } = ENDPOINTS[id];
  return { id, method, segments: path.split('/') };
});

/** Which endpoints an address has, by method, and the variables in it; `undefined` where it has none. */
function endpointsAt(
  pathname: string,
): { readonly byMethod: ReadonlyMap<string, EndpointId>; readonly params: Readonly<Record<string, string>> } | undefined {
  const given = pathname.split('/');
  const found = ROUTES.filter(
    ({ segments }) =>
      segments.length === given.length &&
      segments.every((segment, i) => segment === given[i] || (segment.startsWith('{') && given[i] !== '')),
  );
  if (found.length === 0) return undefined;
  const params: Record<string, string> = {};
  for (const [i, segment] of found[0]!.segments.entries()) if (segment.startsWith('{')) params[segment.slice(1, -1)] = decoded(given[i]!);
  return { byMethod: new Map(found.map(({ id, method }) => [method, id])), params };
}

/** @throws {Problem} not-found for what nobody can be called. */
function usernameIn(params: Call['params']): string {
  const name = usernameSchema.safeParse(params['username']);
  if (!name.success) throw new Problem('not-found', 'Nobody can be called that.', faultsOf(name.error, 'username'));
  return name.data;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new Problem('bad-request', 'The address is not valid.', [{ field: 'path', rule: 'must be percent-encoded UTF-8' }]);
  }
}

/** Which parameters of each query are whole numbers: everything in an address is text at first. */
const WHOLE_NUMBERS = new Map(
  (Object.keys(ENDPOINTS) as EndpointId[]).map((id) => {
    const { properties = {} } = z.toJSONSchema(ENDPOINTS[id].query, { io: 'input' });
    return [id, new Set(Object.keys(properties).filter((name) => (properties[name] as { type?: string }).type === 'integer'))];
  }),
);

function parsedQuery<Id extends EndpointId>(id: Id, query: URLSearchParams): z.infer<(typeof ENDPOINTS)[Id]['query']> {
  const given: Record<string, unknown> = Object.create(null);
  for (const [name, value] of query) {
    if (name in given) throw invalidQuery([{ field: name.slice(0, 100), rule: 'must be given once' }]);
    given[name] = WHOLE_NUMBERS.get(id)!.has(name) && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  }
  // A plus sign nobody encoded arrives as a space; in a time it can be nothing else.
  if (typeof given['at'] === 'string') given['at'] = given['at'].replace(/ (?=\d\d:\d\d$)/, '+');
  const parsed = ENDPOINTS[id].query.safeParse({ ...given });
  if (!parsed.success) throw invalidQuery(faultsOf(parsed.error));
  return parsed.data as z.infer<(typeof ENDPOINTS)[Id]['query']>;
}

function invalidQuery(faults: Problem['faults']): Problem {
  return new Problem('bad-request', 'The query is not valid.', faults);
}

function parsedBody<T extends z.ZodMiniType>(schema: T, body: unknown): z.infer<T> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new Problem('bad-request', 'The body is not valid.', faultsOf(parsed.error));
  return parsed.data;
}
