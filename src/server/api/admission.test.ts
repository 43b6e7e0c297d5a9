import { beforeEach, describe, expect, test } from 'vitest';

import { ENDPOINTS } from '../../contract/api.ts';
import { targetOf } from '../../contract/endpoint.ts';
import type { ApiResults } from '../../contract/game-answers.ts';
import type { WriteBounds } from '../../contract/api-key.ts';
import { createRateLimits } from './rate-limit.ts';
import { CONSOLE, useTrialApi } from './trial-api.suite.ts';

const trial = useTrialApi();
const { ask, post, problemOf, send, tokens } = trial;

const BOARDS = targetOf(ENDPOINTS.boards, {});

describe('keys', () => {
  test.each([
    ['none', undefined, 'Bearer realm="laurels"'],
    ['another scheme', 'Basic YTpi', 'Bearer realm="laurels"'],
    ['an unknown one', 'Bearer lk_unknown', 'Bearer realm="laurels", error="invalid_token"'],
    ['an empty one', 'Bearer ', 'Bearer realm="laurels"'],
  ])('%s is rejected', async (_what, authorization, challenge) => {
    const answer = ask(targetOf(ENDPOINTS.submitPoints, {}), {
      method: 'POST',
      body: '{}',
      ...(authorization !== undefined && { headers: { authorization } }),
    });
    expect(await problemOf(answer)).toMatchObject({ status: 401, errors: [{ field: 'Authorization' }] });
    expect((await answer).headers.get('www-authenticate')).toBe(challenge);
  });

  test('a role includes the roles below it and none above', async () => {
    const make = (token: string) => send('makeBoard', { body: { name: 'x', title: 'x' } }, token);
    expect((await post({ id: 'a', username: 'ada', points: 1 }, tokens.read)).status).toBe(403);
    expect((await post({ id: 'a', username: 'ada', points: 1 }, tokens.owner)).status).toBe(201);
    expect((await make(tokens.read)).status).toBe(403);
    const refused = await make(tokens.write);
    expect(refused.headers.get('www-authenticate')).toBe('Bearer realm="laurels", error="insufficient_scope", scope="operator"');
    expect((await make(tokens.owner)).status).toBe(201);
  });

  test('the error for an expired key names it and its expiry', async () => {
    const key = await trial.keys.add('event', 'write', trial.now, { expires: trial.now + 1000 });
    expect((await post({ id: 'a', username: 'ada', points: 1 }, key)).status).toBe(201);
    trial.now += 1000;
    const answer = post({ id: 'b', username: 'ada', points: 1 }, key);
    expect(await problemOf(answer)).toMatchObject({
      type: 'urn:laurels:problem:expired-key',
      title: 'This API key has expired',
      status: 401,
      detail: expect.stringContaining('"event" expired 21 Nov 2026, 12:00:01 UTC') as string,
      errors: [{ field: 'Authorization' }],
    });
    expect((await answer).headers.get('www-authenticate')).toContain('error="invalid_token", error_description="The key has expired"');
    expect((await trial.rankings()).standings).toMatchObject([{ points: 1 }]);
    // Reading needs no key, so an expired one does no harm.
    expect((await ask(BOARDS, { headers: { authorization: `Bearer ${key}` } })).status).toBe(200);
  });

  test('a revoked key is rejected immediately', async () => {
    await trial.keys.revoke('write', trial.now);
    expect((await post({ id: 'a', username: 'ada', points: 1 })).status).toBe(401);
  });
});

test.each([
  ['wrong keys', (): HeadersInit => ({ authorization: 'Bearer lk_wrong' })],
  ['ended sessions', (): HeadersInit => ({ ...CONSOLE, cookie: '__Host-laurels-console=over' })],
])('%s are rate limited by address, even for reads that need no key', async (_what, headers) => {
  const statuses = [];
  for (let i = 0; i < 70; i += 1) statuses.push((await ask(BOARDS, { headers: headers() })).status);
  expect(statuses).toEqual([...Array<number>(60).fill(200), ...Array<number>(10).fill(429)]);
  // Requests without a key, or with a valid one, are not counted with them.
  expect((await ask(BOARDS)).status).toBe(200);
  expect((await ask(BOARDS, { headers: { authorization: `Bearer ${tokens.read}` } })).status).toBe(200);
  expect((await ask(BOARDS, { headers: headers() }, '192.0.2.9')).status).toBe(200);
});

describe('a bound key', () => {
  const bound = (bounds: WriteBounds) => trial.keys.add('bound', 'write', trial.now, { bounds });
  const event = (id: string, points: number) => ({ id, username: 'ada', points });
  const CUP = { name: 'cup', title: 'Cup' };

  test('can only post to its boards, alone or in a batch, and can read all boards', async () => {
    await send('makeBoard', { body: CUP }, tokens.owner);
    const key = await bound({ boards: ['cup'] });
    for (const body of [event('a', 1), { events: [event('a', 1), event('b', 1)] }]) {
      expect(await problemOf(post(body, key))).toMatchObject({
        status: 403,
        errors: [{ field: 'board', rule: 'must be "cup" with this API key' }],
      });
    }
    expect((await trial.rankings()).total).toBe(0);
    expect((await send('submitPoints', { query: { board: 'cup' }, body: event('a', 1) }, key)).status).toBe(201);
    const rankings = await ask(targetOf(ENDPOINTS.rankings, { board: 'main' }), { headers: { authorization: `Bearer ${key}` } });
    expect(rankings.status).toBe(200);
  });

  test.each<[bounds: WriteBounds, taken: readonly number[], refused: readonly number[], rule: string]>([
    [{ maxPoints: 10 }, [10, -10, 0], [11, -11], 'must be from -10 to 10 with this API key'],
    [{ noNegative: true }, [0, 9007199254740991], [-1], 'must not be negative with this API key'],
    [{ maxPoints: 10, noNegative: true }, [0, 10], [-1, 11], 'must be from 0 to 10 with this API key'],
  ])('with %j accepts %j and rejects %j', async (bounds, taken, refused, rule) => {
    const key = await bound(bounds);
    for (const points of refused) {
      expect(await problemOf(post(event('x', points), key))).toMatchObject({ status: 422, errors: [{ field: 'points', rule }] });
    }
    expect((await trial.rankings()).total).toBe(0);
    const events = [...refused, ...taken].map((points, i) => ({ id: `e${i}`, username: `player ${i}`, points }));
    const { results } = (await post({ events }, key)).body as ApiResults;
    expect(results.map(({ status }) => status)).toEqual([...refused.map(() => 422), ...taken.map(() => 201)]);
    for (const i of refused.keys()) expect(results[i]).toMatchObject({ problem: { errors: [{ field: `events[${i}].points`, rule }] } });
    expect((await trial.rankings()).total).toBe(taken.length);
    // Other keys have no bounds.
    expect((await post(event('y', refused[0]!))).status).toBe(201);
  });

  test('without permission to rename cannot change a name, and can repeat the current one', async () => {
    const key = await bound({ noRename: true });
    const named = (id: string, names: object) => post({ ...event(id, 1), ...names }, key);
    expect((await named('a', { displayName: 'Ada', avatar: '🦊' })).status).toBe(201);
    expect((await named('b', { displayName: 'Ada', avatar: '🦊' })).status).toBe(201);
    for (const names of [{ displayName: 'Eve' }, { avatar: '🐙' }, { displayName: 'Eve', avatar: '🐙' }]) {
      const rule = 'must be left out, or be what the player already has';
      const errors = Object.keys(names).map((field) => ({ field, rule }));
      expect(await problemOf(named('c', names))).toMatchObject({ status: 422, errors });
    }
    expect((await trial.rankings()).standings).toMatchObject([{ points: 2, player: { displayName: 'Ada' } }]);
  });
});

describe('limits', () => {
  beforeEach(() => trial.open({ limits: createRateLimits(5, () => trial.now) }));

  test('each key can write exactly up to its limit, and further requests get a retry time', async () => {
    const answers = [];
    for (let i = 0; i < 10; i += 1) answers.push(await post({ id: `e${i}`, username: 'ada', points: 1 }));
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(5).fill(201), ...Array<number>(5).fill(429)]);
    expect(answers[0]!.headers.get('ratelimit-policy')).toBe('"writes";q=5;w=60');
    expect(answers[0]!.headers.get('ratelimit')).toBe('"writes";r=4;t=60');
    expect(answers[5]!.headers.get('retry-after')).toBe('60');
    expect((await post({ id: 'x', username: 'ada', points: 1 }, tokens.owner)).status).toBe(201);
    trial.now += 60_000;
    expect((await post({ id: 'y', username: 'ada', points: 1 })).status).toBe(201);
  });

  test('readers are counted by address, whatever the headers claim', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 7; i += 1) statuses.push((await ask(BOARDS, { headers: { 'x-forwarded-for': `203.0.113.${i}` } })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect((await ask(BOARDS, {}, '192.0.2.2')).status).toBe(200);
    expect((await ask(targetOf(ENDPOINTS.livez, {}))).status).toBe(200);
  });

  test('wrong keys are limited even if nothing else is', async () => {
    trial.open({ limits: createRateLimits('off', () => trial.now) });
    const statuses: number[] = [];
    for (let i = 0; i < 62; i += 1) statuses.push((await post({}, `wrong${i}`)).status);
    expect(statuses).toEqual([...Array<number>(60).fill(401), 429, 429]);
    for (let i = 0; i < 70; i += 1) expect((await post({ id: `e${i}`, username: 'ada', points: 1 })).status).toBe(201);
    expect((await ask(BOARDS)).headers.get('ratelimit')).toBeNull();
  });

  test('wrong keys get a problem once they exceed the limit, and a valid key still passes', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 7; i += 1) statuses.push((await problemOf(post({}, `wrong${i}`))).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect((await post({ id: 'a', username: 'ada', points: 1 })).status).toBe(201);
  });
});
