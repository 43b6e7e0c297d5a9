import * as z from 'zod/mini';

import { problemSchema } from '../../../contract/parts/answer-parts.ts';
import { ENDPOINTS, PATH_VARIABLES } from '../../../contract/api.ts';
import { type Endpoint, NO_QUERY } from '../../../contract/endpoint.ts';
import { WEBHOOK_MESSAGES } from '../../../contract/operation/webhooks.ts';
import { SCHEMA_NAMES } from './schema-names.ts';
import { tagOf, TAGS } from './tags.ts';

type Json = Record<string, unknown>;

export type OpenApiDocument = ReturnType<typeof made>;

export type Operation = ReturnType<typeof operationOf>;

interface Answered {
  readonly description: string;
  /** By media type. */
  readonly content?: Readonly<Record<string, { readonly schema: Json }>>;
}

const MEANINGS: Readonly<Record<number, string>> = {
  400: 'The request is invalid. Nothing was changed.',
  401: 'The API key is missing, unknown, revoked or expired.',
  403: 'The API key lacks the role, or may not write to this board.',
  404: 'There is no such board, player, event or import, or the day or moment is in the future.',
  408: 'The request did not arrive in time. Send it again.',
  409: 'It already exists with different content, the name is taken, or the current state does not allow it.',
  410: 'The cursor’s period is over.',
  412: 'It was changed in the meantime. Nothing was changed now. "now" is the current value; "by" and "at" say who changed it last and when, if known.',
  413: 'The body or the batch is too large. Nothing was stored.',
  415: 'The body is not JSON.',
  416: 'The range begins after the end of the file.',
  422: 'An event is invalid, or a total would not be exact. Nothing was stored.',
  429: 'Too many requests. Retry-After says how long to wait.',
  431: 'The headers are too large.',
  500: 'Something went wrong on the server. It was logged.',
  503: 'The server cannot answer right now. Retry the same request later.',
  507: 'The disk is full. Nothing was stored.',
};

let known: OpenApiDocument | undefined;

/** The OpenAPI document, generated from the endpoint table and the message schemas. */
export function openApiDocument(): OpenApiDocument {
  return (known ??= made());
}

function made() {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Laurels',
      version: '1.0.0',
      description:
        'Post your game’s points and read its rankings. Errors are problem details (RFC 9457) that list invalid fields and the rules they break. ' +
        'With several server processes, answers have a header laurels-position. Send it back with later requests to read your own writes from any process.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: TAGS,
    paths: pathsOf(Object.entries(ENDPOINTS)),
    webhooks: Object.fromEntries(WEBHOOK_MESSAGES.map((message) => [message.type, { post: webhookOf(message) }])),
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key, created with "laurels keys add" or by an owner through the API. Each operation names the role it needs. write includes read; viewer includes read; moderator includes viewer; operator includes moderator and write; owner includes all. ' +
            'Reading public boards needs no key. ' +
            'A key with role write can be limited to boards and to certain points, and barred from renaming players.',
        },
      },
      schemas: Object.fromEntries([...SCHEMA_NAMES].map(([schema, name]) => [name, jsonSchemaOf(schema).$defs![name]!])),
      responses: Object.fromEntries(
        Object.entries(MEANINGS).map(([status, description]) => [
          `Problem${status}`,
          { description, content: { 'application/problem+json': { schema: schemaOf(problemSchema) } } },
        ]),
      ),
    },
  };
}

function pathsOf(
  endpoints: readonly (readonly [id: string, endpoint: Endpoint])[],
): Readonly<Record<string, Readonly<Record<string, Operation>>>> {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [id, endpoint] of endpoints.toSorted(([, { path: a }], [, { path: b }]) => tagOf(a) - tagOf(b)))
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operationOf(id, endpoint);
  return paths;
}

/** Headers of Standard Webhooks. */
const WEBHOOK_HEADERS = [
  ['webhook-id', 'The id of the message, the same in every attempt.', { type: 'string' }],
  ['webhook-timestamp', 'The time of this attempt, as a Unix timestamp in seconds.', { type: 'string', pattern: '^[0-9]+$' }],
  ['webhook-signature', 'One or two space-separated signatures: "v1a," followed by ed25519 in base64.', { type: 'string' }],
] as const;

function webhookOf({ type, schema, when }: (typeof WEBHOOK_MESSAGES)[number]) {
  return {
    operationId: `webhook-${type}`,
    tags: ['Webhooks'],
    summary: when,
    security: [],
    parameters: WEBHOOK_HEADERS.map(([name, description, of]) => ({ name, in: 'header', required: true, description, schema: of })),
    requestBody: { required: true, content: { 'application/json': { schema: schemaOf(schema) } } },
    responses: {
      '2XX': { description: 'Delivered.' },
      410: { description: 'Turns the webhook off.' },
      default: { description: 'Retried later. Redirects are not followed.' },
    },
  };
}

const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: false,
  schema: {
    type: 'string',
    description: 'The "etag" of the version you read. If it has changed since, the answer is 412 and nothing changes.',
  },
} as const;

function operationOf(id: string, endpoint: Endpoint) {
  const { method, path, role, summary, description, query = NO_QUERY, body, example, isConditional, answers } = endpoint;
  const { properties = {}, required = [] } = schemaOf(query) as { properties?: Record<string, Json>; required?: string[] };
  const variables = variablesOf(path);
  const responses: Record<string, Answered | { readonly $ref: string }> = {};
  for (const [status, { description, schema, contentType = 'application/json' }] of Object.entries(answers))
    responses[status] = { description, content: { [contentType]: { schema: schemaOf(schema) } } };
  if (method === 'GET' && role === 'read' && answers[200]?.contentType === undefined)
    responses['304'] = { description: 'Not modified since the answer named by If-None-Match' };
  for (const status of problemsOf(endpoint, [...variables, ...Object.keys(properties)]))
    responses[status] = { $ref: `#/components/responses/Problem${status}` };
  return {
    operationId: id,
    tags: [TAGS[tagOf(path)]!.name],
    summary,
    description,
    // `read` works without a key; with one, it includes private boards.
    'x-role': role,
    security: needsKey(role) ? [{ key: [role] }] : role === 'read' ? [{}, { key: [role] }] : [],
    parameters: [
      ...variables.map((name) => ({ name, in: 'path' as const, required: true, schema: schemaOf(PATH_VARIABLES[name]) })),
      ...Object.entries(properties).map(([name, schema]) => ({ name, in: 'query' as const, required: required.includes(name), schema })),
      ...(isConditional === true ? [IF_MATCH] : []),
    ],
    ...(body !== undefined && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(body), ...(example !== undefined && { example }) } },
      },
    }),
    responses,
  };
}

/** The problem statuses of an endpoint. `parameters`: names in its path and query. */
function problemsOf({ role, body, isConditional, problems = [] }: Endpoint, parameters: readonly string[]): readonly number[] {
  return [
    // Any request can have an unknown query, be too slow, or have too many headers.
    400,
    408,
    431,
    ...(needsKey(role) ? [401, 403] : []),
    ...(parameters.some((name) => name in PATH_VARIABLES) ? [404] : []),
    ...(isConditional === true ? [412] : []),
    ...(body === undefined ? [] : [413, 415, 507]),
    ...(role === 'none' ? [] : [429, 500, 503]),
    ...problems,
  ].toSorted((a, b) => a - b);
}

function needsKey(role: Endpoint['role']): boolean {
  return role !== 'none' && role !== 'read';
}

function variablesOf(path: string): readonly (keyof typeof PATH_VARIABLES)[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as keyof typeof PATH_VARIABLES);
}

/** A schema inline, or a reference if it is named. */
function schemaOf(schema: z.ZodMiniType): Json {
  const { $schema: _, $defs: __, ...used } = jsonSchemaOf(schema);
  return used;
}

function jsonSchemaOf(schema: z.ZodMiniType): Json & { readonly $defs?: Readonly<Record<string, Json>> } {
  const json = z.toJSONSchema(schema, {
    io: 'input',
    metadata: NAMING,
    override: ({ jsonSchema }) => {
      // Redundant with the format, and a page long.
      if (jsonSchema.format === 'date-time' || jsonSchema.format === 'date') delete jsonSchema.pattern;
      // Equivalent, but OpenAPI tools reject `false`.
      if (jsonSchema.items === false) jsonSchema.items = { not: {} };
    },
  });
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
}

/** The global registry plus names of schemas; named schemas are referenced. */
const NAMING = z.registry<z.core.GlobalMeta>();
NAMING.get = (schema) => {
  const id = SCHEMA_NAMES.get(schema as unknown as z.ZodMiniType);
  return { ...z.globalRegistry.get(schema), ...(id !== undefined && { id }) };
};
