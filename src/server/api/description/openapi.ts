import * as z from 'zod/mini';

import { problemSchema } from '../../../contract/parts/answer-parts.ts';
import { ENDPOINTS, PATH_VARIABLES } from '../../../contract/api.ts';
import { type Endpoint, NO_QUERY } from '../../../contract/endpoint.ts';
import { WEBHOOK_MESSAGES } from '../../../contract/operation/webhooks.ts';
import { SCHEMA_NAMES } from './schema-names.ts';
import { tagOf, TAGS } from './tags.ts';

type Json = Record<string, unknown>;

/** An OpenAPI 3.1 document, as far as this program makes and reads one. */
export type OpenApiDocument = ReturnType<typeof made>;

/** One method of one path. */
export type Operation = ReturnType<typeof operationOf>;

interface Answered {
  readonly description: string;
  /** By media type. */
  readonly content?: Readonly<Record<string, { readonly schema: Json }>>;
}

const MEANINGS: Readonly<Record<number, string>> = {
  400: 'The request is not valid. Nothing was changed.',
  401: 'The API key is missing, unknown, revoked or expired.',
  403: 'The API key may not do this, or not on this board.',
  404: 'There is no such board, player, event or import, or the day or moment is in the future.',
  408: 'The request did not arrive in time. Send it again.',
  409: 'It exists with different content, the name is taken, or what is there does not allow it.',
  410: 'The period of the cursor is over.',
  412: 'Somebody changed it meanwhile. Nothing was changed. "now" is what is there, "by" and "at" say who changed it last and when, if that is known.',
  413: 'The body or the batch is too large. Nothing was stored.',
  415: 'The body is not JSON.',
  422: 'An event is not valid, or a total would not be exact. Nothing was stored.',
  429: 'Too many requests. Retry-After says how long to wait.',
  431: 'The headers are too large.',
  500: 'Something went wrong on the server. It was logged.',
  503: 'The server cannot answer right now. Try the same request again later.',
  507: 'The disk is full. Nothing was stored.',
};

let known: OpenApiDocument | undefined;

/** The description of the API, made from the table of endpoints and the schemas of messages alone. */
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
        'Post your game’s points and read its rankings. Errors are problem details (RFC 9457). Where a field is at fault, they name it and the rule. ' +
        'Where several processes answer, every answer has a header laurels-position. Send it back, and no answer is older: you read what you posted, whichever process answers.',
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
            'An API key, made with "laurels keys add" or by an owner over the API. Each operation names the role that it needs. Role write includes read; viewer includes read; moderator includes viewer; operator includes moderator and write; owner includes all. ' +
            'Reading needs none; with one, private boards are read as well. ' +
            'A key that writes may be bound to boards, and may be refused some points and new names for players. It reads everything.',
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

/** Of every message, as Standard Webhooks says. */
const WEBHOOK_HEADERS = [
  ['webhook-id', 'The id of the message: the same whenever it is sent again.', { type: 'string' }],
  ['webhook-timestamp', 'When this attempt was made, in seconds since 1970 in UTC.', { type: 'string', pattern: '^[0-9]+$' }],
  ['webhook-signature', 'One signature or two, with a space between them: "v1a," and ed25519 in base64.', { type: 'string' }],
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
      '2XX': { description: 'It arrived.' },
      410: { description: 'Nothing more is wanted: the webhook is switched off.' },
      default: { description: 'It is sent again later. No redirect is followed.' },
    },
  };
}

const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: false,
  schema: {
    type: 'string',
    description: 'The "etag" of what you have read. If it is something else by now, nothing is changed, and the answer is 412.',
  },
} as const;

function operationOf(id: string, endpoint: Endpoint) {
  const { method, path, role, summary, description, query = NO_QUERY, body, example, isConditional, answers } = endpoint;
  const { properties = {}, required = [] } = schemaOf(query) as { properties?: Record<string, Json>; required?: string[] };
  const variables = variablesOf(path);
  // One with a problem refers to the components.
  const responses: Record<string, Answered | { readonly $ref: string }> = {};
  for (const [status, { description, schema, contentType = 'application/json' }] of Object.entries(answers))
    responses[status] = { description, content: { [contentType]: { schema: schemaOf(schema) } } };
  if (method === 'GET' && role === 'read' && answers[200]?.contentType === undefined)
    responses['304'] = { description: 'Nothing has changed since the answer that If-None-Match names' };
  for (const status of problemsOf(endpoint, [...variables, ...Object.keys(properties)]))
    responses[status] = { $ref: `#/components/responses/Problem${status}` };
  return {
    operationId: id,
    tags: [TAGS[tagOf(path)]!.name],
    summary,
    description,
    // `read` is open to everybody, and with a key reads private boards too.
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

/** The statuses of every problem an endpoint can answer with. `parameters` are the names in its path and its query. */
function problemsOf({ role, body, isConditional, problems = [] }: Endpoint, parameters: readonly string[]): readonly number[] {
  return [
    // Any request may have a query that is not known, come too slowly, or have too many headers.
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

/** A schema as it stands where it is used: with a name, it is a reference to the one place that has it in full. */
function schemaOf(schema: z.ZodMiniType): Json {
  const { $schema: _, $defs: __, ...used } = jsonSchemaOf(schema);
  return used;
}

function jsonSchemaOf(schema: z.ZodMiniType): Json & { readonly $defs?: Readonly<Record<string, Json>> } {
  const json = z.toJSONSchema(schema, {
    io: 'input',
    metadata: NAMING,
    override: ({ jsonSchema }) => {
      // The format says it; the pattern is a page long.
      if (jsonSchema.format === 'date-time' || jsonSchema.format === 'date') delete jsonSchema.pattern;
      // The same in other words: tools for OpenAPI take `false` for items that were forgotten.
      if (jsonSchema.items === false) jsonSchema.items = { not: {} };
    },
  });
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
}

/** What is registered of schemas, and the names of those that have one: a schema with an id is referred to by it. */
const NAMING = z.registry<z.core.GlobalMeta>();
NAMING.get = (schema) => {
  const id = SCHEMA_NAMES.get(schema as unknown as z.ZodMiniType);
  return { ...z.globalRegistry.get(schema), ...(id !== undefined && { id }) };
};
