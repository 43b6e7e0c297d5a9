import fc from 'fast-check';
import { expect, test } from 'vitest';

import { commonDivisor, modulo } from './whole-numbers.ts';

const whole = fc.integer({ min: 0, max: 1_000_000 });

test('law: the common divisor divides both, and both make it up, so that there is no greater one', () => {
  fc.assert(
    fc.property(whole, whole, (a, b) => {
      fc.pre(a + b > 0);
      const [divisor, x, y] = commonDivisor(a, b);
      expect([a % divisor, b % divisor, x * a + y * b]).toEqual([0, 0, divisor]);
    }),
  );
});

test('law: what is left is from 0 on and less than what was taken away, for numbers below 0 too', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 1_000_000 }), (value, by) => {
      const left = modulo(value, by);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(left).toBeLessThan(by);
      expect(Math.abs(value - left) % by).toBe(0);
    }),
  );
});
