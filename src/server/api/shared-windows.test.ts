import { setImmediate as nextTurn } from 'node:timers/promises';

import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Heard, SharedCounts, Told } from '../store/shared-counts.ts';
import { Problem } from '../http/problem.ts';
import { createRateLimit, untoldAtMost } from './rate-limit.ts';
import { createSharedWindows } from './shared-windows.ts';

const SECONDS = 60;
const WINDOW_MS = SECONDS * 1000;

/** Windows of all processes in one place, like a database. Each query waits until `answer` lets it through. */
class CountsInOnePlace {
  now = 0;
  isAway = false;
  /** Windows of the one caller, in order. */
  readonly windows: { readonly opened: number; readonly ends: number; taken: number }[] = [];
  readonly #waiting: (() => void)[] = [];

  /** The counts as one of `processes` sees them. */
  of(processes: number): SharedCounts {
    return {
      everybody: async () => [],
      processes: () => processes,
      add: async (told) => {
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
        if (this.isAway) throw new Error('the database is away');
        return told.map((each) => this.#add(each));
      },
    };
  }

  /** Lets the oldest waiting query through. Returns whether there was one. */
  async answer(): Promise<boolean> {
    await nextTurn();
    const next = this.#waiting.shift();
    next?.();
    await nextTurn();
    return next !== undefined;
  }

  #add({ taken }: Told): Heard {
    let window = this.windows.at(-1);
    if (window === undefined || window.ends <= this.now) {
      window = { opened: this.now, ends: this.now + WINDOW_MS, taken: 0 };
      this.windows.push(window);
    }
    window.taken += taken;
    return { taken: window.taken, window: window.opened, leftMs: window.ends - this.now };
  }
}

/** Processes that share the limit of one caller. */
function processes(count: number, quota: number) {
  const place = new CountsInOnePlace();
  const logged: string[] = [];
  /** The time of each request that passed. */
  const passed: number[] = [];
  const limits = Array.from({ length: count }, () => {
    const windows = createSharedWindows(
      place.of(count),
      () => place.now,
      (text) => logged.push(text),
    );
    return createRateLimit({ name: 'writes', quota, seconds: SECONDS }, () => place.now, windows);
  });
  return {
    place,
    logged,
    passed,
    /** Sends a request to one of the processes. Resolves to whether it passes. */
    async ask(process: number): Promise<boolean> {
      try {
        await limits[process]!.take('caller');
        passed.push(place.now);
        return true;
      } catch (error) {
        expect(error).toBeInstanceOf(Problem);
        return false;
      }
    },
    passedWithin: (from: number, to: number) => passed.filter((at) => at >= from && at < to).length,
  };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ does: fc.constant('ask' as const), process: fc.nat(3), times: fc.integer({ min: 1, max: 10 }) }) },
  { weight: 5, arbitrary: fc.record({ does: fc.constant('answer' as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: WINDOW_MS }) }) },
);

const count = fc.integer({ min: 1, max: 4 });
const quota = fc.integer({ min: 1, max: 150 });

test('in a window, all processes together exceed the quota by a bounded part at most, for any order of requests', async () => {
  await fc.assert(
    fc.asyncProperty(count, quota, fc.array(step, { minLength: 1, maxLength: 60 }), async (n, quota, steps) => {
      const { place, ask, passedWithin } = processes(n, quota);
      const asked: Promise<boolean>[] = [];
      for (const each of steps) {
        if (each.does === 'ask') for (let i = 0; i < each.times; i += 1) asked.push(ask(each.process % n));
        else if (each.does === 'answer') await place.answer();
        else place.now += each.ms;
        await nextTurn();
      }
      while (await place.answer());
      await Promise.all(asked);
      const slack = 2 * n * untoldAtMost(quota, n);
      for (const { opened, ends } of place.windows) expect(passedWithin(opened, ends)).toBeLessThanOrEqual(quota + slack);
      if (n === 1) expect(passedWithin(0, WINDOW_MS)).toBeLessThanOrEqual(quota);
    }),
    { numRuns: 100 },
  );
});

test('the whole quota passes for any distribution over processes, and no request waits indefinitely', async () => {
  await fc.assert(
    fc.asyncProperty(count, quota, fc.array(fc.nat(3), { minLength: 1, maxLength: 10 }), async (n, quota, order) => {
      const { place, ask } = processes(n, quota);
      let passed = 0;
      for (let i = 0; i < quota; i += 1) {
        const asked = ask(order[i % order.length]! % n);
        while (await place.answer());
        if (await asked) passed += 1;
      }
      expect(passed).toBe(quota);
    }),
    { numRuns: 50 },
  );
});

test('a rare caller costs no query', async () => {
  const { place, ask } = processes(3, 12_000);
  for (let i = 0; i < 99; i += 1) expect(await ask(i % 3)).toBe(true);
  expect(await place.answer()).toBe(false);
});

test('while the database is away, each process allows its part and logs that once; then they count together again', async () => {
  const { place, ask, logged, passed } = processes(3, 300);
  place.isAway = true;
  const asked = Array.from({ length: 900 }, (_, i) => ask(i % 3));
  while (await place.answer());
  await Promise.all(asked);
  expect(passed).toHaveLength(300);
  expect(logged.filter((text) => text.includes('split between'))).toHaveLength(3);

  place.isAway = false;
  await vi.advanceTimersByTimeAsync(1000);
  while (await place.answer());
  expect(logged.filter((text) => text.includes('shared with'))).toHaveLength(3);
  expect(place.windows).toMatchObject([{ taken: 300 }]);
  // The last process to report knows the counts of all.
  expect(await ask(2)).toBe(false);
});

test('requests during a failed query wait for that failure only, not for the next attempt', async () => {
  const { place, ask } = processes(3, 300);
  place.isAway = true;
  let answered = 0;
  const askOften = () => Array.from({ length: 50 }, () => void ask(0).then(() => (answered += 1)));
  askOften();
  await nextTurn();
  // These arrive while the query for the others is running.
  askOften();
  await place.answer();
  expect(answered).toBe(100);
  expect(await place.answer()).toBe(false);
});
