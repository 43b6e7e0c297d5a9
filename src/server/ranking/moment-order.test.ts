import fc from 'fast-check';
import { expect, test } from 'vitest';

import { MomentOrder } from './moment-order.ts';
import { indexOf } from './rank-index.suite.ts';

const totals = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: -3, max: 3 }), fc.integer({ min: 0, max: 3 })), {
  selector: ([player]) => player,
  maxLength: 50,
});

test('law: gives the same answers as the order in memory', () => {
  fc.assert(
    fc.property(totals, fc.uniqueArray(fc.integer({ min: 1, max: 70 })), (all, wanted) => {
      const index = indexOf(all);
      const field = new MomentOrder({
        players: Uint32Array.from(all, ([player]) => player),
        points: Float64Array.from(all, ([, points]) => points),
        reachedAt: Float64Array.from(all, ([, , reachedAt]) => reachedAt),
      });
      expect(field.ranksOf(wanted)).toEqual(index.ranksOf(wanted));
      for (const player of wanted) {
        expect(field.rankOf(player)).toBe(index.rankOf(player));
        for (const beside of [player, player + 0.5]) {
          expect(field.countBefore(beside, player % 5, player % 3)).toBe(index.countBefore(beside, player % 5, player % 3));
        }
      }
    }),
  );
});

// Few points, few times, or both, so that many totals are only ordered by player number.
test.each([
  [4000, 4000],
  [7, 4000],
  [4000, 1],
  [2, 3],
  [1, 1],
])('many totals of %i points at %i times have the same order as in memory', (points, times) => {
  const all = Array.from({ length: 12_000 }, (_, i): [number, number, number] => [(i * 7919) % 12_007, (i * i) % points, (i * 31) % times]);
  const index = indexOf(all);
  const orderOf = () =>
    new MomentOrder({
      players: Uint32Array.from(all, ([player]) => player),
      points: Float64Array.from(all, ([, points]) => points),
      reachedAt: Float64Array.from(all, ([, , reachedAt]) => reachedAt),
    });
  const order = orderOf();
  for (const first of [1, 5990, 11_951, 700, 1]) {
    const ranks = Array.from({ length: 50 }, (_, i) => first + i);
    expect(order.placesAt(ranks)).toEqual(index.placesAt(ranks));
    expect(order.tiesAt(ranks)).toEqual(index.tiesAt(ranks));
  }
  const every = all.filter((_, i) => i % 97 === 0).map(([player]) => player);
  for (const each of [order, orderOf()]) {
    expect(each.ranksOf(every)).toEqual(index.ranksOf(every));
    for (const [player, own, reachedAt] of all.slice(0, 20))
      for (const [beside, at] of [
        [player, reachedAt],
        [player + 0.5, reachedAt],
        [-1, -Infinity],
        [Infinity, Infinity],
      ] as const)
        for (const level of [own, own + 0.5, -1, points + 1])
          expect(each.countBefore(beside, level, at)).toBe(index.countBefore(beside, level, at));
  }
});
