import fc from 'fast-check';
import { expect, test } from 'vitest';

import { receiptStates, type ReceiptEvent } from './receipt.ts';
import { score, SCORING_RULES, type Score } from './scoring.ts';

/** Events in order of arrival; late ones arrived after the period closed, so after all others. */
const event = (...taken: readonly ReceiptEvent['taken'][]) =>
  fc.record({ points: fc.integer({ min: -5, max: 5 }), at: fc.nat({ max: 6 }), taken: fc.constantFrom(...taken) });
const arrived = fc
  .tuple(fc.array(event('in', 'in', 'in', 'voided'), { minLength: 1, maxLength: 14 }), fc.array(event('late', 'voided'), { maxLength: 3 }))
  .map((parts): ReceiptEvent[] => parts.flat());

function totalOf(taken: readonly ReceiptEvent[], rule: (typeof SCORING_RULES)[number], direction: 'high' | 'low'): Score | undefined {
  return taken.reduce<Score | undefined>((before, event) => score(rule, direction, before, event), undefined);
}

test('law: counted events make up the total, in one or several pages; late and voided ones never do', () => {
  fc.assert(
    fc.property(
      arrived,
      fc.constantFrom(...SCORING_RULES),
      fc.constantFrom('high' as const, 'low' as const),
      fc.nat({ max: 14 }),
      (events, rule, direction, cut) => {
        const total = totalOf(
          events.filter(({ taken }) => taken === 'in'),
          rule,
          direction,
        );
        const newestFirst = events.toReversed();
        const states = receiptStates(rule, total, newestFirst);
        for (const state of ['late', 'voided'])
          expect(states.map((each) => each === state)).toEqual(newestFirst.map(({ taken }) => taken === state));
        const counted = newestFirst.filter((_, i) => states[i] === 'counted');
        expect(counted.reduce((sum, { points }) => sum + points, 0)).toBe(total?.points ?? 0);
        if (rule !== 'sum') expect(counted).toHaveLength(total === undefined ? 0 : 1);

        const first = receiptStates(rule, total, newestFirst.slice(0, cut));
        const rest = receiptStates(rule, total, newestFirst.slice(cut), first.includes('counted'));
        expect([...first, ...rest]).toEqual(states);
      },
    ),
    { numRuns: 1500 },
  );
});

test('for `best`, the better event counts unless it is late or voided', () => {
  const events = [
    { points: 9, at: 3, taken: 'late' },
    { points: 8, at: 2, taken: 'voided' },
    { points: 5, at: 2, taken: 'in' },
    { points: 7, at: 1, taken: 'in' },
  ] as const;
  expect(receiptStates('best', { points: 7, reachedAt: 1, movedAt: 1 }, events)).toEqual(['late', 'voided', 'beaten', 'counted']);
});

test('for `latest`, the event with the latest own time counts, regardless of the order of arrival', () => {
  const events = [
    { points: 7, at: 2, taken: 'in' },
    { points: 7, at: 5, taken: 'in' },
  ] as const;
  expect(receiptStates('latest', { points: 7, reachedAt: 5, movedAt: 5 }, events)).toEqual(['beaten', 'counted']);
});
