import fc from 'fast-check';
import { expect, test } from 'vitest';

import { compareTotals, type Total } from './ordering.ts';

const total = (playerId: string, points: number, reachedAt = 0): Total => ({ playerId, points, reachedAt });

/** Few values on purpose, so that ties of points and moments are common. */
const totals = fc.record({
  playerId: fc.string({ maxLength: 3 }),
  points: fc.integer({ min: -3, max: 3 }),
  reachedAt: fc.integer({ min: 0, max: 3 }),
});

test('more points come first', () => {
  expect(compareTotals(total('b', 50), total('a', 30))).toBeLessThan(0);
  expect(compareTotals(total('a', 30), total('b', 50))).toBeGreaterThan(0);
});

test('with equal points, the first player to reach them comes first', () => {
  expect(compareTotals(total('b', 50, 1), total('a', 50, 2))).toBeLessThan(0);
  expect(compareTotals(total('a', 50, 2), total('b', 50, 1))).toBeGreaterThan(0);
});

test('with equal points and moments, the first to join comes first: ids are compared by code unit, not by language', () => {
  expect(compareTotals(total('a', 50), total('b', 50))).toBe(-1);
  expect(compareTotals(total('b', 50), total('a', 50))).toBe(1);
  expect(compareTotals(total('Z', 50), total('a', 50))).toBe(-1);
});

test('a player ties only with themselves', () => {
  expect(compareTotals(total('a', 50, 7), total('a', 50, 7))).toBe(0);
});

test('the order is total: antisymmetric, transitive, and 0 only for the same player', () => {
  fc.assert(
    fc.property(totals, totals, totals, (a, b, c) => {
      const sign = Math.sign(compareTotals(a, b));
      expect(Math.sign(compareTotals(b, a))).toBe(sign === 0 ? 0 : -sign);
      if (a.playerId !== b.playerId) expect(sign).not.toBe(0);
      if (sign < 0 && compareTotals(b, c) < 0) expect(compareTotals(a, c)).toBeLessThan(0);
    }),
    { numRuns: 10_000 },
  );
});
