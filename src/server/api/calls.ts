// API calls: finds the endpoint, admits the caller, parses the request by the table, and calls the handler.
import { ENDPOINTS, type EndpointId, endpointsAt, type Found } from '../../contract/api.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { includesRole } from '../../contract/role.ts';
import type { CurrentAppearance } from '../appearance/current-appearance.ts';
import { actAs } from '../store/acting.ts';
import { LeftToWriter } from '../store/left-to-writer.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { type HttpAnswer, type HttpHandler, type HttpRequest, problemAnswer } from '../http/http-message.ts';
import { Problem } from '../http/problem.ts';
import { type AdmissionParts, createAdmission } from './admission.ts';
import { apiPage } from './description/api-page.ts';
import { type Handlers, parsedAddress, parsedBody, wholeAnswer } from './parsed-call.ts';
import { createReaders } from './json-answer.ts';
import { problemOf, type ToldFailures } from './told-problem.ts';

const NO_BODY = { body: null, file: undefined };

export interface CallParts extends AdmissionParts, ToldFailures {
  readonly boards: LiveBoards;
  readonly appearance: Pick<CurrentAppearance, 'look'>;
}

/**
 * Answers calls with `handlers`. Failures become problem details; unexpected ones are logged and reveal nothing.
 * @throws {LeftToWriter} on a thread that holds no rows.
 */
export function answerCalls(parts: CallParts, handlers: Handlers<EndpointId>): HttpHandler {
  const { boards } = parts;
  const readers = createReaders(boards);
  const admit = createAdmission(parts);

  async function answer(request: HttpRequest, path: string, found: Found | undefined): Promise<HttpAnswer> {
    if (found === undefined) throw new Problem('not-found', 'There is no such endpoint. See /api for the documentation.');
    const id = found.byMethod.get(request.method === 'HEAD' ? 'GET' : request.method);
    if (id === undefined) {
      const allow = [...found.byMethod.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
      if (request.method === 'OPTIONS') return { status: 204, body: null, headers: { allow: `${allow}, OPTIONS` } };
      throw new Problem('method-not-allowed', `This endpoint accepts ${allow}.`, [], { allow: `${allow}, OPTIONS` });
    }
    const endpoint: Endpoint = ENDPOINTS[id];
    const { role } = endpoint;
    const isOperation = role !== 'none' && includesRole(role, 'viewer');
    const { left, bounds, mayReadAll, mayAs, needRole, signedIn, by } = await admit(endpoint, request);
    try {
      // Operators must see what they just did through another process.
      if (isOperation) await boards.store.catchUp();
      const address = parsedAddress(id, found.variables, request.target.slice(path.length));
      const reader = mayReadAll ? readers.withKey : readers.everybody;
      const { variables, query } = address;
      const body = endpoint.body === undefined ? undefined : await parsedBody(id, request);
      const call = { request, reader, bounds, mayAs, needRole, signedIn, by, variables, query, body };
      const handle = handlers[id];
      // Only operators' actions have an actor for the audit log.
      const answered = wholeAnswer(id, await (isOperation ? actAs(by, () => handle(call as never)) : handle(call as never)));
      if (isOperation && endpoint.method !== 'GET' && !('preview' in query && query.preview === '1'))
        parts.log('Operator action', { level: 'info', act: id, by: by.name ?? by.kind, request: request.id });
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
      if (error instanceof LeftToWriter) throw error;
      answered = problemAnswer(problemOf(error, { method: request.method, route, id: request.id }, parts));
      if (answered.status < 500 && found?.byMethod.get(request.method) === 'submitPoints') boards.hours.refused(1);
    }
    const { status, headers, cookies } = answered;
    const { body, file } = request.method === 'HEAD' ? NO_BODY : answered;
    return { status, headers, body, file, cookies, route };
  };
}
