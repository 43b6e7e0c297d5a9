import { beforeEach, describe, expect, test } from 'vitest';

import { ENDPOINTS } from '../../contract/api.ts';
import { targetOf } from '../../contract/endpoint.ts';
import { createRateLimits } from './rate-limit.ts';
import { useTrialApi } from './trial-api.suite.ts';

const trial = useTrialApi();
const { ask, post, problemOf, send, tokens } = trial;

const BOARDS = targetOf(ENDPOINTS.boards, {});

describe('keys', () => {
  test.each([
    ['none', undefined, 'Bearer realm="laurels"'],
    ['another scheme', 'Basic YTpi', 'Bearer realm="laurels"'],
    ['an unknown one', 'Bearer lk_unknown', 'Bearer realm="laurels", error="invalid_token"'],
    ['an empty one', 'Bearer ', 'Bearer realm="laurels"'],
  ])('%s is not enough', async (_what, authorization, challenge) => {
    const answer = ask(targetOf(ENDPOINTS.submitPoints, {}), {
      method: 'POST',
      body: '{}',
      ...(authorization !== undefined && { headers: { authorization } }),
    });
    expect(await problemOf(answer)).toMatchObject({ status: 401, errors: [{ field: 'Authorization' }] });
    expect((await answer).headers.get('www-authenticate')).toBe(challenge);
  });

  test('a scope includes those below it and none above', async () => {
    const make = (token: string) => send('makeBoard', { body: { name: 'x', title: 'x' } }, token);
    expect((await post({ id: 'a', username: 'ada', points: 1 }, tokens.read)).status).toBe(403);
    expect((await post({ id: 'a', username: 'ada', points: 1 }, tokens.admin)).status).toBe(201);
    expect((await make(tokens.read)).status).toBe(403);
    const refused = await make(tokens.write);
    expect(refused.headers.get('www-authenticate')).toBe('Bearer realm="laurels", error="insufficient_scope", scope="admin"');
    expect((await make(tokens.admin)).status).toBe(201);
  });

  test('a revoked one is refused at once', async () => {
    trial.keys.revoke('write', trial.now);
    expect((await post({ id: 'a', username: 'ada', points: 1 })).status).toBe(401);
  });
});

describe('limits', () => {
  beforeEach(() => trial.open({ limits: createRateLimits(5, () => trial.now) }));

  test('exactly the limit of writes passes for each key, refused ones wait', async () => {
    const answers = [];
    for (let i = 0; i < 10; i += 1) answers.push(await post({ id: `e${i}`, username: 'ada', points: 1 }));
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(5).fill(201), ...Array<number>(5).fill(429)]);
    expect(answers[0]!.headers.get('ratelimit-policy')).toBe('"writes";q=5;w=60');
    expect(answers[0]!.headers.get('ratelimit')).toBe('"writes";r=4;t=60');
    expect(answers[5]!.headers.get('retry-after')).toBe('60');
    expect((await post({ id: 'x', username: 'ada', points: 1 }, tokens.admin)).status).toBe(201);
    trial.now += 60_000;
    expect((await post({ id: 'y', username: 'ada', points: 1 })).status).toBe(201);
  });

  test('readers are counted by address, whatever they say of themselves', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 7; i += 1) statuses.push((await ask(BOARDS, { headers: { 'x-forwarded-for': `203.0.113.${i}` } })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect((await ask(BOARDS, {}, '192.0.2.2')).status).toBe(200);
    expect((await ask(targetOf(ENDPOINTS.livez, {}))).status).toBe(200);
  });

  test('wrong keys run out too, and say so as a problem; a right one still passes', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 7; i += 1) statuses.push((await problemOf(post({}, `wrong${i}`))).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect((await post({ id: 'a', username: 'ada', points: 1 })).status).toBe(201);
  });
});
