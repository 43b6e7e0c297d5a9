import fc from 'fast-check';
import { expect, test } from 'vitest';

import { receiptStates, type ReceiptEvent } from './receipt.ts';
import { score, SCORING_RULES, type Score } from './scoring.ts';

/** Events in the order they arrived; those that are late came after the period was closed, so behind all others. */
const event = (late: boolean) => fc.record({ points: fc.integer({ min: -5, max: 5 }), at: fc.nat({ max: 6 }), late: fc.constant(late) });
const arrived = fc
  .tuple(fc.array(event(false), { minLength: 1, maxLength: 14 }), fc.array(event(true), { maxLength: 3 }))
  .map((parts): ReceiptEvent[] => parts.flat());

function totalOf(inTime: readonly ReceiptEvent[], rule: (typeof SCORING_RULES)[number], direction: 'high' | 'low'): Score {
  return inTime.reduce<Score | undefined>((before, event) => score(rule, direction, before, event), undefined)!;
}

test('law: what counts makes the total, read whole or in pages', () => {
  fc.assert(
    fc.property(
      arrived,
      fc.constantFrom(...SCORING_RULES),
      fc.constantFrom('high' as const, 'low' as const),
      fc.nat({ max: 14 }),
      (events, rule, direction, cut) => {
        const total = totalOf(
          events.filter(({ late }) => !late),
          rule,
          direction,
        );
        const newestFirst = events.toReversed();
        const states = receiptStates(rule, total, newestFirst);
        expect(states.map((state) => state === 'late')).toEqual(newestFirst.map(({ late }) => late));
        const counted = newestFirst.filter((_, i) => states[i] === 'counted');
        expect(counted.reduce((sum, { points }) => sum + points, 0)).toBe(total.points);
        if (rule !== 'sum') expect(counted).toHaveLength(1);

        const first = receiptStates(rule, total, newestFirst.slice(0, cut));
        const rest = receiptStates(rule, total, newestFirst.slice(cut), first.includes('counted'));
        expect([...first, ...rest]).toEqual(states);
      },
    ),
    { numRuns: 1500 },
  );
});

test('of a best, what is better counts; what came after closing does not, however good', () => {
  const events = [
    { points: 9, at: 3, late: true },
    { points: 5, at: 2, late: false },
    { points: 7, at: 1, late: false },
  ];
  expect(receiptStates('best', { points: 7, reachedAt: 1, movedAt: 1 }, events)).toEqual(['late', 'beaten', 'counted']);
});

test('a latest total is the event that is latest by its own time, whichever came last', () => {
  const events = [
    { points: 7, at: 2, late: false },
    { points: 7, at: 5, late: false },
  ];
  expect(receiptStates('latest', { points: 7, reachedAt: 5, movedAt: 5 }, events)).toEqual(['beaten', 'counted']);
});
