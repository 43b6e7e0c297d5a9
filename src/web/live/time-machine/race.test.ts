import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { leadShare } from './race.tsx';

test.each([
  [100, 100, 'high', 1],
  [25, 100, 'high', 0.25],
  [-5, 100, 'high', 0],
  [0, 0, 'high', 0],
  [-7, -5, 'high', 1],
  [80, 80, 'low', 1],
  [160, 80, 'low', 0.5],
  [5, 0, 'low', 0],
] as const)('%i points beside %i, where %s comes first, fill %f of the lane', (points, leader, direction, share) =>
  expect(leadShare(points, leader, direction)).toBe(share),
);

test('law: a bar is never longer than the lane, and a better total never has the shorter one', () => {
  const total = fc.integer({ min: 1, max: 10 ** 15 });
  fc.assert(
    fc.property(fc.uniqueArray(total, { minLength: 3, maxLength: 3 }), fc.constantFrom('high', 'low'), (totals, direction) => {
      const ranked = totals.toSorted((a, b) => (direction === 'high' ? b - a : a - b));
      const shares = ranked.map((points) => leadShare(points, ranked[0]!, direction));
      expect(shares[0]).toBe(1);
      expect(shares).toEqual(shares.toSorted((a, b) => b - a));
    }),
  );
});
