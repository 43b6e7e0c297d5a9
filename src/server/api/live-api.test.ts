import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { type ApiProfile, type ApiRankings, type ApiResults, ENDPOINTS, problemSchema } from '../../contract/api.ts';
import { compareTotals } from '../../domain/ordering.ts';
import { ApiKeys } from '../operation/api-keys.ts';
import { CurrentCatalogue } from '../boards/current-catalogue.ts';
import { createLiveApi } from './live-api.ts';
import { LiveBoards } from '../boards/live-boards.ts';
import type { PointsStore } from '../store/points-store.ts';
import { createRateLimits } from './rate-limit.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';

const NOON = Date.parse('2026-11-21T12:00:00Z');
const DAY = 86_400_000;

let folder: string;
let store: PointsStore;
let boards: LiveBoards;
let catalogue: CurrentCatalogue;
let keys: ApiKeys;
let api: ReturnType<typeof createLiveApi>;
let now: number;
let logged: string[];
const tokens = { read: '', write: '', admin: '' };

beforeEach(async () => {
  now = NOON;
  logged = [];
  folder = mkdtempSync(join(tmpdir(), 'laurels-api-'));
  store = await openSqliteStore(folder);
  boards = await LiveBoards.open(store, () => now);
  await boards.saveBoard({
    name: 'main',
    title: 'Leaderboard',
    scoring: 'sum',
    direction: 'high',
    calendar: { timeZone: 'Europe/Berlin', weekStart: 1 },
  });
  catalogue = await CurrentCatalogue.open(store, boards);
  keys = new ApiKeys(folder);
  for (const scope of ['read', 'write', 'admin'] as const) tokens[scope] = keys.add(scope, scope, now);
  api = createLiveApi({
    boards,
    store,
    catalogue,
    keys,
    limits: undefined,
    clock: () => now,
    log: (text) => logged.push(text),
  });
});

afterEach(async () => {
  await boards.commits.settled();
  await store.close();
  rmSync(folder, { recursive: true });
});

async function ask(target: string, init: RequestInit = {}, remoteAddress = '192.0.2.1') {
  const response = await api(new Request(`http://localhost${target}`, init), { remoteAddress });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: (text === '' ? undefined : JSON.parse(text)) as unknown };
}

/** A question that must be answered with 200. */
async function read<T>(target: string): Promise<T> {
  const { status, text, body } = await ask(target);
  expect(`${status} ${status === 200 ? '' : text}`).toBe('200 ');
  return body as T;
}

function post(body: unknown, token = tokens.write, target = '/api/v1/points') {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return ask(target, { method: 'POST', body: text, headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` } });
}

async function problemOf(answer: Promise<{ status: number; headers: Headers; body: unknown }>) {
  const { status, headers, body } = await answer;
  expect(headers.get('content-type')).toBe('application/problem+json');
  const problem = problemSchema.parse(body);
  expect(problem.status).toBe(status);
  return problem;
}

const rankings = (query = '') => read<ApiRankings>(`/api/v1/boards/main/rankings${query}`);

describe('posting points', () => {
  test('answers with a report of every period, which the contract describes', async () => {
    await post({ id: 'a', username: 'ada', points: 100 });
    const { status, body } = await post({ id: 'b', username: 'bob', points: 70, displayName: 'Bob', avatar: '🦊', activity: 'race' });
    expect(status).toBe(201);
    const report = ENDPOINTS.submitPoints.answers[201].schema.parse(body);
    expect(report).toMatchObject({ id: 'b', board: 'main', player: { username: 'bob', displayName: 'Bob', avatar: '🦊' }, points: 70 });
    expect(report.periods.map(({ kind, rank, points, next }) => [kind, rank, points, next])).toEqual(
      ['daily', 'weekly', 'monthly', 'all-time'].map((kind) => [kind, 2, 70, { rank: 1, points: 30 }]),
    );
    expect(report.periods[0]).toMatchObject({ start: '2026-11-20T23:00:00.000Z', end: '2026-11-21T23:00:00.000Z' });
  });

  test('the same id and meaning again counts once and answers the same, however it is spelt', async () => {
    const first = await post({ id: 'a', username: 'ada', points: 100, at: '2026-11-21T10:00:00Z' });
    const again = await post('{ "at":"2026-11-21T11:00:00.000+01:00",\n "points":1e2,"username":"ada","id":"a" }');
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toEqual(first.body);
    expect((await rankings()).standings[0]).toMatchObject({ rank: 1, points: 100 });
  });

  test('fifty at once with one id are one event', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => post({ id: 'a', username: 'ada', points: 5 })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await rankings()).standings[0]).toMatchObject({ points: 5 });
  });

  test('a known id with another body is refused and named; nothing is lost', async () => {
    await post({ id: 'a', username: 'ada', points: 5 });
    const problem = await problemOf(post({ id: 'a', username: 'ada', points: 6 }));
    expect(problem).toMatchObject({ status: 409, errors: [{ field: 'id' }] });
    expect((await rankings()).standings[0]).toMatchObject({ points: 5 });
  });

  test('of a batch each event has its own result, in order, and the good ones count', async () => {
    await post({ id: 'known', username: 'ada', points: 1 });
    const { status, body } = await post({
      events: [
        { id: 'x', username: 'ada', points: 10 },
        { id: 'y', username: 'ada', points: 1.5 },
        { id: 'known', username: 'ada', points: 2 },
        { id: 'x', username: 'ada', points: 10 },
        'nonsense',
        { id: 'z', username: 'bob', points: 3 },
      ],
    });
    expect(status).toBe(200);
    const { results } = body as ApiResults;
    expect(results.map((result) => result.status)).toEqual([201, 422, 409, 200, 422, 201]);
    expect(results[1]).toMatchObject({ id: 'y', problem: { errors: [{ field: 'events[1].points' }] } });
    expect(results[2]).toMatchObject({ id: 'known', problem: { errors: [{ field: 'events[2].id' }] } });
    expect(results[4]).toMatchObject({ id: null, problem: { errors: [{ field: 'events[4]' }] } });
    expect((await rankings()).standings.map(({ player, points }) => [player.username, points])).toEqual([
      ['ada', 11],
      ['bob', 3],
    ]);
  });

  test('a thousand events go into one request, one more does not, and then nothing is stored', async () => {
    const events = Array.from({ length: 1001 }, (_, i) => ({ id: `e${i}`, username: `p${i % 50}`, points: i }));
    expect(await problemOf(post({ events }))).toMatchObject({ status: 413, errors: [{ field: 'events' }] });
    expect((await rankings()).total).toBe(0);
    const { body } = await post({ events: events.slice(1) });
    expect((body as ApiResults).results.every(({ status }) => status === 201)).toBe(true);
  });

  test('a batch may spread over more days than are kept in memory', async () => {
    const events = Array.from({ length: 300 }, (_, i) => ({
      id: `e${i}`,
      username: `p${i % 7}`,
      points: 1,
      at: new Date(NOON - i * DAY).toISOString(),
    }));
    const { body } = await post({ events });
    expect((body as ApiResults).results.map(({ status }) => status)).toEqual(events.map(() => 201));
    expect(await rankings(`?at=${new Date(NOON - 299 * DAY).toISOString()}`)).toMatchObject({
      total: 1,
      standings: [{ rank: 1, points: 1 }],
    });
  });
});

describe('refuses, naming field and rule, and stores nothing', () => {
  const good = { id: 'a', username: 'ada', points: 1 };
  test.each<[what: string, body: unknown, status: number, field: string]>([
    ['what is not JSON', '{"id":', 400, 'body'],
    ['an empty body', '', 400, 'body'],
    ['NaN', '{"id":"a","username":"ada","points":NaN}', 400, 'body'],
    ['null', 'null', 422, 'body'],
    ['a list', [], 422, 'body'],
    ['an unknown field', { ...good, score: 1 }, 422, 'score'],
    ['__proto__', '{"id":"a","username":"ada","points":1,"__proto__":{"points":9}}', 422, '__proto__'],
    ['constructor', '{"id":"a","username":"ada","points":1,"constructor":1}', 422, 'constructor'],
    ['a missing field', { id: 'a', points: 1 }, 422, 'username'],
    ['points as text', { ...good, points: '1' }, 422, 'points'],
    ['a fraction', { ...good, points: 0.5 }, 422, 'points'],
    ['1e309', '{"id":"a","username":"ada","points":1e309}', 422, 'points'],
    ['2^53', { ...good, points: 2 ** 53 }, 422, 'points'],
    ['-2^53', { ...good, points: -(2 ** 53) }, 422, 'points'],
    ['no time', { ...good, at: 'yesterday' }, 422, 'at'],
    ['a date that is none', { ...good, at: '2026-02-30T00:00:00Z' }, 422, 'at'],
    ['a time without an offset', { ...good, at: '2026-11-21T11:00:00' }, 422, 'at'],
    ['the far future', { ...good, at: '2026-11-21T12:05:00.001Z' }, 422, 'at'],
    ['a lone surrogate', String.raw`{"id":"a","username":"\ud83d","points":1}`, 422, 'username'],
    ['a control character', { ...good, username: 'a\u0000b' }, 422, 'username'],
    ['a name that is a way through folders', { ...good, username: '..' }, 422, 'username'],
    ['an empty id', { ...good, id: '' }, 422, 'id'],
    ['a long id', { ...good, id: 'x'.repeat(129) }, 422, 'id'],
    ['two emoji', { ...good, avatar: '🦊🦊' }, 422, 'avatar'],
    ['deep JSON', `${'['.repeat(200_000)}${']'.repeat(200_000)}`, 422, 'body'],
    ['deep JSON within', `{"id":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)},"username":"ada","points":1}`, 422, 'id'],
    ['no events', { events: [] }, 422, 'events'],
    ['events that are no list', { events: { length: 3 } }, 422, 'events'],
    ['a field beside events', { events: [good], board: 'main' }, 422, 'board'],
  ])('%s', async (_what, body, status, field) => {
    const problem = await problemOf(post(body));
    expect(problem).toMatchObject({ status });
    expect(problem.errors?.map((error) => error.field)).toContain(field);
    expect(problem.errors?.every(({ rule }) => rule.length > 3)).toBe(true);
    expect((await rankings('?period=all-time')).total).toBe(0);
    expect(logged).toEqual([]);
  });

  test('of two keys in one object the last counts, as everywhere in JSON', async () => {
    expect(await post('{"id":"a","username":"ada","points":1,"points":2}')).toMatchObject({ status: 201, body: { points: 2 } });
  });

  test('minus zero is zero', async () => {
    expect((await post('{"id":"a","username":"ada","points":-0}')).text).not.toContain('-0');
    expect((await post('{"id":"a","username":"ada","points":0}')).status).toBe(200);
  });

  test('a body that is too large, whether or not it says so', async () => {
    const large = new Uint8Array(1024 * 1024 + 1).fill(32);
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${tokens.write}` };
    expect(await problemOf(ask('/api/v1/points', { method: 'POST', body: large, headers }))).toMatchObject({ status: 413 });
    let pulled = 0;
    const endless = new ReadableStream({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(65_536).fill(32));
      },
    });
    expect(await problemOf(ask('/api/v1/points', { method: 'POST', body: endless, headers, duplex: 'half' } as RequestInit))).toMatchObject(
      {
        status: 413,
      },
    );
    expect(pulled).toBeLessThan(25);
  });

  test('a body that is not UTF-8, not JSON by name, or compressed', async () => {
    const authorization = `Bearer ${tokens.write}`;
    const latin = Buffer.from('{"id":"a","username":"\xe9","points":1}', 'latin1');
    expect(await problemOf(ask('/api/v1/points', { method: 'POST', body: latin, headers: { authorization } }))).toMatchObject({
      status: 400,
    });
    const form = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
    expect(await problemOf(ask('/api/v1/points', { method: 'POST', body: '{}', headers: form }))).toMatchObject({ status: 415 });
    const zipped = { authorization, 'content-encoding': 'gzip' };
    expect(await problemOf(ask('/api/v1/points', { method: 'POST', body: latin, headers: zipped }))).toMatchObject({ status: 415 });
  });

  test('a total that would not be exact', async () => {
    await post({ id: 'a', username: 'ada', points: Number.MAX_SAFE_INTEGER });
    expect(await problemOf(post({ id: 'b', username: 'ada', points: 1 }))).toMatchObject({ status: 422, errors: [{ field: 'points' }] });
    expect((await rankings()).standings[0]!.points).toBe(Number.MAX_SAFE_INTEGER);
  });

  test('a board there is not', async () => {
    expect(await problemOf(post(good, tokens.write, '/api/v1/points?board=none'))).toMatchObject({
      status: 404,
      errors: [{ field: 'board' }],
    });
    expect(await problemOf(post(good, tokens.write, '/api/v1/points?bord=main'))).toMatchObject({
      status: 400,
      errors: [{ field: 'bord' }],
    });
  });

  test('whatever JSON it is sent, no answer is our fault', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.json({ stringUnit: 'binary' }),
          fc.string({ unit: 'binary' }),
          fc.anything().map((value) => JSON.stringify(value) ?? ''),
        ),
        async (body) => {
          const { status } = await post(body);
          expect(status).toBeLessThan(500);
        },
      ),
      { numRuns: 300 },
    );
    expect(logged).toEqual([]);
  });
});

describe('keys', () => {
  test.each([
    ['none', undefined, 'Bearer realm="laurels"'],
    ['another scheme', 'Basic YTpi', 'Bearer realm="laurels"'],
    ['an unknown one', 'Bearer lk_unknown', 'Bearer realm="laurels", error="invalid_token"'],
    ['an empty one', 'Bearer ', 'Bearer realm="laurels"'],
  ])('%s is not enough', async (_what, authorization, challenge) => {
    const answer = ask('/api/v1/points', {
      method: 'POST',
      body: '{}',
      ...(authorization !== undefined && { headers: { authorization } }),
    });
    expect(await problemOf(answer)).toMatchObject({ status: 401, errors: [{ field: 'Authorization' }] });
    expect((await answer).headers.get('www-authenticate')).toBe(challenge);
  });

  test('a scope includes those below it and none above', async () => {
    const board = (name: string) => ({ name, title: name });
    expect((await post({ id: 'a', username: 'ada', points: 1 }, tokens.read)).status).toBe(403);
    expect((await post({ id: 'a', username: 'ada', points: 1 }, tokens.admin)).status).toBe(201);
    expect((await post(board('x'), tokens.read, '/api/v1/boards')).status).toBe(403);
    const refused = await post(board('x'), tokens.write, '/api/v1/boards');
    expect(refused.headers.get('www-authenticate')).toBe('Bearer realm="laurels", error="insufficient_scope", scope="admin"');
    expect((await post(board('x'), tokens.admin, '/api/v1/boards')).status).toBe(201);
  });

  test('a revoked one is refused at once', async () => {
    keys.revoke('write', now);
    expect((await post({ id: 'a', username: 'ada', points: 1 })).status).toBe(401);
  });
});

describe('rankings', () => {
  async function seed(count: number) {
    const events = Array.from({ length: count }, (_, i) => ({
      id: `s${i}`,
      username: `player ${i}`,
      points: (i * 7) % 13,
      at: new Date(NOON - ((i * 37) % 60) * 1000).toISOString(),
    }));
    await post({ events });
    return events
      .map(({ username, points, at }, i) => ({ username, points, reachedAt: Date.parse(at), playerId: String(i).padStart(6, '0') }))
      .toSorted(compareTotals)
      .map(({ username }) => username);
  }

  const names = ({ standings }: ApiRankings) => standings.map(({ player }) => player.username);

  test('follow the ordering rule of domain, every page forward and back', async () => {
    const order = await seed(103);
    const forward: ApiRankings[] = [await rankings('?limit=10')];
    while (forward.at(-1)!.next !== null) forward.push(await rankings(`?limit=10&cursor=${forward.at(-1)!.next}`));
    expect(forward.flatMap(names)).toEqual(order);
    expect(forward.flatMap(({ standings }) => standings.map(({ rank }) => rank))).toEqual(order.map((_, i) => i + 1));
    expect(forward).toHaveLength(11);
    const back: ApiRankings[] = [forward.at(-1)!];
    while (back.at(-1)!.previous !== null) back.push(await rankings(`?limit=10&cursor=${back.at(-1)!.previous}`));
    expect(back.toReversed().flatMap(names)).toEqual(order);
    ENDPOINTS.rankings.answers[200].schema.parse(forward[0]);
  });

  test('between two pages somebody may come in front: nobody appears twice and nobody is left out', async () => {
    const order = await seed(30);
    const first = await rankings('?limit=10');
    await post({ id: 'new', username: 'newcomer', points: 1000 });
    const second = await rankings(`?limit=10&cursor=${first.next}`);
    expect([...names(first), ...names(second)]).toEqual(order.slice(0, 20));
    expect(second.standings[0]!.rank).toBe(12);
    expect(names(await rankings(`?limit=10&cursor=${second.previous}`))).toEqual(order.slice(0, 10));
  });

  test('around a player are as many as asked for, moved at the ends', async () => {
    const order = await seed(30);
    expect(names(await rankings(`?limit=5&around=${encodeURIComponent(order[14]!)}`))).toEqual(order.slice(12, 17));
    expect(names(await rankings(`?limit=5&around=${encodeURIComponent(order[0]!)}`))).toEqual(order.slice(0, 5));
    expect(names(await rankings(`?limit=5&around=${encodeURIComponent(order[29]!)}`))).toEqual(order.slice(25));
    expect(await problemOf(ask('/api/v1/boards/main/rankings?around=nobody'))).toMatchObject({
      status: 404,
      detail: expect.stringContaining('nobody') as string,
    });
    await post({ id: 'old', username: 'veteran', points: 1, at: '2020-01-01T00:00:00Z' });
    expect(await problemOf(ask('/api/v1/boards/main/rankings?around=veteran'))).toMatchObject({
      status: 404,
      detail: expect.stringContaining('no points in this period') as string,
    });
  });

  test('a name filter keeps true ranks and has pages too', async () => {
    const order = await seed(60);
    const wanted = order.flatMap((name, i) => (name.includes('r 1') ? [[i + 1, name]] : []));
    const first = await rankings('?q=R%201&limit=4');
    const second = await rankings(`?q=R%201&limit=4&cursor=${first.next}`);
    const third = await rankings(`?q=R%201&limit=4&cursor=${second.next}`);
    expect([first, second, third].flatMap(({ standings }) => standings.map(({ rank, player }) => [rank, player.username]))).toEqual(wanted);
    expect([first.total, first.complete, third.next]).toEqual([wanted.length, true, null]);
    expect(await rankings(`?q=R%201&limit=4&cursor=${third.previous}`)).toEqual(second);
  });

  test('of a past period are asked for by a moment or a date of the board', async () => {
    // 23:30 UTC is the next day in Berlin.
    await post({ id: 'a', username: 'ada', points: 1, at: '2026-11-10T23:30:00Z' });
    for (const at of ['2026-11-11', '2026-11-11T12:00:00Z', '2026-11-11T00:00:00%2B01:00', '2026-11-11T00:00:00+01:00']) {
      expect(await rankings(`?at=${at}`)).toMatchObject({ total: 1, period: { kind: 'daily', start: '2026-11-10T23:00:00.000Z' } });
    }
    expect((await rankings('?at=2026-11-10')).total).toBe(0);
  });

  test('a closed period stays readable, page by page, and tells the change since the one before', async () => {
    await post({
      events: [
        { id: '1', username: 'ada', points: 5 },
        { id: '2', username: 'bob', points: 3 },
      ],
    });
    now += DAY;
    await boards.closing.closeEnded();
    await post({
      events: [
        { id: '3', username: 'bob', points: 5 },
        { id: '4', username: 'ada', points: 3 },
        { id: '5', username: 'cy', points: 1 },
      ],
    });
    expect((await rankings()).standings.map(({ change }) => change)).toEqual([
      { state: 'up', places: 1, earlierRank: 2 },
      { state: 'down', places: 1, earlierRank: 1 },
      { state: 'none', places: null, earlierRank: null },
    ]);
    const first = await rankings('?at=2026-11-21&limit=1');
    expect(first).toMatchObject({
      period: { closed: true },
      total: 2,
      previous: null,
      standings: [{ rank: 1, player: { username: 'ada' } }],
    });
    for (const at of ['&at=2026-11-21', '']) {
      const second = await rankings(`?limit=1&cursor=${first.next}${at}`);
      expect(second).toMatchObject({ period: { closed: true }, next: null, standings: [{ rank: 2, player: { username: 'bob' } }] });
      expect(await rankings(`?limit=1&cursor=${second.previous}`)).toEqual(first);
    }
    expect(await rankings('?at=2026-11-21&around=bob&limit=1')).toMatchObject({ standings: [{ rank: 2 }] });
    expect(await rankings('?at=2026-11-21&q=bo')).toMatchObject({ total: 1, standings: [{ rank: 2 }] });
  });

  test('a cursor ends with its period, before and after that is closed', async () => {
    await seed(20);
    const { next } = await rankings('?limit=5');
    const past = await rankings('?limit=5&at=2026-11-21');
    now += DAY;
    expect(await problemOf(ask(`/api/v1/boards/main/rankings?limit=5&cursor=${next}`))).toMatchObject({
      status: 410,
      errors: [{ field: 'cursor' }],
    });
    expect((await rankings(`?limit=5&cursor=${past.next}`)).standings[0]!.rank).toBe(6);
    await boards.closing.closeEnded();
    for (const cursor of [next, past.next]) {
      expect(await problemOf(ask(`/api/v1/boards/main/rankings?limit=5&cursor=${cursor}`))).toMatchObject({
        status: 410,
        errors: [{ field: 'cursor' }],
      });
      expect(await problemOf(ask(`/api/v1/boards/main/rankings?limit=5&at=2026-11-21&cursor=${cursor}`))).toMatchObject({ status: 410 });
    }
  });

  test('refuse a cursor that is not theirs', async () => {
    await seed(20);
    const { next } = await rankings('?limit=5');
    for (const query of [
      'cursor=nonsense',
      'cursor=%00',
      `cursor=${Buffer.from('[1,"main"]').toString('base64url')}`,
      `cursor=${Buffer.from('[1,"main","daily",0,true,"after",[-1]]').toString('base64url')}`,
      `cursor=${next}x`,
      `cursor=${next}&period=weekly`,
      `cursor=${next}&at=2026-11-01`,
      `cursor=${next}&around=ada`,
    ]) {
      expect(await problemOf(ask(`/api/v1/boards/main/rankings?${query}`))).toMatchObject({ status: 400, errors: [{ field: 'cursor' }] });
    }
  });

  test.each([
    'period=hourly',
    'limit=0',
    'limit=1001',
    'limit=1.5',
    'limit=x',
    'at=now',
    'at=2026-13-01',
    'q=',
    'around=',
    'foo=1',
    '__proto__=1',
    'limit=1&limit=2',
  ])('refuse ?%s', async (query) => {
    const problem = await problemOf(ask(`/api/v1/boards/main/rankings?${query}`));
    expect(problem).toMatchObject({ status: 400, errors: [{ field: query.split('=')[0] }] });
  });

  test('are the same bytes until something changes, and not sent again to who has them', async () => {
    await seed(5);
    const first = await ask('/api/v1/boards/main/rankings');
    const etag = first.headers.get('etag')!;
    const again = (tag: string) => ask('/api/v1/boards/main/rankings', { headers: { 'if-none-match': tag } });
    expect(await again(etag)).toMatchObject({ status: 304, text: '' });
    expect((await again(`"x", W/${etag}`)).status).toBe(304);
    expect((await again('"x"')).status).toBe(200);
    await post({ id: 'new', username: 'newcomer', points: 1 });
    expect((await again(etag)).status).toBe(200);
    expect(first.headers.get('cache-control')).toMatch(/^public, max-age=1\b/);
  });

  test('of a new day are not those of the day before', async () => {
    await seed(5);
    expect((await rankings()).total).toBe(5);
    now += DAY;
    expect((await rankings()).total).toBe(0);
  });
});

test('a profile says where a player stands in every period, or why not', async () => {
  await post({ id: 'a', username: 'Zoë', points: 5, at: '2026-11-20T12:00:00Z' });
  const profile = await read<ApiProfile>(`/api/v1/players/${encodeURIComponent('ZOE\u0308')}`);
  ENDPOINTS.player.answers[200].schema.parse(profile);
  expect(profile.player.username).toBe('Zoë');
  expect(profile.periods.map((place) => [place.period.kind, place.ranked ? place.rank : place.reason])).toEqual([
    ['daily', 'no points in this period'],
    ['weekly', 1],
    ['monthly', 1],
    ['all-time', 1],
  ]);
  expect(await problemOf(ask('/api/v1/players/nobody'))).toMatchObject({ status: 404, errors: [{ field: 'username' }] });
  expect(await problemOf(ask('/api/v1/players/%ff'))).toMatchObject({ status: 400, errors: [{ field: 'path' }] });
  expect(await problemOf(ask('/api/v1/players/a%00b'))).toMatchObject({ status: 404 });
});

test('search and statistics answer as the contract says, anew after every change and at the turn of a day', async () => {
  const search = async () => ENDPOINTS.search.answers[200].schema.parse(await read('/api/v1/search?text=ad&category=players')).entries;
  const logins = async () => {
    const { cards } = ENDPOINTS.statistics.answers[200].schema.parse(await read('/api/v1/statistics'));
    return cards.find(({ label }) => label === 'Daily Logins')!;
  };
  expect([await search(), (await logins()).value]).toEqual([[], 0]);
  await post({ id: 'a', username: 'ada', points: 5 });
  expect(await search()).toMatchObject([{ id: 'player-ada', title: 'ada', extra: '5 points' }]);
  expect(await logins()).toMatchObject({ value: 1, change: null });
  now += DAY;
  expect(await logins()).toMatchObject({ value: 0, change: -1 });
  expect(await problemOf(ask('/api/v1/search?category=teams'))).toMatchObject({ status: 400, errors: [{ field: 'category' }] });
});

describe('boards', () => {
  const admin = (method: string, target: string, body: unknown) =>
    ask(target, {
      method,
      body: JSON.stringify(body),
      headers: { authorization: `Bearer ${tokens.admin}`, 'content-type': 'application/json' },
    });

  test('are made, listed, retitled and played on', async () => {
    const speedrun = { name: 'speedrun', title: 'Speedrun', scoring: 'best', direction: 'low', timeZone: 'Asia/Kathmandu', weekStart: 7 };
    expect(await admin('POST', '/api/v1/boards', speedrun)).toMatchObject({ status: 201, body: speedrun });
    expect(await read('/api/v1/boards')).toMatchObject({ boards: [{ name: 'main' }, { name: 'speedrun', title: 'Speedrun' }] });
    expect(await problemOf(admin('POST', '/api/v1/boards', speedrun))).toMatchObject({ status: 409, errors: [{ field: 'name' }] });
    expect(await admin('PUT', '/api/v1/boards/speedrun', { title: 'Any %' })).toMatchObject({
      status: 200,
      body: { ...speedrun, title: 'Any %' },
    });
    expect(await read('/api/v1/boards')).toMatchObject({ boards: [{ name: 'main' }, { name: 'speedrun', title: 'Any %' }] });
    await post({ id: 'a', username: 'ada', points: 90 }, tokens.write, '/api/v1/points?board=speedrun');
    await post({ id: 'b', username: 'bob', points: 80 }, tokens.write, '/api/v1/points?board=speedrun');
    expect((await read<ApiRankings>('/api/v1/boards/speedrun/rankings')).standings.map(({ points }) => points)).toEqual([80, 90]);
    expect((await rankings()).total).toBe(0);
  });

  test.each([
    [{ name: 'X', title: 'x' }, 'name'],
    [{ name: 'x' }, 'title'],
    [{ name: 'x', title: ' x' }, 'title'],
    [{ name: 'x', title: 'x', timeZone: 'Mars/Olympus' }, 'timeZone'],
    [{ name: 'x', title: 'x', timeZone: '+02:00' }, 'timeZone'],
    [{ name: 'x', title: 'x', weekStart: 8 }, 'weekStart'],
    [{ name: 'x', title: 'x', scoring: 'most' }, 'scoring'],
    [{ name: 'x', title: 'x', colour: 'red' }, 'colour'],
  ])('%j is refused', async (body, field) => {
    expect(await problemOf(admin('POST', '/api/v1/boards', body))).toMatchObject({ status: 400, errors: [{ field }] });
  });
});

describe('addresses and methods', () => {
  test('HEAD is GET without a body', async () => {
    expect(await ask('/api/v1/boards/main/rankings', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
    expect(await ask('/api/v1/boards/none/rankings', { method: 'HEAD' })).toMatchObject({ status: 404, text: '' });
  });

  test('other methods are told which there are', async () => {
    const wrong = await ask('/api/v1/boards', { method: 'DELETE' });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
    const options = await ask('/api/v1/points', { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'POST, OPTIONS']);
  });

  test.each(['/api/v1', '/api/v1/', '/api/v1/points/', '/api/v1/boards//rankings', '/api/v2/points'])('%s is not found', async (target) => {
    expect(await problemOf(ask(target))).toMatchObject({ status: 404 });
  });

  test('health', async () => {
    expect(await read('/livez')).toEqual({ status: 'ok' });
    expect(await read('/readyz')).toEqual({ status: 'ok' });
    api = createLiveApi({
      boards,
      catalogue,
      store: { boards: () => Promise.reject(new Error('disk on fire')) },
      keys,
      limits: undefined,
      clock: () => now,
      log: (text) => logged.push(text),
    });
    expect(await problemOf(ask('/readyz'))).toMatchObject({ status: 503 });
    expect((await ask('/livez')).status).toBe(200);
  });

  test('a failure nobody expected is logged and hidden', async () => {
    const broken = {
      check: () => {
        throw new Error('secret detail');
      },
    };
    api = createLiveApi({
      boards,
      store,
      catalogue,
      keys: broken,
      limits: undefined,
      clock: () => now,
      log: (text) => logged.push(text),
    });
    const problem = await problemOf(post({ id: 'a', username: 'ada', points: 1 }));
    expect(problem.status).toBe(500);
    expect(JSON.stringify(problem)).not.toContain('secret');
    expect(logged.join('')).toContain('secret detail');
  });
});

describe('limits', () => {
  beforeEach(() => {
    api = createLiveApi({
      boards,
      store,
      catalogue,
      keys,
      limits: createRateLimits(5, () => now),
      clock: () => now,
      log: (text) => logged.push(text),
    });
  });

  test('exactly the limit of writes passes for each key, refused ones wait', async () => {
    const answers = [];
    for (let i = 0; i < 10; i += 1) answers.push(await post({ id: `e${i}`, username: 'ada', points: 1 }));
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(5).fill(201), ...Array<number>(5).fill(429)]);
    expect(answers[0]!.headers.get('ratelimit-policy')).toBe('"writes";q=5;w=60');
    expect(answers[0]!.headers.get('ratelimit')).toBe('"writes";r=4;t=60');
    expect(answers[5]!.headers.get('retry-after')).toBe('60');
    expect((await post({ id: 'x', username: 'ada', points: 1 }, tokens.admin)).status).toBe(201);
    now += 60_000;
    expect((await post({ id: 'y', username: 'ada', points: 1 })).status).toBe(201);
  });

  test('readers are counted by address, whatever they say of themselves', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 7; i += 1)
      statuses.push((await ask('/api/v1/boards', { headers: { 'x-forwarded-for': `203.0.113.${i}` } })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect((await ask('/api/v1/boards', {}, '192.0.2.2')).status).toBe(200);
    expect((await ask('/livez')).status).toBe(200);
  });

  test('wrong keys run out too, and say so as a problem; a right one still passes', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 7; i += 1) statuses.push((await problemOf(post({}, `wrong${i}`))).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect((await post({ id: 'a', username: 'ada', points: 1 })).status).toBe(201);
  });
});
