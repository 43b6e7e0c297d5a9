import * as z from 'zod/mini';

import { type Endpoint, ENDPOINTS, problemSchema } from '../../contract/api.ts';

type Json = Record<string, unknown>;

/** An OpenAPI 3.1 document, as far as this program makes and reads one. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  /** By path, then by method in small letters. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Json;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  /** The scope a key must have; `read` is open to everybody. */
  readonly 'x-scope': string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: 'path' | 'query';
    readonly required: boolean;
    readonly schema: Json;
  }[];
  readonly requestBody?: {
    readonly required: true;
    readonly content: Readonly<Record<string, { readonly schema: Json; readonly example?: unknown }>>;
  };
  readonly responses: Readonly<Record<string, Json>>;
}

/** Statuses every endpoint may answer with. */
const ALWAYS = [429, 500, 503];

const MEANINGS: Readonly<Record<number, string>> = {
  400: 'The request is not valid; nothing was done',
  401: 'The API key is missing, unknown or revoked',
  403: 'The API key may not do that',
  404: 'There is no such board or player',
  409: 'It is there already and says something else',
  410: 'The period of the cursor is over',
  413: 'The body or the batch is too large; nothing was stored',
  415: 'The body is not JSON',
  422: 'An event is not valid; nothing was stored',
  429: 'Too many requests: Retry-After says how long to wait',
  500: 'A fault of the server',
  503: 'The server cannot answer now; the same request may work later',
  507: 'There is no room; nothing was stored',
};

const EXAMPLES: Readonly<Record<string, unknown>> = {
  submitPoints: {
    id: 'match-4711-ada',
    username: 'ada',
    points: 120,
    at: '2026-01-31T12:00:00Z',
    activity: 'match',
    displayName: 'Ada',
    avatar: '🦊',
  },
  makeBoard: { name: 'speedrun', title: 'Speedrun', scoring: 'best', direction: 'low', timeZone: 'Europe/Berlin', weekStart: 1 },
  retitleBoard: { title: 'Speedrun, any %' },
  setPlayerStanding: { state: 'shown' },
  replaceCatalogue: {
    activities: [
      {
        id: 'daily-match',
        title: 'Daily match',
        description: 'Play one match to the end.',
        points: 100,
        difficulty: 'Easy',
        timeRequired: '20 min',
        link: 'https://play.example/match',
      },
    ],
    tournaments: [{ id: 'winter-cup', title: 'Winter Cup', subtitle: 'Knockout, 64 players', avatar: '🏆', extra: 'Starts Friday' }],
    achievements: [{ id: 'photo-finish', title: 'Photo finish', subtitle: 'Win by less than ten points', avatar: '📸', extra: 'Rare' }],
    prizes: [
      { period: 'weekly', from: 1, prize: '500 coins' },
      { period: 'weekly', from: 2, to: 3, prize: '200 coins' },
    ],
  },
};

let made: OpenApiDocument | undefined;

/** The description of the API, made from the endpoint table alone: what is not there is not in the API. */
export function openApiDocument(): OpenApiDocument {
  made ??= {
    openapi: '3.1.0',
    info: {
      title: 'Laurels',
      version: '1.0.0',
      description:
        'Post points of a game and read who stands where. Failures are problem details (RFC 9457) that name the field and the rule.',
    },
    servers: [{ url: '/' }],
    paths: pathsOf(Object.entries(ENDPOINTS)),
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, made with "laurels keys add". admin includes write, write includes read.',
        },
      },
      schemas: { Problem: schemaOf(problemSchema) },
    },
  };
  return made;
}

function pathsOf(endpoints: readonly (readonly [id: string, endpoint: Endpoint])[]): OpenApiDocument['paths'] {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [id, endpoint] of endpoints) (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operationOf(id, endpoint);
  return paths;
}

function operationOf(id: string, { method, path, scope, summary, description, query, body, answers, problems }: Endpoint): Operation {
  const { properties = {}, required = [] } = schemaOf(query) as { properties?: Record<string, Json>; required?: string[] };
  const isHealth = path.endsWith('z');
  const responses = [
    ...Object.entries(answers).map(
      ([status, answer]) =>
        [
          status,
          { description: answer.description, content: { [answer.contentType ?? 'application/json']: { schema: schemaOf(answer.schema) } } },
        ] as const,
    ),
    ...(method === 'GET' && scope === 'read' && answers[200]?.contentType === undefined
      ? [['304', { description: 'What If-None-Match names is what is' }] as const]
      : []),
    ...[...new Set([...problems, ...(isHealth ? [503] : ALWAYS)])].map((status) => [String(status), problemOf(status)] as const),
  ];
  return {
    operationId: id,
    summary,
    ...(description !== undefined && { description }),
    'x-scope': scope,
    security: scope === 'write' || scope === 'admin' ? [{ key: [scope] }] : [],
    parameters: [
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
        name: name!,
        in: 'path' as const,
        required: true,
        schema: { type: 'string' },
      })),
      ...Object.entries(properties).map(([name, schema]) => ({ name, in: 'query' as const, required: required.includes(name), schema })),
    ],
    ...(body !== undefined && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(body), ...(id in EXAMPLES && { example: EXAMPLES[id] }) } },
      },
    }),
    responses: Object.fromEntries(responses),
  };
}

function problemOf(status: number): Json {
  return {
    description: MEANINGS[status] ?? '',
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
}

function schemaOf(schema: z.ZodMiniType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    // The format says it; the pattern is a page long.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format === 'date-time' || jsonSchema.format === 'date') delete jsonSchema.pattern;
    },
  });
  return rest;
}
