import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { trackShare } from './track.tsx';

const TOTAL = fc.integer({ min: -1e15, max: 1e15 });

/** The two directions of a board, as comparators of totals, leader first. */
const DIRECTIONS = [
  ['more is better', (a: number, b: number) => b - a],
  ['less is better', (a: number, b: number) => a - b],
] as const;

test.each(DIRECTIONS)('a better total is never further back, where %s', (_, order) => {
  fc.assert(
    fc.property(fc.array(TOTAL, { minLength: 1 }), (totals) => {
      const field = totals.toSorted(order);
      const shares = field.map((points) => trackShare(points, field[0]!));
      expect(shares[0]).toBe(1);
      expect(shares).toEqual(shares.toSorted((a, b) => b - a));
      expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
    }),
  );
});

test.each([
  { points: 20, leader: 40, share: 0.5 },
  { points: 0, leader: 40, share: 0 },
  { points: -5, leader: 40, share: 0 },
  { points: 0, leader: 0, share: 1 },
  { points: -5, leader: 0, share: 0 },
  { points: -40, leader: -20, share: 0.5 },
  // Seconds, strokes under par.
  { points: 100, leader: 80, share: 0.8 },
  { points: -5, leader: -10, share: 0.5 },
  { points: 5, leader: -10, share: 0 },
])('$points points are at $share of the track of $leader', ({ points, leader, share }) => {
  expect(trackShare(points, leader)).toBe(share);
});
