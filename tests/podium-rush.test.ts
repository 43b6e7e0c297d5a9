// The demo's game: the maximum of its rules, and the limits of its board.
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { PODIUMS, podiumsOf, worthOf } from '../clients/play/rules.ts';
import { MOST_POINTS } from '../src/main/demo/podium-rush.ts';

test('no play scores more than its board accepts', () => {
  const most = Array.from({ length: PODIUMS }, (_, streak) => worthOf(streak, false)).reduce((sum, worth) => sum + worth, 0);
  expect(most).toBe(MOST_POINTS);
});

/** The value that decides the order, lower first. */
function valueOf(rule: string, text: string): number {
  if (rule.startsWith('Fastest')) {
    const [minutes, seconds] = text.split(':').map(Number);
    return minutes! * 60 + seconds!;
  }
  if (rule.startsWith('Fewest')) return Number(text);
  const [points, at] = text.split(' at 9:');
  return -Number(points!.replace(',', '')) * 100 + Number(at ?? 0);
}

test('every seed always gives the same podiums, each with exactly one right order', () => {
  fc.assert(
    fc.property(fc.string(), (seed) => {
      const podiums = podiumsOf(seed);
      expect(podiumsOf(seed)).toEqual(podiums);
      expect(podiums).toHaveLength(PODIUMS);
      for (const { rule, contenders } of podiums) {
        const inOrder = contenders.toSorted((a, b) => a.place - b.place);
        expect(inOrder.map(({ place }) => place)).toEqual([1, 2, 3]);
        const [first, second, third] = inOrder.map(({ text }) => valueOf(rule, text));
        expect(first).toBeLessThan(second!);
        expect(second).toBeLessThan(third!);
      }
    }),
    { numRuns: 50 },
  );
});
