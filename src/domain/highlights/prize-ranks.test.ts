import fc from 'fast-check';
import { expect, test } from 'vitest';

import { prizeGroups, prizeOf } from './prize-groups.ts';
import { ranksNearPrizes } from './prize-ranks.ts';

const GROUPS = prizeGroups([
  { from: 1, prize: 'Gold' },
  { from: 2, to: 100, prize: 'A sticker' },
]);

test('only those close to the edge of a prize can win another one', () => {
  expect(ranksNearPrizes(GROUPS, 1000, 1, 50)).toEqual([1, 2, 100, 101]);
  expect(ranksNearPrizes(GROUPS, 100, 2, 50)).toEqual([1, 2, 3, 99, 100]);
});

test('where that is too many, the best are named', () => {
  expect(ranksNearPrizes(GROUPS, 1000, 50, 4)).toEqual([1, 2, 3, 4]);
  expect(ranksNearPrizes([], 1000, 50, 4)).toEqual([]);
});

test('law: whoever moves no further and is not named wins what they would have won', () => {
  const rules = fc.array(
    fc
      .record({ from: fc.integer({ min: 1, max: 12 }), more: fc.nat(5), prize: fc.constantFrom('', 'a', 'b') })
      .map(({ from, more, prize }) => ({ from, to: from + more, prize })),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(rules, fc.nat(20), fc.nat(4), (rules, size, shift) => {
      const groups = prizeGroups(rules);
      const named = ranksNearPrizes(groups, size, shift, 1000);
      for (let rank = 1; rank <= size; rank += 1) {
        if (named.includes(rank)) continue;
        for (let after = Math.max(1, rank - shift); after <= rank + shift; after += 1)
          expect(prizeOf(groups, after)).toBe(prizeOf(groups, rank));
      }
    }),
  );
});
