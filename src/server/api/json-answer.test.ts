import { expect, test } from 'vitest';

import { ENDPOINTS } from '../../contract/api.ts';
import { targetOf } from '../../contract/endpoint.ts';
import { closePast } from '../boards/boards-under-test.suite.ts';
import { createCached } from './json-answer.ts';
import { DAY, useTrialApi } from './trial-api.suite.ts';

const trial = useTrialApi();
const { ask, post, rankings } = trial;

const RANKINGS = targetOf(ENDPOINTS.rankings, { board: 'main' });

const seed = () => post({ events: [1, 2, 3, 4, 5].map((i) => ({ id: `s${i}`, username: `player ${i}`, points: i })) });

test('rankings are identical until something changes, and a matching ETag gets 304', async () => {
  await seed();
  const first = await ask(RANKINGS);
  const etag = first.headers.get('etag')!;
  const again = (tag: string) => ask(RANKINGS, { headers: { 'if-none-match': tag } });
  expect(await again(etag)).toMatchObject({ status: 304, text: '' });
  expect((await again(`"x", W/${etag}`)).status).toBe(304);
  expect((await again('"x"')).status).toBe(200);
  await post({ id: 'new', username: 'newcomer', points: 1 });
  expect((await again(etag)).status).toBe(200);
  expect(first.headers.get('cache-control')).toMatch(/^public, max-age=1\b/);
});

test('rankings of a new day do not come from the cache of the day before', async () => {
  await seed();
  expect((await rankings()).total).toBe(5);
  trial.now += DAY;
  expect((await rankings()).total).toBe(0);
});

test('a shared cache keeps final rankings for minutes, and today’s for a second', async () => {
  await seed();
  trial.now += 2 * DAY;
  await closePast(trial.boards);
  await seed();
  const caching = async (query: object) => {
    const { status, headers } = await ask(targetOf(ENDPOINTS.rankings, { board: 'main', query }));
    return [status, headers.get('cache-control')];
  };
  expect(await caching({ at: '2026-11-21' })).toEqual([200, 'public, max-age=60, stale-while-revalidate=600']);
  expect(await caching({})).toEqual([200, 'public, max-age=1, stale-while-revalidate=2']);
});

test('callers take turns for uncached answers, and cached answers do not wait', async () => {
  const made: string[] = [];
  const cached = createCached(() => 'always');
  const asks = (caller: string, question: string) =>
    cached({ method: 'GET', target: '/', caller, header: () => null, readBody: async () => undefined }, question, async () => {
      made.push(question);
      return { question };
    });
  await asks('203.0.113.1', 'known');
  const order: string[] = [];
  const many = Array.from({ length: 20 }, async (_, i) => {
    await asks('203.0.113.1', `many ${i}`);
    order.push(`many ${i}`);
  });
  const others = ['known', 'other'].map(async (question) => {
    await asks('203.0.113.2', question);
    order.push(question);
  });
  await Promise.all([...many, ...others]);
  expect(made.slice(0, 4)).toEqual(['known', 'many 0', 'other', 'many 1']);
  expect(order.slice(0, 4)).toEqual(['known', 'many 0', 'other', 'many 1']);
});
