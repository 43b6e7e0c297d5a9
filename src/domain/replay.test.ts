import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { MAX_STEPS, replayMoments } from './replay.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

test.each([
  ['a day goes by quarters of an hour', DAY, HOUR / 4],
  ['a day of 25 hours too', 25 * HOUR, HOUR / 4],
  ['a week by two hours', 7 * DAY, 2 * HOUR],
  ['a month by six hours', 31 * DAY, 6 * HOUR],
  ['a century by whole days', 36_525 * DAY, 286 * DAY],
])('%s', (_, length, step) => {
  const [first, second] = replayMoments(1000, 1000 + length);
  expect(first).toBe(1000);
  expect(second! - first!).toBe(step);
});

test('moments ascend from first to last in few equal steps', () => {
  fc.assert(
    fc.property(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), fc.integer({ min: 1, max: 10 ** 13 }), (from, length) => {
      const moments = replayMoments(from, from + length);
      expect(moments[0]).toBe(from);
      expect(moments.at(-1)).toBe(from + length);
      expect(moments.length).toBeLessThanOrEqual(MAX_STEPS + 1);
      const steps = moments.slice(1).map((moment, i) => moment - moments[i]!);
      expect(steps.every((step, i) => step > 0 && (i === steps.length - 1 ? step <= steps[0]! : step === steps[0]))).toBe(true);
    }),
  );
});

test('a period that has just begun has one moment', () => {
  expect(replayMoments(5, 5)).toEqual([5]);
});
