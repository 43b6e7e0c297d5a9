import fc from 'fast-check';
import { expect, test } from 'vitest';

import { missingPoints } from './missing-points.ts';

test('the missing points are one more than a tie, because the holder reached the total first', () => {
  expect(missingPoints('high', 40, 50)).toBe(11);
  expect(missingPoints('high', 50, 50)).toBe(1);
  expect(missingPoints('low', 50, 40)).toBe(11);
  expect(missingPoints('low', 40, 40)).toBe(1);
});

test('a player without points starts at 0; if low comes first, the missing points are unknown', () => {
  expect(missingPoints('high', undefined, 50)).toBe(51);
  expect(missingPoints('high', undefined, -5)).toBe(1);
  expect(missingPoints('low', undefined, 40)).toBeUndefined();
});

test('law: with the missing points a player beats the holder, and with one less they do not', () => {
  const points = fc.integer({ min: -1_000_000, max: 1_000_000 });
  fc.assert(
    fc.property(fc.constantFrom('high' as const, 'low' as const), points, points, (direction, one, other) => {
      // Tied or worse points, in terms of the order.
      const [own, holder] = (direction === 'high') === one < other ? [one, other] : [other, one];
      const after = (won: number) => (direction === 'high' ? own + won - holder : holder - (own - won));
      const missing = missingPoints(direction, own, holder);
      expect(after(missing)).toBeGreaterThan(0);
      expect(after(missing - 1)).toBe(0);
    }),
  );
});

test('a gap beyond safe integers is capped', () => {
  const { MAX_SAFE_INTEGER: most } = Number;
  expect(missingPoints('high', -most, most)).toBe(most);
  expect(missingPoints('low', most, 0)).toBe(most);
});
