// The API: finds the endpoint of a request, admits the caller, parses by the table, and calls the handler.
import { ENDPOINTS, type EndpointId, endpointsAt } from '../../contract/api.ts';
import { type HttpAnswer, type HttpRequest, problemAnswer } from '../http/http-message.ts';
import { Problem } from '../http/problem.ts';
import { StorageFailure } from '../store/points-store.ts';
import { type AdmissionParts, createAdmission } from './admission.ts';
import { apiPage } from './api-page.ts';
import { gameHandlers, type GameParts } from './game-handlers.ts';
import { createCached } from './json-answer.ts';
import { operationHandlers, type OperationParts } from './operation-handlers.ts';
import { pageHandlers } from './page-handlers.ts';
import { type Handlers, parsedAddress, parsedBody } from './parsed-call.ts';

const LONGEST_LOGGED_PATH = 200;

export interface LiveApiParts extends GameParts, OperationParts, AdmissionParts {}

/**
 * The API. Every failure is answered as problem details; those nobody expected are logged, and say nothing about us.
 */
export function createApi(parts: LiveApiParts): (request: HttpRequest) => Promise<HttpAnswer> {
  const { boards, log } = parts;
  const cached = createCached(() => boards.changes.position(), parts.trustedProxies);
  const handlers: Handlers<EndpointId> = {
    ...gameHandlers(parts, cached),
    ...operationHandlers(parts, cached),
    ...pageHandlers(parts, cached),
  };
  const admit = createAdmission(parts);

  async function answer(request: HttpRequest, path: string): Promise<HttpAnswer> {
    const found = endpointsAt(path);
    if (found === undefined) throw new Problem('not-found', 'There is nothing at this address. The API is described at /api.');
    const id = found.byMethod.get(request.method === 'HEAD' ? 'GET' : request.method);
    if (id === undefined) {
      const allow = [...found.byMethod.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
      if (request.method === 'OPTIONS') return { status: 204, body: null, headers: { allow: `${allow}, OPTIONS` } };
      throw new Problem('method-not-allowed', `This address accepts ${allow}.`, [], { allow: `${allow}, OPTIONS` });
    }
    const { left, bounds } = await admit(ENDPOINTS[id], request);
    try {
      // Operators act on what they did elsewhere: other processes may have been told of it first.
      if (ENDPOINTS[id].scope === 'admin') await boards.store.catchUp();
      const address = parsedAddress(id, found.variables, new URLSearchParams(request.target.slice(path.length)));
      // Parsed by the schemas of this endpoint, it is what the handler of this endpoint takes.
      const call = { request, bounds, ...address, body: await parsedBody(id, request) };
      const { status, body, headers } = await handlers[id](call as never);
      return { status, body, headers: { ...headers, ...left } };
    } catch (error) {
      throw error instanceof Problem ? new Problem(error.code, error.message, error.faults, { ...left, ...error.headers }) : error;
    }
  }

  return async function handle(request: HttpRequest): Promise<HttpAnswer> {
    const [path = ''] = request.target.split('?', 1);
    let answered: HttpAnswer;
    try {
      answered = path === '/api' && request.method === 'GET' ? apiPage(parts.appearance.look) : await answer(request, path);
    } catch (error) {
      answered = problemAnswer(problemOf(error, `${request.method} ${path.slice(0, LONGEST_LOGGED_PATH)}`, log));
    }
    return request.method === 'HEAD' ? { ...answered, body: null } : answered;
  };
}

/** The failure as it may be told; what nobody expected is logged instead. */
function problemOf(error: unknown, what: string, log: (text: string) => void): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof StorageFailure) {
    log(`${what}: ${error.message}`);
    return error.trouble === 'full'
      ? new Problem('storage-full', 'The disk is full. Nothing from this request was stored. Reading still works.', [], {
          'retry-after': '10',
        })
      : new Problem('unavailable', 'The database failed. Try the same request again: what is sent twice counts once.', [], {
          'retry-after': '1',
        });
  }
  log(`${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return new Problem('internal', 'An unexpected error was logged. Try again later.');
}
