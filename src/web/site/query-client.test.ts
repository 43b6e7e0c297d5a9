import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { retryDelay } from './data-cache.ts';
import { createQueryClient } from './query-client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MINUTE = 60_000;

test('an answer nobody uses is dropped after five minutes and not before', async () => {
  const client = createQueryClient();
  await client.fetchQuery({ queryKey: ['stat-cards'], queryFn: () => 'cards' });
  await vi.advanceTimersByTimeAsync(5 * MINUTE - 1);
  expect(client.getQueryData(['stat-cards'])).toBe('cards');
  await vi.advanceTimersByTimeAsync(1);
  expect(client.getQueryData(['stat-cards'])).toBeUndefined();
});

test('a question that fails is asked again three times, after 1, 2 and 4 seconds', async () => {
  const asked: number[] = [];
  const start = Date.now();
  const client = createQueryClient();
  const { retry } = client.getDefaultOptions().queries ?? {};
  const answer = client.fetchQuery({
    queryKey: ['stat-cards'],
    // fetchQuery alone does not retry; pages ask through hooks, which take the default.
    retry: retry!,
    queryFn: () => {
      asked.push(Date.now() - start);
      return Promise.reject(new Error('no answer'));
    },
  });
  await Promise.all([expect(answer).rejects.toThrow('no answer'), vi.advanceTimersByTimeAsync(MINUTE)]);
  expect(asked).toEqual([0, 1000, 3000, 7000]);
});

test('the wait doubles and is never longer than 30 seconds', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 50].map(retryDelay)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
});

test('an answer in hand is not asked for again', async () => {
  const client = createQueryClient();
  let asked = 0;
  const question = { queryKey: ['stat-cards'], queryFn: () => (asked += 1) };
  await client.ensureQueryData(question);
  await vi.advanceTimersByTimeAsync(4 * MINUTE);
  await client.fetchQuery(question);
  expect(asked).toBe(1);
});
