import type { IncomingMessage, ServerResponse } from 'node:http';

import { endpointsAt } from '../../contract/api.ts';
import type { CurrentAppearance } from '../appearance/current-appearance.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { callerOf, proxyLookout } from '../http/client-address.ts';
import { failurePage } from './failure-page.ts';
import { type HttpAnswer, type HttpHandler, type HttpRequest, problemAnswer } from '../http/http-message.ts';
import { httpRequestOf, sendAnswer, targetOf } from '../http/node-http.ts';
import { Problem } from '../http/problem.ts';
import { type HeaderList, headersWithoutPage } from '../http/security-headers.ts';
import type { StaticFiles } from '../http/static-files.ts';
import { parsedAddress } from './parsed-call.ts';
import { heardBy, type Push } from './push.ts';
import type { RateLimits } from './rate-limit.ts';
import type { SeenPositions } from './seen-positions.ts';

const API_PATH = /^\/(?:api|livez|readyz)(?=[/?]|$)/;
const HEALTH_PATH = /^\/(?:livez|readyz)(?=[/?]|$)/;

export interface FrontDoorParts {
  readonly api: HttpHandler;
  readonly push: Push;
  readonly boards: Pick<LiveBoards, 'boards'>;
  readonly appearance: Pick<CurrentAppearance, 'look'>;
  /** Answers with a file of the site's look, if the target is one. */
  readonly lookFile: (request: HttpRequest) => Promise<HttpAnswer | undefined>;
  /** Answers everything that is neither the API nor a file. */
  readonly page: HttpHandler;
  readonly files: StaticFiles | undefined;
  readonly limits: RateLimits;
  /** Where several processes answer the same visitors: what they have seen. */
  readonly seen?: SeenPositions | undefined;
  readonly trustedProxies: number;
  /** Of every response. */
  readonly headers: HeaderList;
  readonly log: (text: string) => void;
}

/**
 * Lets every request in to whoever answers it: the changes, the API, a file, or a page. Whoever listens to changes or
 * looks at a page counts as a reader. A failure is told as a page to a browser, and as a problem to a program.
 */
export function createFrontDoor({
  api,
  push,
  boards,
  appearance,
  lookFile,
  page,
  files,
  limits,
  seen,
  trustedProxies,
  headers,
  log,
}: FrontDoorParts) {
  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    lookForProxy(incoming.headers, incoming.socket.remoteAddress);
    const request = httpRequestOf(incoming);
    const listening = request.method === 'GET' ? listeningTo(request.target) : undefined;
    if (listening !== undefined) await seen?.reached(request, heardBy(incoming));
    if (listening !== undefined && (listening.board === undefined || boards.boards().some(({ name }) => name === listening.board))) {
      const caller = callerBehind(incoming);
      const left = (await limits.reads?.take(caller)) ?? {};
      if (outgoing.destroyed) return;
      const told = Object.entries({ ...left, ...seen?.headers(request, true) });
      for (const [name, value] of [...apiHeaders, ...told]) outgoing.setHeader(name, value);
      push(incoming, outgoing, listening.board, caller);
      return;
    }
    if (API_PATH.test(request.target)) return sendAnswer(await asSeen(request, api), outgoing, apiHeaders);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const look = isRead ? await lookFile(request) : undefined;
    if (look !== undefined) return sendAnswer(look, outgoing, headers);
    const file = isRead ? files?.find(request.target.split('?', 1)[0]!) : undefined;
    if (file !== undefined) return sendAnswer(await files!.answer(file, request), outgoing, headers);
    await limits.reads?.take(callerBehind(incoming));
    sendAnswer(await asSeen(request, page), outgoing, headers);
  }

  /** What `handler` answers, from nothing older than what the visitor has seen. Health is nobody's view. */
  async function asSeen(request: HttpRequest, handler: HttpHandler): Promise<HttpAnswer> {
    if (seen === undefined || HEALTH_PATH.test(request.target)) return handler(request);
    await seen.reached(request);
    return seen.told(request, await handler(request));
  }

  function callerBehind(incoming: IncomingMessage): string {
    const forwardedFor = incoming.headers['x-forwarded-for'];
    return callerOf(incoming.socket.remoteAddress ?? '', typeof forwardedFor === 'string' ? forwardedFor : null, trustedProxies);
  }

  // Half as many bytes as those of pages.
  const apiHeaders = headersWithoutPage(headers);
  const lookForProxy = proxyLookout(trustedProxies, log);
  const answering = new Set<Promise<void>>();

  function enter(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const answered = answer(incoming, outgoing).catch((error: unknown) => {
      if (!(error instanceof Problem)) log(error instanceof Error ? (error.stack ?? error.message) : String(error));
      const problem = error instanceof Problem ? error : new Problem('internal', 'An unexpected error was logged. Try again later.');
      if (outgoing.headersSent) outgoing.destroy();
      else sendAnswer(wantsPage(incoming) ? failurePage(problem, appearance.look) : problemAnswer(problem), outgoing, headers);
    });
    answering.add(answered);
    void answered.then(() => answering.delete(answered));
  }

  return { enter, settled: async () => void (await Promise.all(answering)) };
}

/** Whether a browser asks for something to look at: programs are told problems in JSON, and so is everybody by the API. */
function wantsPage(incoming: IncomingMessage): boolean {
  return !API_PATH.test(targetOf(incoming)) && /\btext\/html\b/.test(incoming.headers.accept ?? '');
}

/**
 * The board whose changes a target asks for, by name, or `undefined` within for all boards; `undefined` if it asks
 * for anything else, or in a way that the API must refuse.
 */
function listeningTo(target: string): { readonly board: string | undefined } | undefined {
  const [path = ''] = target.split('?', 1);
  const found = endpointsAt(path);
  const id = found?.byMethod.get('GET');
  if (found === undefined || (id !== 'changes' && id !== 'allChanges')) return undefined;
  try {
    const { variables } = parsedAddress(id, found.variables, new URLSearchParams(target.slice(path.length)));
    return { board: 'board' in variables ? variables.board : undefined };
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
