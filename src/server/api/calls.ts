// Calls of the API: the endpoint of a request is found, the caller admitted, what they sent parsed by the table, and the handler called.
import { ENDPOINTS, type EndpointId, endpointsAt, type Found } from '../../contract/api.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { includesRole } from '../../contract/role.ts';
import type { CurrentAppearance } from '../appearance/current-appearance.ts';
import { actAs } from '../store/acting.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { type HttpAnswer, type HttpHandler, type HttpRequest, problemAnswer } from '../http/http-message.ts';
import { Problem } from '../http/problem.ts';
import { type AdmissionParts, createAdmission } from './admission.ts';
import { apiPage } from './description/api-page.ts';
import { type Handlers, parsedAddress, parsedBody, wholeAnswer } from './parsed-call.ts';
import { createReaders } from './json-answer.ts';
import { problemOf, type ToldFailures } from './told-problem.ts';

/** What calls are answered with, whatever they ask for. */
export interface CallParts extends AdmissionParts, ToldFailures {
  readonly boards: LiveBoards;
  readonly appearance: Pick<CurrentAppearance, 'look'>;
}

/** Answers calls with `handlers`. Every failure is answered as problem details; those nobody expected are logged, and say nothing about us. */
export function answerCalls(parts: CallParts, handlers: Handlers<EndpointId>): HttpHandler {
  const { boards } = parts;
  const readers = createReaders(boards);
  const admit = createAdmission(parts);

  async function answer(request: HttpRequest, path: string, found: Found | undefined): Promise<HttpAnswer> {
    if (found === undefined) throw new Problem('not-found', 'There is nothing at this address. The API is described at /api.');
    const id = found.byMethod.get(request.method === 'HEAD' ? 'GET' : request.method);
    if (id === undefined) {
      const allow = [...found.byMethod.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
      if (request.method === 'OPTIONS') return { status: 204, body: null, headers: { allow: `${allow}, OPTIONS` } };
      throw new Problem('method-not-allowed', `This address accepts ${allow}.`, [], { allow: `${allow}, OPTIONS` });
    }
    const endpoint: Endpoint = ENDPOINTS[id];
    const { role } = endpoint;
    const isOperation = role !== 'none' && includesRole(role, 'viewer');
    const { left, bounds, mayReadAll, mayAs, needRole, signedIn, by } = await admit(endpoint, request);
    try {
      // Operators act on what they did elsewhere: other processes may have been told of it first.
      if (isOperation) await boards.store.catchUp();
      const address = parsedAddress(id, found.variables, request.target.slice(path.length));
      // Parsed by the schemas of this endpoint, it is what the handler of this endpoint takes.
      const reader = mayReadAll ? readers.withKey : readers.everybody;
      const { variables, query } = address;
      const body = endpoint.body === undefined ? undefined : await parsedBody(id, request);
      const call = { request, reader, bounds, mayAs, needRole, signedIn, by, variables, query, body };
      const handle = handlers[id];
      // What games and visitors do is not told in the audit log.
      const answered = wholeAnswer(id, await (isOperation ? actAs(by, () => handle(call as never)) : handle(call as never)));
      if (isOperation && endpoint.method !== 'GET' && !('preview' in query && query.preview === '1'))
        parts.log('An operator acted', { level: 'info', act: id, by: by.name ?? by.kind, request: request.id });
      return left === undefined ? answered : { ...answered, headers: { ...answered.headers, ...left } };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      throw new Problem(error.code, error.message, error.faults, { ...left, ...error.headers }, error.told);
    }
  }

  return async function handle(request: HttpRequest): Promise<HttpAnswer> {
    const [path = ''] = request.target.split('?', 1);
    const found = endpointsAt(path);
    const route = found?.path ?? (path === '/api' ? path : 'unknown');
    let answered: HttpAnswer;
    try {
      answered = path === '/api' && request.method === 'GET' ? apiPage(parts.appearance.look) : await answer(request, path, found);
    } catch (error) {
      answered = problemAnswer(problemOf(error, { method: request.method, route, id: request.id }, parts));
    }
    const { status, headers, body, cookies } = answered;
    return { status, headers, body: request.method === 'HEAD' ? null : body, cookies, route };
  };
}
