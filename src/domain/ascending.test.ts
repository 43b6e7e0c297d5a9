import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { firstAbove, firstPlace, firstPlaceAwaited } from './ascending.ts';

test('law: a binary search finds what a linear search finds', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 40 }),
      fc.integer({ min: -10, max: 10 }),
      async (some, value) => {
        const values = Float64Array.from(some).toSorted();
        const naive = values.findIndex((each) => each >= value);
        const expected = naive === -1 ? values.length : naive;
        const isBefore = (place: number) => values[place]! < value;
        expect(firstAbove(values, value - 0.5, 0, values.length)).toBe(expected);
        expect(firstPlace(0, values.length, isBefore)).toBe(expected);
        expect(await firstPlaceAwaited(0, values.length, async (place) => isBefore(place))).toBe(expected);
      },
    ),
  );
});

test('numbers may be as large as timestamps, and an empty range is never probed', () => {
  const noon = Date.UTC(2026, 10, 22, 12);
  expect(firstPlace(noon - 57_600_000, noon + 57_600_000, (at) => at < noon + 1)).toBe(noon + 1);
  expect([firstAbove([1, 2, 2, 3], 2, 1, 4), firstAbove([1, 2, 2, 3], 2, 1, 3)]).toEqual([3, 3]);
  expect(firstPlace(5, 5, () => expect.fail())).toBe(5);
  expect(firstPlace(0, -1, () => expect.fail())).toBe(0);
});

test('law: few places are probed, and none outside the range', () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.nat(1000), fc.nat(2200), (low, count, border) => {
      const looked: number[] = [];
      const isBefore = (place: number) => {
        looked.push(place);
        return place < border;
      };
      expect(firstPlace(low, low + count, isBefore)).toBe(Math.min(Math.max(low, border), low + count));
      expect(looked.every((place) => place >= low && place < low + count)).toBe(true);
      expect(looked.length).toBeLessThanOrEqual(Math.ceil(Math.log2(count + 1)));
    }),
    { numRuns: 2000 },
  );
});
