// Permissions of a real server, for everything in its own API description: a new endpoint is tested here as soon as it is described, and
// unreachable until then.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type EndpointId, ENDPOINTS } from '../src/contract/api.ts';
import { type Endpoint, targetOf } from '../src/contract/endpoint.ts';
import type { OpenApiDocument, Operation } from '../src/server/api/description/openapi.ts';
import { anyThreads } from './live/any-threads.ts';
import { describedIn, descriptionOf, type Described } from './live/described-requests.ts';
import { exchange, type RawAnswer } from './live/raw-exchange.ts';
import { type Caller, CALLERS, startTrialServer, type TrialServer } from './live/trial-server.ts';

/** The scopes of each role. Public reads are open to everyone, so no operation requires `read` alone. */
const MAY: Readonly<Record<Caller, readonly string[]>> = {
  none: [],
  unknown: [],
  revoked: [],
  read: ['read'],
  play: ['read', 'play'],
  write: ['read', 'write'],
  viewer: ['read', 'viewer'],
  moderator: ['read', 'viewer', 'moderator'],
  operator: ['read', 'write', 'viewer', 'moderator', 'operator'],
  owner: ['read', 'play', 'write', 'viewer', 'moderator', 'operator', 'owner'],
};

const BOARDS = targetOf(ENDPOINTS.boards, {});

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Paths that people and scanners try on such servers. */
const ELSEWHERE = [
  '/api/v1',
  '/api/v1/',
  '/api/v2/points',
  '/api/points',
  '/api/v1/keys',
  '/api/v1/keys/write',
  '/api/v1/players',
  '/api/v1/players/ada/events',
  '/api/v1/events',
  '/api/v1/points/match-4711-ada',
  '/api/v1/boards/main/points',
  '/api/v1/boards/main/close',
  '/api/v1/boards/main/rankings/1',
  '/api/v1/imports',
  '/api/v1/rebuild',
  '/api/v1/verify',
  '/api/v1/stop',
  '/api/v1/metrics',
  '/api/v1/admin',
  '/api/v1/openapi.yaml',
  '/api/v1/points/',
  '/api/v1//points',
  '/api/v1/Points',
  '/api/v1/%70oints',
  '/api/v1/../../keys.json',
  '/api/docs',
  '/healthz',
  '/metrics',
  '/livez/',
  '/readyz/x',
  '/server.json',
  '/keys.json',
  '/laurels.db',
  '/.env',
  '/.git/config',
];

let server: TrialServer;
let asked = 0;
let document: OpenApiDocument;
let described: readonly Described[];

beforeAll(async () => {
  // Each request uses a different address, because wrong keys are rate-limited even with limits off.
  server = await startTrialServer({ ...anyThreads('authorisation'), LAURELS_TRUSTED_PROXIES: '1' });
  document = await descriptionOf(server.url);
  described = describedIn(document);
  await server.post({ id: 'first', username: 'ada', points: 1 });
});

afterAll(() => server.discard());

function ask(method: string, target: string, role: Caller, body?: unknown): Promise<RawAnswer> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return exchange(server.port, {
    method,
    target,
    headers: [
      ['X-Forwarded-For', `10.0.${(asked += 1) >> 8}.${asked & 255}`],
      ...(role === 'none' ? [] : [['Authorization', `Bearer ${server.keys[role]}`] as const]),
      ...(text === undefined
        ? []
        : [['Content-Type', 'application/json'] as const, ['Content-Length', `${Buffer.byteLength(text)}`] as const]),
    ],
    body: text === undefined ? [] : [text],
  });
}

/** The scope that an operation requires, `undefined` if it is public. */
function scopeOf({ security }: Operation): string | undefined {
  // An empty requirement marks operations without a key.
  return security.some(({ key }) => key === undefined) ? undefined : security.flatMap(({ key = [] }) => key)[0];
}

test('every operation answers every role as described', async () => {
  expect(described.length).toBeGreaterThanOrEqual(10);
  const wrong: string[] = [];
  for (const { method, operation, request } of described) {
    const scope = scopeOf(operation);
    for (const role of CALLERS) {
      const { status, headers, body } = await ask(method, request.target, role, request.body);
      const what = `${role}: ${method} ${request.target} is ${status}`;
      // The erased player posts again, so that there is one to request.
      if (operation.operationId === 'erasePlayer' && status === 200) await server.post({ id: `again ${role}`, username: 'ada', points: 1 });
      const challenge = headers.get('www-authenticate') ?? '';
      // The description must be complete.
      if (!(status in operation.responses)) wrong.push(`${what}, which is not described`);
      if (scope === undefined || MAY[role].includes(scope)) {
        // A request built from the description must be valid.
        const { answers, problems = [] }: Endpoint = ENDPOINTS[operation.operationId as EndpointId];
        // Made-up credentials prove nothing about a person, so they are always refused.
        const isRefused = status === 403 && problems.includes(403);
        if (status === 401 || (status === 403 && !isRefused) || challenge !== '') wrong.push(`${what}, and should be allowed`);
        const faults = answers[status]?.contentType === undefined && answers[status]?.schema.safeParse(JSON.parse(body)).error;
        if (faults) wrong.push(`${what} with another answer than is described: ${faults.message}`);
        if ([400, 405, 413, 415, 422, 500, 503].includes(status)) wrong.push(`${what}: ${body}`);
      } else {
        const expected = role in { none: 1, unknown: 1, revoked: 1 } ? 401 : 403;
        if (status !== expected) wrong.push(`${what}, and should be ${expected}`);
        if (!challenge.startsWith('Bearer realm="laurels"')) wrong.push(`${what}, with the challenge ${challenge}`);
        if (expected === 403 && !challenge.endsWith(`error="insufficient_scope", scope="${scope}"`)) wrong.push(`${what}: ${challenge}`);
        if ((JSON.parse(body) as { status?: number }).status !== status) wrong.push(`${what}: ${body}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

test('an unknown board or player returns 404', async () => {
  const named = described.filter(({ path }) => /\{(?:board|username)\}/.test(path));
  expect(named.length).toBeGreaterThanOrEqual(5);
  for (const { method, path, request } of named) {
    const [, query] = request.target.split('?');
    const target = `${path.replace(/\{\w+\}/g, 'nobody')}${query === undefined ? '' : `?${query}`}`;
    const { status } = await ask(method, target, 'owner', request.body);
    expect([method, target, status]).toEqual([method, target, 404]);
  }
});

test('actions without permission have no effect', async () => {
  const before = await (await fetch(server.url + BOARDS)).text();
  const everything = described.filter(({ operation, request }) => scopeOf(operation) !== undefined && request.body !== undefined);
  expect(everything.length).toBeGreaterThanOrEqual(3);
  for (const { method, operation, request } of everything) {
    const traces = Object.entries({ id: 'forbidden', username: 'intruder', name: 'forbidden', title: 'Forbidden' });
    const body = { ...(request.body as object), ...Object.fromEntries(traces.filter(([field]) => field in (request.body as object))) };
    for (const role of CALLERS) if (!MAY[role].includes(scopeOf(operation)!)) await ask(method, request.target, role, body);
  }
  expect(await (await fetch(server.url + BOARDS)).text()).toBe(before);
  expect((await fetch(server.url + targetOf(ENDPOINTS.player, { username: 'intruder' }))).status).toBe(404);
});

test('an unsupported method is refused for everyone, with a list of the supported ones', async () => {
  const allowed = new Map<string, string[]>();
  for (const { method, request } of described) {
    const [path = ''] = request.target.split('?');
    const methods = method === 'GET' ? ['GET', 'HEAD'] : [method];
    allowed.set(path, [...(allowed.get(path) ?? []), ...methods]);
  }
  await ask('POST', targetOf(ENDPOINTS.addWebhook, {}), 'owner', ENDPOINTS.addWebhook.example);
  for (const [path, methods] of allowed) {
    const options = await ask('OPTIONS', path, 'none');
    expect([path, options.status, options.headers.get('allow')?.split(', ').toSorted()]).toEqual([
      path,
      204,
      [...methods, 'OPTIONS'].toSorted(),
    ]);
    for (const method of METHODS.filter((method) => !methods.includes(method))) {
      const { status, headers } = await ask(method, path, 'owner');
      expect([method, path, status, headers.get('allow')]).toEqual([method, path, 405, options.headers.get('allow')]);
    }
    const head = await ask('HEAD', path, 'owner');
    const status = methods.includes('HEAD') ? (await ask('GET', path, 'owner')).status : 405;
    expect([path, head.status, head.body]).toEqual([path, status, '']);
  }
});

test('the server has no undocumented endpoints', async () => {
  const patterns = described.map(({ path }) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+').replace(/[.]/g, '\\.')}$`));
  const table = Object.values<Endpoint>(ENDPOINTS).map(({ path }) => path);
  expect(table.filter((path) => !Object.hasOwn(document.paths, path))).toEqual([]);
  for (const path of ELSEWHERE) {
    if (patterns.some((pattern) => pattern.test(path))) continue;
    for (const method of [...METHODS, 'HEAD', 'OPTIONS']) {
      const { status, headers } = await ask(method, path, 'owner');
      expect([method, path, status]).toEqual([method, path, 404]);
      expect(headers.get('content-type')).toBe('application/problem+json');
    }
  }
});
