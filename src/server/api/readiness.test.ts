import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ClockWatch } from '../operation/clock-watch.ts';
import { createReadiness } from './readiness.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a database that hangs is reported after three seconds, and queried once until it responds', async () => {
  const asked: (() => void)[] = [];
  const readiness = createReadiness({
    store: { health: () => new Promise((resolve) => asked.push(resolve)), newestReceivedAt: async () => undefined },
    keys: { damage: () => undefined },
    started: Promise.resolve(),
    watch: new ClockWatch(Date.now, Date.now),
    steady: Date.now,
    log: () => {},
  });
  await vi.advanceTimersByTimeAsync(0);
  const found = async () => {
    const answer = readiness().then(
      () => 'ready',
      (error: Error) => error.message,
    );
    await vi.advanceTimersByTimeAsync(3000);
    return answer;
  };
  expect([await found(), await found(), asked.length]).toEqual(['The database is unreachable.', 'The database is unreachable.', 1]);
  asked[0]!();
  await vi.advanceTimersByTimeAsync(1000);
  const answer = readiness();
  await vi.advanceTimersByTimeAsync(0);
  asked[1]!();
  expect(await answer).toEqual([]);
});
