// Parsing requests by the endpoint table.
import * as z from 'zod/mini';

import { ENDPOINT_IDS, ENDPOINTS, type EndpointId, PATH_VARIABLES } from '../../contract/api.ts';
import { type Answer, type Endpoint, NO_QUERY, type ParsedQuery, type Sent, type Variables } from '../../contract/endpoint.ts';
import { decodedText } from '../../contract/read-text.ts';
import type { HttpAnswer, HttpRequest } from '../http/http-message.ts';
import { Problem } from '../http/problem.ts';
import { jsonBody, MAX_PUBLIC_BODY_BYTES } from '../http/request-body.ts';
import { faultsIn, faultsOf } from '../../contract/parts/schema-faults.ts';
import type { Admitted } from './admission.ts';
import { json, type Reader } from './json-answer.ts';

/** Parsed path variables and query. */
export interface ParsedAddress<Id extends EndpointId> {
  readonly variables: Variables<(typeof ENDPOINTS)[Id]>;
  readonly query: ParsedQuery<(typeof ENDPOINTS)[Id]>;
}

/** A parsed call. The body is raw if the handler checks it, and `undefined` if the endpoint takes none. */
export interface Call<Id extends EndpointId>
  extends ParsedAddress<Id>, Pick<Admitted, 'bounds' | 'needRole' | 'mayAs' | 'by' | 'signedIn'> {
  readonly request: HttpRequest;
  readonly reader: Reader;
  readonly body: BodyOf<(typeof ENDPOINTS)[Id]>;
}

type BodyOf<E extends Endpoint> = E extends { readonly checksBody: true }
  ? unknown
  : E extends { readonly body: infer Body extends z.ZodMiniType }
    ? z.output<Body>
    : undefined;

/** A handler's result: the endpoint's answer, or a whole HTTP answer if status or headers matter. */
type Answered<Id extends EndpointId> = HttpAnswer | Extract<Sent<Answer<(typeof ENDPOINTS)[Id]>>, object>;

export type Handlers<Id extends EndpointId> = { readonly [Each in Id]: (call: Call<Each>) => Answered<Each> | Promise<Answered<Each>> };

/** Completes a handler's result with the endpoint's only status. */
export function wholeAnswer(id: EndpointId, answered: object): HttpAnswer {
  if ('status' in answered && typeof answered.status === 'number') return answered as HttpAnswer;
  return json(Number(Object.keys(ENDPOINTS[id].answers)[0]), answered);
}

/**
 * Parses encoded path variables and the query string.
 * @throws {Problem} bad-request for an invalid encoding or query; not-found for an invalid name.
 */
export function parsedAddress<Id extends EndpointId>(id: Id, encoded: Readonly<Record<string, string>>, query: string): ParsedAddress<Id> {
  const variables: Record<string, string> = {};
  for (const name in encoded) variables[name] = parsedVariable(name as keyof typeof PATH_VARIABLES, decoded(encoded[name]!));
  return {
    variables: variables as Variables<(typeof ENDPOINTS)[Id]>,
    query: query === '' ? unsaidQuery(id) : parsedQuery(id, new URLSearchParams(query)),
  };
}

/** Parses the body, unless the handler checks it. @throws {Problem} as {@link jsonBody}; bad-request with all faults. */
export async function parsedBody<Id extends EndpointId>(id: Id, request: HttpRequest): Promise<BodyOf<(typeof ENDPOINTS)[Id]>> {
  const { body, checksBody, role, maxBodyBytes = role === 'play' ? MAX_PUBLIC_BODY_BYTES : undefined }: Endpoint = ENDPOINTS[id];
  const sent = await jsonBody(request, maxBodyBytes);
  if (checksBody === true) return sent as BodyOf<(typeof ENDPOINTS)[Id]>;
  const parsed = body!.safeParse(sent);
  if (!parsed.success) throw new Problem('bad-request', 'The body is invalid.', faultsIn(body!, sent));
  return parsed.data as BodyOf<(typeof ENDPOINTS)[Id]>;
}

function parsedVariable(name: keyof typeof PATH_VARIABLES, text: string): string {
  const parsed = PATH_VARIABLES[name].safeParse(text);
  if (!parsed.success) throw new Problem('not-found', 'Not a valid name.', faultsOf(parsed.error, name));
  return parsed.data;
}

function decoded(segment: string): string {
  const text = decodedText(segment);
  if (text !== undefined) return text;
  throw new Problem('bad-request', 'The path is invalid.', [{ field: 'path', rule: 'must be percent-encoded UTF-8' }]);
}

function querySchema(id: EndpointId): z.ZodMiniType {
  const { query = NO_QUERY }: Endpoint = ENDPOINTS[id];
  return query;
}

/** Numeric query parameters per endpoint. */
const WHOLE_NUMBERS = new Map(
  ENDPOINT_IDS.map((id) => {
    const { properties = {} } = z.toJSONSchema(querySchema(id), { io: 'input' });
    return [id, Object.keys(properties).filter((name) => (properties[name] as { type?: string }).type === 'integer')];
  }),
);

function parsedQuery<Id extends EndpointId>(id: Id, query: URLSearchParams): ParsedAddress<Id>['query'] {
  // Unlike assignment, handles `__proto__` as an ordinary name.
  const given: Record<string, unknown> = Object.fromEntries(query);
  if (Object.keys(given).length < query.size) throw invalidQuery([{ field: twiceIn(query).slice(0, 100), rule: 'must not be repeated' }]);
  for (const name of WHOLE_NUMBERS.get(id)!) {
    const value = given[name];
    if (typeof value === 'string' && /^-?\d{1,15}$/.test(value)) given[name] = Number(value);
  }
  const parsed = querySchema(id).safeParse(given);
  if (!parsed.success) throw invalidQuery(faultsOf(parsed.error));
  return parsed.data as ParsedAddress<Id>['query'];
}

/** The parsed empty query, cached. @throws {Problem} bad-request if the endpoint requires a query. */
function unsaidQuery<Id extends EndpointId>(id: Id): ParsedAddress<Id>['query'] {
  let unsaid = UNSAID.get(id);
  if (unsaid === undefined) UNSAID.set(id, (unsaid = parsedQuery(id, new URLSearchParams())));
  return unsaid as ParsedAddress<Id>['query'];
}

const UNSAID = new Map<EndpointId, unknown>();

function twiceIn(query: URLSearchParams): string {
  const names = [...query.keys()];
  return names.find((name, index) => names.indexOf(name) < index)!;
}

function invalidQuery(faults: Problem['faults']): Problem {
  return new Problem('bad-request', 'The query is invalid.', faults);
}
