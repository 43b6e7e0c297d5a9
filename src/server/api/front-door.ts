import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import { ENDPOINTS, endpointsAt } from '../../contract/api.ts';
import type { CurrentAppearance } from '../appearance/current-appearance.ts';
import type { ReadBoards } from '../boards/public-boards.ts';
import { proxyLookout } from '../http/client-address.ts';
import { failurePage } from './failure-page.ts';
import { type HttpAnswer, type HttpHandler, type HttpRequest, problemAnswer } from '../http/http-message.ts';
import { httpRequestOf, sendAnswer, targetOf } from '../http/node-http.ts';
import { framedBy, framedHeaders, type Origins, readableBy } from '../http/other-origins.ts';
import { Problem } from '../http/problem.ts';
import { type HeaderList, headersWithoutPage } from '../http/security-headers.ts';
import type { StaticFiles } from '../http/static-files.ts';
import type { OnAnswered } from '../watching/answered-request.ts';
import { OIDC_PATH } from '../operators/oidc.ts';
import { parsedAddress } from './parsed-call.ts';
import { heardBy, type Push } from './push.ts';
import type { Admission } from './admission.ts';
import type { RateLimits } from './rate-limit.ts';
import type { SeenPositions } from './seen-positions.ts';
import { problemOf, type ToldFailures } from './told-problem.ts';

const API_PATH = /^\/(?:api|livez|readyz)(?=[/?]|$)/;
/** From here on a status says that something of ours failed. */
const FAILURES = 500;

/** What is noted of whoever left before there was an answer, as nginx does. */
const CLIENT_LEFT = 499;

/** The console, and what is below it but for its files. */
const CONSOLE_PATH = /^\/console(?=[/?]|$)/;

/** What a proxy may call a request: short, and safe in a header and in a log. */
const GIVEN_ID = /^[\w.:+/=-]{1,64}$/;

const HEALTH_PATH = /^\/(?:livez|readyz)(?=[/?]|$)/;

/** What is known of a request under way, as `AnsweredRequest` says it. */
interface Asked {
  readonly id: string;
  route: string;
}

type ListenedBoards = Pick<ReadBoards, 'boards' | 'changes'>;

export interface FrontDoorParts extends ToldFailures {
  readonly api: HttpHandler;
  readonly push: Push;
  readonly admit: Admission;
  /** The boards that somebody with a key or a session may read, and those that everybody may. */
  readonly boards: { readonly withKey: ListenedBoards; readonly everybody: ListenedBoards };
  readonly appearance: Pick<CurrentAppearance, 'look'>;
  /** Answers with a file of the site's look, if the target is one. */
  readonly lookFile: (request: HttpRequest) => Promise<HttpAnswer | undefined>;
  /** Answers everything that is neither the API nor a file. */
  readonly page: HttpHandler;
  /** Answers whoever comes back from the organisation’s sign-in, if there is one. */
  readonly fromProvider?: HttpHandler | undefined;
  /** Answers what is below `/console` and no file. */
  readonly consolePage?: HttpHandler | undefined;
  readonly files: StaticFiles | undefined;
  readonly limits: RateLimits;
  /** Where several processes answer the same visitors: what they have seen. */
  readonly seen?: SeenPositions | undefined;
  readonly trustedProxies: number;
  /** Whose pages may read the API in a browser, and show ours in a frame. */
  readonly readOrigins?: Origins;
  readonly frameOrigins?: Origins;
  /** Told of every request. */
  readonly onAnswered?: OnAnswered | undefined;
  /** Of every response. */
  readonly headers: HeaderList;
}

/**
 * Lets every request in to whoever answers it: the changes, the API, a file, or a page. Whoever listens to changes or
 * looks at a page counts as a reader. A failure is told as a page to a browser, and as a problem to a program.
 */
export function createFrontDoor(parts: FrontDoorParts) {
  const { api, push, admit, appearance, lookFile, page, consolePage, fromProvider, files, limits, seen, headers, onAnswered, log } = parts;
  const { boards: known, trustedProxies, readOrigins = [], frameOrigins = [] } = parts;

  /** Answers, and notes with `asked` what was asked for. Resolves to the status. */
  async function answer(incoming: IncomingMessage, outgoing: ServerResponse, asked: Asked): Promise<number> {
    lookForProxy(incoming.headers, incoming.socket.remoteAddress);
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
      push.listen(incoming, outgoing, listening.board, caller, boards.changes, admitted.goesOn);
      return 200;
    }
    if (API_PATH.test(request.target)) {
      const answered = await asSeen(request, api);
      if (readOrigins.length === 0) return send(answered, outgoing, apiHeaders, asked);
      const readers = readable(incoming, answered.headers['vary']);
      return send({ ...answered, headers: { ...answered.headers, ...readers } }, outgoing, apiHeaders, asked);
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const look = isRead ? await lookFile(request) : undefined;
    if (look !== undefined) return send(look, outgoing, headers, asked, 'file');
    const file = isRead ? files?.find(request.target.split('?', 1)[0]!) : undefined;
    if (file !== undefined) return send(await files!.answer(file, request), outgoing, headers, asked, 'file');
    if (fromProvider !== undefined && request.target.split('?', 1)[0] === OIDC_PATH) {
      // Each of them asks the provider: a wrong one is known only then.
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
    return send(framed(await asSeen(request, page)), outgoing, pageHeaders, asked);
  }

  function readable({ method = '', headers: { origin } }: IncomingMessage, vary?: string): Readonly<Record<string, string>> {
    return readableBy(readOrigins, { method, origin, vary });
  }

  /** A page with a policy of its own, as those may show it who may frame it. */
  function framed(answered: HttpAnswer): HttpAnswer {
    const policy = answered.headers['content-security-policy'];
    if (policy === undefined || frameOrigins.length === 0) return answered;
    return { ...answered, headers: { ...answered.headers, 'content-security-policy': framedBy(frameOrigins, policy) } };
  }

  function send(answered: HttpAnswer, outgoing: ServerResponse, every: HeaderList, asked: Asked, route = answered.route): number {
    if (route !== undefined) asked.route = route;
    const isFailure = answered.status >= FAILURES;
    // Whoever tells us of a failure can say which: the log has the same word.
    sendAnswer(isFailure ? { ...answered, headers: { ...answered.headers, 'x-request-id': asked.id } } : answered, outgoing, every);
    return answered.status;
  }

  /** What `handler` answers, from nothing older than what the visitor has seen. Health is nobody's view. */
  function asSeen(request: HttpRequest, handler: HttpHandler): Promise<HttpAnswer> {
    return seen === undefined || HEALTH_PATH.test(request.target) ? handler(request) : afterSeen(seen, request, handler);
  }

  async function afterSeen(seen: SeenPositions, request: HttpRequest, handler: HttpHandler): Promise<HttpAnswer> {
    await seen.reached(request);
    return seen.told(request, await handler(request));
  }

  // Less than half as many bytes as those of pages.
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
      else if (wantsPage(incoming)) send(framed(failurePage(problem, appearance.look)), outgoing, pageHeaders, asked);
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

  return { enter, settled: async () => void (await Promise.all(answering)) };
}

/** Whether a browser asks for something to look at: programs are told problems in JSON, and so is everybody by the API. */
function wantsPage(incoming: IncomingMessage): boolean {
  return !API_PATH.test(targetOf(incoming)) && /\btext\/html\b/.test(incoming.headers.accept ?? '');
}

/**
 * The board whose changes a target asks for, by name, or `undefined` within for all boards, and the path of that endpoint;
 * `undefined` if it asks for anything else, or in a way that the API must refuse.
 */
function listeningTo(target: string) {
  const [path = ''] = target.split('?', 1);
  // Both paths end so. Nearly all that is asked does not.
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

/**
 * Gives each request an id that no other has: the one that a proxy of ours gave it in `x-request-id`, if there is such a proxy, or else
 * one of our own.
 */
function requestIds(isBehindProxy: boolean): (given: string | readonly string[] | undefined) => string {
  const process = randomBytes(5).toString('hex');
  let count = 0;
  return (given) => {
    if (isBehindProxy && typeof given === 'string' && GIVEN_ID.test(given)) return given;
    count += 1;
    return `${process}-${count}`;
  };
}
