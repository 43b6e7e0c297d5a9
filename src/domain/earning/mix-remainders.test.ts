import fc from 'fast-check';
import { expect, test } from 'vitest';

import { frameOf, sharesOf, type Amount, type Column, type Frame } from './mix-frame.ts';
import { remainderCosts } from './mix-remainders.ts';

const columns = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 14 }), fc.integer({ min: 0, max: 6 }), fc.integer({ min: 1, max: 20 })), {
    minLength: 1,
    maxLength: 5,
  })
  .map((list) => list.map(([points, weight, cost], part): Column => ({ points, weight, cost, secondCost: 1, part })));

/** Whether the two columns of a frame make what is between two amounts, were they taken a negative number of times. */
function makesUp(frame: Frame, a: Amount, b: Amount): boolean {
  const difference = { points: a.points - b.points, weight: a.weight - b.weight };
  return sharesOf(frame, difference).every((share) => share % frame.determinant === 0);
}

/** One amount for each remainder, and by asking again and again whether one more column makes it cheaper, what it costs. */
function reference(frame: Frame): ReadonlyMap<Amount, number> {
  const costs = new Map<Amount, number>([[{ points: 0, weight: 0 }, 0]]);
  for (let improved = true; improved;) {
    improved = false;
    for (const [amount, cost] of costs) {
      for (const column of [...frame.others, frame.tooMany]) {
        const next = { points: amount.points + column.points, weight: amount.weight + column.weight };
        const known = [...costs.keys()].find((other) => makesUp(frame, next, other)) ?? next;
        if (cost + column.cost >= (costs.get(known) ?? Infinity)) continue;
        costs.set(known, cost + column.cost);
        improved = true;
      }
    }
  }
  return costs;
}

test('law: what each remainder costs is what going there column by column costs at least', () => {
  fc.assert(
    fc.property(columns, fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 }), (parts, points, weight) => {
      const frame = frameOf(parts, { points, weight });
      fc.pre(frame !== undefined && frame.determinant < 60);
      const costOf = remainderCosts(frame);
      const expected = reference(frame);
      expect(expected.size).toBe(frame.determinant);
      for (const [{ points, weight }, cost] of expected) expect(costOf(points, weight)).toBe(cost);
    }),
    { numRuns: 200 },
  );
});
