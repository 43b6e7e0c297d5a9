import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { LeaderboardSource } from '../../contract/leaderboard-source.ts';
import { createSampleSource } from '../../sample/sample-source.ts';
import { cachedSource } from './cached-source.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MINUTE = 60_000;
const QUESTION = { board: 'home', period: 'daily', q: '', page: 1 } as const;

/** A source that records when rankings are requested, in milliseconds from the start, and fails a given number of times. */
function notingSource(failures: number): { readonly asked: number[]; readonly source: LeaderboardSource } {
  const start = Date.now();
  const asked: number[] = [];
  const sample = createSampleSource();
  const rankings: LeaderboardSource['rankings'] = (question) => {
    asked.push(Date.now() - start);
    return asked.length <= failures ? Promise.reject(new Error('no answer')) : sample.rankings(question);
  };
  return { asked, source: cachedSource({ ...sample, rankings }) };
}

test('equal questions share an answer, and different ones do not', async () => {
  const { asked, source } = notingSource(0);
  const answer = source.rankings(QUESTION);
  expect(source.rankings({ ...QUESTION })).toBe(answer);
  expect(await source.rankings({ ...QUESTION, q: 'nova' })).not.toEqual(await answer);
  expect(asked).toHaveLength(2);
});

test('a cached answer can be read synchronously', async () => {
  const { source } = notingSource(0);
  const value = await source.rankings(QUESTION);
  expect(source.rankings(QUESTION)).toMatchObject({ status: 'fulfilled', value });
});

test('an unused answer is dropped after exactly five minutes', async () => {
  const { asked, source } = notingSource(0);
  await source.rankings(QUESTION);
  await vi.advanceTimersByTimeAsync(5 * MINUTE - 1);
  await source.rankings(QUESTION);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(5 * MINUTE);
  await source.rankings(QUESTION);
  expect(asked).toHaveLength(2);
});

test('a failed question is retried after 1, 2 and 4 seconds, and can then be asked again', async () => {
  const { asked, source } = notingSource(4);
  await Promise.all([expect(source.rankings(QUESTION)).rejects.toThrow('no answer'), vi.advanceTimersByTimeAsync(MINUTE)]);
  expect(asked).toEqual([0, 1000, 3000, 7000]);
  await source.rankings(QUESTION);
  expect(asked).toHaveLength(5);
});
