import fc from 'fast-check';
import { expect, test } from 'vitest';

import { orderOfMany } from './order-of-many.ts';
import { compareKeys } from './ordering.ts';

const POINTS = [
  fc.oneof(fc.integer({ min: -2, max: 2 }), fc.constantFrom(0, -0)),
  fc.integer({ min: -100_000, max: 100_000 }),
  fc.oneof(fc.integer({ min: -2, max: 2 }), fc.maxSafeInteger()),
];
const MOMENTS = [
  fc.integer({ min: -2, max: 2 }),
  fc.integer({ min: 1.8e12, max: 1.9e12 }),
  fc.oneof(fc.integer({ min: -2, max: 2 }), fc.integer({ min: -8.64e15, max: 8.64e15 })),
];
const KINDS = fc
  .tuple(fc.constantFrom(...POINTS), fc.constantFrom(...MOMENTS))
  .chain((total) => fc.array(fc.tuple(...total), { minLength: 1, maxLength: 60 }));

test.each([
  ['few', 40, 300],
  ['many', 4200, 40],
])('%s are in the order of the ordering rule', (_, size, numRuns) => {
  fc.assert(
    fc.property(KINDS, fc.boolean(), (kinds, isTurned) => {
      const numbers = Array.from({ length: size }, (_, i) => (isTurned ? size - i : i + 1));
      const players = Uint32Array.from(numbers);
      const points = Float64Array.from(numbers, (number) => kinds[(number * 7919) % kinds.length]![0]);
      const reachedAt = Float64Array.from(numbers, (number) => kinds[(number * 104_729) % kinds.length]![1]);
      const order = orderOfMany({ players, points, reachedAt });
      const compared = Array.from(numbers, (_, i) => i).toSorted((a, b) =>
        compareKeys(points[a]!, reachedAt[a]!, players[a]!, points[b]!, reachedAt[b]!, players[b]!),
      );
      expect([...order]).toEqual(compared);
    }),
    { numRuns },
  );
});

test('no totals yield an empty order', () => {
  expect(orderOfMany({ players: new Uint32Array(), points: new Float64Array(), reachedAt: new Float64Array() })).toHaveLength(0);
});
