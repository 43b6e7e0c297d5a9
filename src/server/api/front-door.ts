import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

import { ENDPOINTS, endpointsAt } from '../../contract/api.ts';
import type { CurrentAppearance } from '../appearance/current-appearance.ts';
import type { ReadBoards } from '../boards/public-boards.ts';
import { proxyLookout } from '../http/client-address.ts';
import { failurePage } from './failure-page.ts';
import { type HttpAnswer, type HttpHandler, type HttpRequest, problemAnswer } from '../http/http-message.ts';
import { httpRequestOf, sendAnswer, targetOf } from '../http/node-http.ts';
import { framedBy, framedHeaders, NOT_SHARED, type Origins, playableBy, readableBy } from '../http/other-origins.ts';
import { Problem } from '../http/problem.ts';
import { type HeaderList, headersWithoutPage } from '../http/security-headers.ts';
import type { StaticFiles } from '../http/static-files.ts';
import type { OnAnswered } from '../watching/answered-request.ts';
import { OIDC_PATH } from '../operators/oidc.ts';
import type { Operators } from '../operators/operators.ts';
import { parsedAddress } from './parsed-call.ts';
import { heardBy, type Push } from './push.ts';
import type { Admission } from './admission.ts';
import type { RateLimits } from './rate-limit.ts';
import type { SeenPositions } from './seen-positions.ts';
import { problemOf, type ToldFailures } from './told-problem.ts';

const API_PATH = /^\/(?:api|livez|readyz)(?=[/?]|$)/;
const FAILURES = 500;

/** How long answers to disconnected clients may delay stopping, in milliseconds; with draining, less than Docker's timeout. */
const ANSWER_PATIENCE_MS = 500;

/** Logged for clients that disconnect before an answer, as in nginx. */
const CLIENT_LEFT = 499;

/** The console and paths below it. */
const CONSOLE_PATH = /^\/console(?=[/?]|$)/;

/** Accepted request ids from a proxy: short, and safe in headers and logs. */
const GIVEN_ID = /^[\w.:+/=-]{1,64}$/;

/** Redirects visitors of a site without an owner to its setup. */
const TO_SETUP: HttpAnswer = { status: 303, headers: { location: '/console/setup', 'cache-control': 'no-store' }, body: null };

/** Endpoints for public keys. */
const PLAY_PATH = /^\/api\/v1\/(?:plays|guests)(?=[/?]|$)/;

/** Boards embedded in frames of other sites. */
const EMBED_PATH = /^\/embed(?=[/?]|$)/;

const HEALTH_PATH = /^\/(?:livez|readyz)(?=[/?]|$)/;

/** Facts about a running request, for `AnsweredRequest`. */
interface Asked {
  readonly id: string;
  route: string;
}

type ListenedBoards = Pick<ReadBoards, 'boards' | 'changes'>;

export interface FrontDoorParts extends ToldFailures {
  readonly api: HttpHandler;
  readonly push: Push;
  readonly admit: Admission;
  /** Boards readable with a key or session, and by everyone. */
  readonly boards: { readonly withKey: ListenedBoards; readonly everybody: ListenedBoards };
  readonly appearance: Pick<CurrentAppearance, 'look'>;
  /** Serves files of the site's look. */
  readonly lookFile: (request: HttpRequest) => Promise<HttpAnswer | undefined>;
  /** Serves pages. */
  readonly page: HttpHandler;
  readonly operators: Pick<Operators, 'leadsToSetup'>;
  /** Handles the return from single sign-on. */
  readonly fromProvider?: HttpHandler | undefined;
  /** Serves pages of the console. */
  readonly consolePage?: HttpHandler | undefined;
  readonly files: StaticFiles | undefined;
  readonly limits: RateLimits;
  /** With several processes: read-your-writes positions. */
  readonly seen?: SeenPositions | undefined;
  readonly trustedProxies: number;
  readonly readOrigins?: Origins;
  /** Web sites that may use public keys, and so read too. */
  readonly playOrigins?: (isCurrent: boolean) => readonly string[];
  readonly frameOrigins?: Origins;
  readonly onAnswered?: OnAnswered | undefined;
  /** Default response headers. */
  readonly headers: HeaderList;
}

/**
 * Routes requests to the change stream, the API, files or pages. Streams and pages count against the read limit. Failures are
 * pages for browsers, and problem details for programs.
 */
export function createFrontDoor(parts: FrontDoorParts) {
  const {
    api,
    push,
    admit,
    appearance,
    operators,
    lookFile,
    page,
    consolePage,
    fromProvider,
    files,
    limits,
    seen,
    headers,
    onAnswered,
    log,
  } = parts;
  const { boards: known, trustedProxies, readOrigins = [], playOrigins = () => [], frameOrigins = [] } = parts;

  /** Answers, fills in `asked`, and resolves to the status. */
  async function answer(incoming: IncomingMessage, outgoing: ServerResponse, asked: Asked): Promise<number> {
    lookForProxy(incoming.headers);
    const request = httpRequestOf(incoming, asked.id, trustedProxies);
    const listening = request.method === 'GET' ? listeningTo(request.target) : undefined;
    if (listening !== undefined) await seen?.reached(request, heardBy(incoming));
    const admitted = listening && (await admit(ENDPOINTS[listening.id], request));
    const boards = admitted?.mayReadAll === true ? known.withKey : known.everybody;
    if (admitted && (listening.board === undefined || boards.boards().some(({ name }) => name === listening.board))) {
      asked.route = listening.route;
      const caller = request.caller;
      if (outgoing.destroyed) return CLIENT_LEFT;
      const marks = seen?.marks(request, true);
      const told = Object.entries({ ...admitted.left, ...marks?.headers, ...readable(incoming) });
      if (marks !== undefined) outgoing.setHeader('set-cookie', marks.cookies);
      for (const [name, value] of [...apiHeaders, ...told]) outgoing.setHeader(name, value);
      await push.listen(incoming, outgoing, listening.board, caller, boards.changes, admitted.goesOn);
      return 200;
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (API_PATH.test(request.target)) {
      const answered = await asSeen(request, api);
      // Responses to posts are sent together anyway, after their commit.
      if (isRead) await endOfTurn();
      const readers = readable(incoming, answered.headers['vary']);
      if (readers === NOT_SHARED) return send(answered, outgoing, apiHeaders, asked);
      return send({ ...answered, headers: { ...answered.headers, ...readers } }, outgoing, apiHeaders, asked);
    }
    const look = isRead ? await lookFile(request) : undefined;
    if (look !== undefined) return send(look, outgoing, headers, asked, 'file');
    const file = isRead ? files?.find(request.target.split('?', 1)[0]!) : undefined;
    if (file !== undefined) return send(await files!.answer(file, request), outgoing, headers, asked, 'file');
    if (fromProvider !== undefined && request.target.split('?', 1)[0] === OIDC_PATH) {
      // Each attempt costs a request to the provider.
      await limits.failures.take(request.caller);
      return send(await fromProvider(request), outgoing, headers, asked);
    }
    if (consolePage !== undefined && CONSOLE_PATH.test(request.target)) {
      asked.route = '/console';
      await limits.reads?.take(request.caller);
      return send(await consolePage(request), outgoing, headers, asked);
    }
    asked.route = 'page';
    await limits.reads?.take(request.caller);
    const mayLead = isRead && request.target.split('?', 1)[0] === '/' && wantsPage(incoming);
    // The page must not fail with the database.
    if (mayLead && (await operators.leadsToSetup().catch(() => false))) return send(TO_SETUP, outgoing, headers, asked);
    return sendPage(await asSeen(request, page), outgoing, asked, request.target);
  }

  function readable(incoming: IncomingMessage, vary?: string): Readonly<Record<string, string>> {
    const { method = '', headers } = incoming;
    const { origin } = headers;
    const players = playOrigins(origin !== undefined);
    const request = { method, origin, vary };
    if (PLAY_PATH.test(targetOf(incoming))) return playableBy(players, request);
    return readableBy(readOrigins === '*' || players.length === 0 ? readOrigins : [...readOrigins, ...players], request);
  }

  /** Sends a page with the origins that may frame it. Sites with public keys may frame boards. */
  function sendPage(answered: HttpAnswer, outgoing: ServerResponse, asked: Asked, target: string): number {
    const isEmbed = frameOrigins !== '*' && EMBED_PATH.test(target);
    const origins = isEmbed ? [...frameOrigins, ...playOrigins(true)] : frameOrigins;
    const every = isEmbed ? framedHeaders(origins, headers) : pageHeaders;
    const policy = answered.headers['content-security-policy'];
    if (policy === undefined || origins.length === 0) return send(answered, outgoing, every, asked);
    return send(
      { ...answered, headers: { ...answered.headers, 'content-security-policy': framedBy(origins, policy) } },
      outgoing,
      every,
      asked,
    );
  }

  function send(answered: HttpAnswer, outgoing: ServerResponse, every: HeaderList, asked: Asked, route = answered.route): number {
    if (route !== undefined) asked.route = route;
    const isFailure = answered.status >= FAILURES;
    // The request id links an error report to the log.
    sendAnswer(isFailure ? { ...answered, headers: { ...answered.headers, 'x-request-id': asked.id } } : answered, outgoing, every);
    return answered.status;
  }

  /** Calls `handler` once this process has caught up with what the visitor has seen; not for health checks. */
  function asSeen(request: HttpRequest, handler: HttpHandler): Promise<HttpAnswer> {
    return seen === undefined || HEALTH_PATH.test(request.target) ? handler(request) : afterSeen(seen, request, handler);
  }

  async function afterSeen(seen: SeenPositions, request: HttpRequest, handler: HttpHandler): Promise<HttpAnswer> {
    await seen.reached(request);
    return seen.told(request, await handler(request));
  }

  let turn: Promise<void> | undefined;

  /** Sends responses of one turn of the event loop together, because a client that one has woken may be awake for the next. */
  function endOfTurn(): Promise<void> {
    return (turn ??= nextTurn().then(() => void (turn = undefined)));
  }

  const apiHeaders = headersWithoutPage(headers);
  const pageHeaders = framedHeaders(frameOrigins, headers);
  const lookForProxy = proxyLookout(trustedProxies, log);
  const idOf = requestIds(trustedProxies > 0);
  const answering = new Set<Promise<void>>();

  async function answerOrFail(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const begunAt = performance.now();
    const { method = 'GET' } = incoming;
    const asked: Asked = { id: idOf(incoming.headers['x-request-id']), route: 'unknown' };
    let status: number;
    try {
      status = await answer(incoming, outgoing, asked);
    } catch (error) {
      const problem = problemOf(error, { method, ...asked }, parts);
      if (outgoing.headersSent) outgoing.destroy();
      else if (wantsPage(incoming)) sendPage(failurePage(problem, appearance.look), outgoing, asked, targetOf(incoming));
      else send(problemAnswer(problem), outgoing, headers, asked);
      status = problem.status;
    }
    const path = targetOf(incoming).split('?', 1)[0]!;
    onAnswered?.({ id: asked.id, method, route: asked.route, status, durationMs: performance.now() - begunAt, path });
  }

  function enter(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const answered = answerOrFail(incoming, outgoing).then(() => void answering.delete(answered));
    answering.add(answered);
  }

  return {
    enter,
    /** Resolves once all requests have a response, or after a while, so that disconnected clients cannot keep a server from stopping. */
    settled: () => Promise.race([Promise.all(answering), sleep(ANSWER_PATIENCE_MS, undefined, { ref: false })]),
  };
}

/** Whether a browser requests a page, as opposed to a program or an API call. */
function wantsPage(incoming: IncomingMessage): boolean {
  return !API_PATH.test(targetOf(incoming)) && /\btext\/html\b/.test(incoming.headers.accept ?? '');
}

/** The change stream that a target requests (`board` is `undefined` for all boards); `undefined` for anything else. */
function listeningTo(target: string) {
  const [path = ''] = target.split('?', 1);
  // Fast path: both streams have this suffix.
  if (!path.endsWith('/events')) return undefined;
  const found = endpointsAt(path);
  const id = found?.byMethod.get('GET');
  if (found === undefined || (id !== 'changes' && id !== 'allChanges')) return undefined;
  try {
    const { variables } = parsedAddress(id, found.variables, target.slice(path.length));
    return { id, board: 'board' in variables ? variables.board : undefined, route: found.path };
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** Assigns unique request ids, or takes them from `x-request-id` behind a trusted proxy. */
function requestIds(isBehindProxy: boolean): (given: string | readonly string[] | undefined) => string {
  const process = randomBytes(5).toString('hex');
  let count = 0;
  return (given) => {
    if (isBehindProxy && typeof given === 'string' && GIVEN_ID.test(given)) return given;
    count += 1;
    return `${process}-${count}`;
  };
}
