import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { ENDPOINTS } from '../../../contract/api.ts';
import { targetOf } from '../../../contract/endpoint.ts';
import type { ApiResults } from '../../../contract/game-answers.ts';
import { DAY, NOON, useTrialApi } from '../../api/trial-api.suite.ts';

const trial = useTrialApi();
const { ask, post, problemOf, rankings, send, tokens } = trial;

const POINTS = targetOf(ENDPOINTS.submitPoints, {});

describe('posting points', () => {
  test('the response is a report of every period, as the contract says', async () => {
    await post({ id: 'a', username: 'ada', points: 100 });
    const { status, body } = await post({ id: 'b', username: 'bob', points: 70, displayName: 'Bob', avatar: '🦊', activity: 'race' });
    expect(status).toBe(201);
    const report = ENDPOINTS.submitPoints.answers[201].schema.parse(body);
    expect(report).toMatchObject({ id: 'b', board: 'main', player: { username: 'bob', displayName: 'Bob', avatar: '🦊' }, points: 70 });
    expect(report.periods.map(({ kind, rank, points, next }) => [kind, rank, points, next])).toEqual(
      ['daily', 'weekly', 'monthly', 'all-time'].map((kind) => [kind, 2, 70, { rank: 1, points: 31 }]),
    );
    expect(report.periods[0]).toMatchObject({ start: '2026-11-20T23:00:00.000Z', end: '2026-11-21T23:00:00.000Z' });
  });

  test('the same id and content counts once and gets the same answer, however it is written', async () => {
    const first = await post({ id: 'a', username: 'ada', points: 100, at: '2026-11-21T10:00:00Z' });
    const again = await post('{ "at":"2026-11-21T11:00:00.000+01:00",\n "points":1e2,"username":"ada","id":"a" }');
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toEqual(first.body);
    expect((await rankings()).standings[0]).toMatchObject({ rank: 1, points: 100 });
  });

  test('fifty concurrent events with one id are one event', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => post({ id: 'a', username: 'ada', points: 5 })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await rankings()).standings[0]).toMatchObject({ points: 5 });
  });

  test('a known id with another body is rejected, naming the id, and nothing is lost', async () => {
    await post({ id: 'a', username: 'ada', points: 5 });
    const problem = await problemOf(post({ id: 'a', username: 'ada', points: 6 }));
    expect(problem).toMatchObject({ status: 409, errors: [{ field: 'id' }] });
    expect((await rankings()).standings[0]).toMatchObject({ points: 5 });
  });

  test('each event of a batch has its own result, in order, and valid ones count', async () => {
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

  test('a request takes a thousand events; with one more, nothing is stored', async () => {
    const events = Array.from({ length: 1001 }, (_, i) => ({ id: `e${i}`, username: `p${i % 50}`, points: i }));
    expect(await problemOf(post({ events }))).toMatchObject({ status: 413, errors: [{ field: 'events' }] });
    expect((await rankings()).total).toBe(0);
    const { body } = await post({ events: events.slice(1) });
    expect((body as ApiResults).results.every(({ status }) => status === 201)).toBe(true);
  });

  test('a batch may span more days than fit in memory', async () => {
    const events = Array.from({ length: 300 }, (_, i) => ({
      id: `e${i}`,
      username: `p${i % 7}`,
      points: 1,
      at: new Date(NOON - i * DAY).toISOString(),
    }));
    const { body } = await post({ events });
    expect((body as ApiResults).results.map(({ status }) => status)).toEqual(events.map(() => 201));
    expect(await rankings({ at: new Date(NOON - 299 * DAY).toISOString() })).toMatchObject({
      total: 1,
      standings: [{ rank: 1, points: 1 }],
    });
  });
});

describe('importing points', () => {
  const EPOCH = { id: 'a', username: 'ada', points: 1, at: '1970-01-01T01:00:00+01:00' };

  test('accepts an event of the Unix epoch, which posting refuses', async () => {
    expect(await problemOf(post(EPOCH))).toMatchObject({
      errors: [{ field: 'at', rule: 'must not be 1970-01-01T00:00:00Z, which usually means that the time was never set' }],
    });
    const { status, body } = await send('importPoints', { body: { events: [EPOCH] } }, tokens.owner);
    expect([status, (body as ApiResults).results.map((result) => result.status)]).toEqual([200, [201]]);
    expect((await send('importPoints', { body: EPOCH }, tokens.owner)).status).toBe(200);
    expect(await rankings({ at: '1970-01-01' })).toMatchObject({ standings: [{ points: 1 }] });
  });

  test('refuses a time older than any game, and a key that may only write', async () => {
    const old = { ...EPOCH, at: '0001-01-01T00:00:00Z' };
    expect(await problemOf(send('importPoints', { body: old }, tokens.owner))).toMatchObject({ status: 422, errors: [{ field: 'at' }] });
    expect(await problemOf(send('importPoints', { body: EPOCH }, tokens.write))).toMatchObject({ status: 403 });
    expect((await rankings({ period: 'all-time' })).total).toBe(0);
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
    ['a time before any game', { ...good, at: '1899-12-31T23:59:59.999Z' }, 422, 'at'],
    ['year 1', { ...good, at: '0001-01-01T00:00:00Z' }, 422, 'at'],
    ['the year before it', { ...good, at: '0000-06-01T00:00:00Z' }, 422, 'at'],
    ['the Unix epoch', { ...good, at: '1970-01-01T00:00:00Z' }, 422, 'at'],
    ['the Unix epoch in Lima', { ...good, at: '1969-12-31T19:00:00.000-05:00' }, 422, 'at'],
    ['a year of five digits', { ...good, at: '10000-01-01T00:00:00Z' }, 422, 'at'],
    ['a year of six digits', { ...good, at: '+002026-11-21T00:00:00Z' }, 422, 'at'],
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
    expect((await rankings({ period: 'all-time' })).total).toBe(0);
    expect(trial.logged).toEqual([]);
  });

  test('the last of two equal keys in one object counts, as usual in JSON', async () => {
    expect(await post('{"id":"a","username":"ada","points":1,"points":2}')).toMatchObject({ status: 201, body: { points: 2 } });
  });

  test('minus zero is zero', async () => {
    expect((await post('{"id":"a","username":"ada","points":-0}')).text).not.toContain('-0');
    expect((await post('{"id":"a","username":"ada","points":0}')).status).toBe(200);
  });

  test('a body that is too large, whether it declares so or not', async () => {
    const large = new Uint8Array(1024 * 1024 + 1).fill(32);
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${tokens.write}` };
    expect(await problemOf(ask(POINTS, { method: 'POST', body: large, headers }))).toMatchObject({ status: 413 });
    const saying = { ...headers, 'content-length': String(large.length) };
    expect(await problemOf(ask(POINTS, { method: 'POST', body: large, headers: saying }))).toMatchObject({ status: 413 });
  });

  test('a byte order mark before a body is ignored', async () => {
    expect((await post(`\ufeff${JSON.stringify(good)}`)).status).toBe(201);
  });

  test('a body that is not UTF-8, not JSON by name, or compressed', async () => {
    const authorization = `Bearer ${tokens.write}`;
    const latin = Buffer.from('{"id":"a","username":"\xe9","points":1}', 'latin1');
    expect(await problemOf(ask(POINTS, { method: 'POST', body: latin, headers: { authorization } }))).toMatchObject({
      status: 400,
    });
    const form = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
    expect(await problemOf(ask(POINTS, { method: 'POST', body: '{}', headers: form }))).toMatchObject({ status: 415 });
    const zipped = { authorization, 'content-encoding': 'gzip' };
    expect(await problemOf(ask(POINTS, { method: 'POST', body: latin, headers: zipped }))).toMatchObject({ status: 415 });
  });

  test('an inexact total', async () => {
    await post({ id: 'a', username: 'ada', points: Number.MAX_SAFE_INTEGER });
    expect(await problemOf(post({ id: 'b', username: 'ada', points: 1 }))).toMatchObject({ status: 422, errors: [{ field: 'points' }] });
    expect((await rankings()).standings[0]!.points).toBe(Number.MAX_SAFE_INTEGER);
  });

  test('an unknown board', async () => {
    expect(await problemOf(send('submitPoints', { query: { board: 'none' }, body: good }))).toMatchObject({
      status: 404,
      errors: [{ field: 'board' }],
    });
    expect(
      await problemOf(
        ask(`${POINTS}?bord=main`, { method: 'POST', body: JSON.stringify(good), headers: { authorization: `Bearer ${tokens.write}` } }),
      ),
    ).toMatchObject({
      status: 400,
      errors: [{ field: 'bord' }],
    });
  });

  test('no JSON input causes a server error', async () => {
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
    expect(trial.logged).toEqual([]);
  });
});
