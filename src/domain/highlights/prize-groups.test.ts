import fc from 'fast-check';
import { expect, test } from 'vitest';

import { nextPrize, prizeGroups, prizeOf, ranksNearPrizes } from './prize-groups.ts';

test('ranks with the same prize are one group, even from several rules', () => {
  expect(
    prizeGroups([
      { from: 1, prize: '500 coins' },
      { from: 7, to: 10, prize: '50 coins' },
      { from: 2, prize: '300 coins' },
      { from: 4, to: 6, prize: '50 coins' },
    ]),
  ).toEqual([
    { from: 1, to: 1, prize: '500 coins' },
    { from: 2, to: 2, prize: '300 coins' },
    { from: 4, to: 10, prize: '50 coins' },
  ]);
});

test('the first matching rule of a rank wins', () =>
  expect(
    prizeGroups([
      { from: 5, prize: 'Lucky five' },
      { from: 1, to: 1_000_000_000_000, prize: 'A sticker' },
      { from: 9, prize: 'Never' },
    ]),
  ).toEqual([
    { from: 1, to: 4, prize: 'A sticker' },
    { from: 5, to: 5, prize: 'Lucky five' },
    { from: 6, to: 1_000_000_000_000, prize: 'A sticker' },
  ]));

test('without rules there are no prizes', () => expect(prizeGroups([])).toEqual([]));

const RANKS = Array.from({ length: 24 }, (_, i) => i + 1);

const rules = fc.array(
  fc
    .record({ from: fc.integer({ min: 1, max: 20 }), more: fc.option(fc.nat(6), { nil: undefined }), prize: fc.constantFrom('', 'a', 'b') })
    .map(({ from, more, prize }) => ({ from, to: more === undefined ? undefined : from + more, prize })),
  { maxLength: 8 },
);

test('law: groups give each rank its prize, in order, disjoint and as few as possible', () => {
  fc.assert(
    fc.property(rules, (prizes) => {
      const groups = prizeGroups(prizes);
      const byRank = (rank: number) => prizes.find(({ from, to = from }) => rank >= from && rank <= to)?.prize ?? '';
      for (const rank of RANKS) expect(prizeOf(groups, rank)).toBe(byRank(rank));
      for (const [i, { from, to, prize }] of groups.entries()) {
        expect(from).toBeLessThanOrEqual(to);
        const before = groups[i - 1];
        if (before === undefined) continue;
        expect(before.to).toBeLessThan(from);
        if (before.to === from - 1) expect(before.prize).not.toBe(prize);
      }
    }),
    { numRuns: 1_000 },
  );
});

test('law: the next prize is the nearest different one above', () => {
  fc.assert(
    fc.property(rules, fc.constantFrom(...RANKS), (prizes, rank) => {
      const groups = prizeGroups(prizes);
      const own = groups.find(({ from, to }) => from <= rank && rank <= to);
      const above = RANKS.slice(0, (own?.from ?? rank) - 1).findLast((each) => prizeOf(groups, each) !== '');
      expect(nextPrize(groups, rank)?.to).toBe(above);
    }),
  );
});

test('an unranked player can win the last prize', () =>
  expect(nextPrize(prizeGroups([{ from: 1, to: 3, prize: 'a' }]), undefined)?.to).toBe(3));

const GROUPS = prizeGroups([
  { from: 1, prize: 'Gold' },
  { from: 2, to: 100, prize: 'A sticker' },
]);

test('only ranks near the edge of a prize can win another one', () => {
  expect(ranksNearPrizes(GROUPS, 1000, 1, 50)).toEqual([1, 2, 100, 101]);
  expect(ranksNearPrizes(GROUPS, 100, 2, 50)).toEqual([1, 2, 3, 99, 100]);
});

test('beyond the limit, returns the best ranks', () => {
  expect(ranksNearPrizes(GROUPS, 1000, 50, 4)).toEqual([1, 2, 3, 4]);
  expect(ranksNearPrizes([], 1000, 50, 4)).toEqual([]);
});

test('law: players outside the returned ranks keep their prize after any move within the shift', () => {
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
