import fc from 'fast-check';
import { expect, test } from 'vitest';

import { finishPlaces } from './finish-scale.ts';

test('the winner is on the line, the last where there is room, whoever is between to scale', () => {
  const [first, second, third] = finishPlaces([1_000, 950, 900]);
  expect(first).toBe(1);
  expect(third).toBeCloseTo(0.2);
  expect(second).toBeCloseTo(0.6);
});

test('a close finish before a distant third is seen to be close', () =>
  expect(finishPlaces([20_400, 20_388, 13_600])[1]).toBeGreaterThan(0.99));

test('level on points all are on the line, and so is who is alone', () => {
  expect(finishPlaces([7, 7, 7])).toEqual([1, 1, 1]);
  expect(finishPlaces([7])).toEqual([1]);
});

test('law: nobody is past the line or out of the picture, and distances keep their proportions, whichever end is better', () => {
  const field = fc.tuple(fc.array(fc.integer({ min: -1e15, max: 1e15 }), { minLength: 1, maxLength: 3 }), fc.boolean());
  fc.assert(
    fc.property(field, ([points, isLow]) => {
      const ordered = points.toSorted((a, b) => (isLow ? a - b : b - a));
      const places = finishPlaces(ordered);
      for (const place of places) {
        expect(place).toBeLessThanOrEqual(1);
        expect(place).toBeGreaterThanOrEqual(0.2 - 1e-9);
      }
      const [gap, whole] = [Math.abs(ordered[0]! - ordered.at(-2)!), Math.abs(ordered[0]! - ordered.at(-1)!)];
      if (ordered.length > 1 && whole > 0) expect((1 - places.at(-2)!) / 0.8).toBeCloseTo(gap / whole);
    }),
  );
});
