import fc from 'fast-check';
import { expect, test } from 'vitest';

import { MomentOrder } from './moment-order.ts';
import { indexOf } from './rank-index.suite.ts';

const totals = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: -3, max: 3 }), fc.integer({ min: 0, max: 3 })), {
  selector: ([player]) => player,
  maxLength: 50,
});

test('law: a moment is entered from players and totals as the order in memory is', () => {
  fc.assert(
    fc.property(totals, fc.uniqueArray(fc.integer({ min: 1, max: 70 })), (all, asked) => {
      const index = indexOf(all);
      const field = new MomentOrder({
        size: all.length,
        players: Uint32Array.from(all, ([player]) => player),
        points: Float64Array.from(all, ([, points]) => points),
        reachedAt: Float64Array.from(all, ([, , reachedAt]) => reachedAt),
      });
      expect(field.ranksOf(asked)).toEqual(index.ranksOf(asked));
      for (const player of asked) {
        expect(field.rankOf(player)).toBe(index.rankOf(player));
        for (const beside of [player, player + 0.5]) {
          expect(field.countBefore(beside, player % 5, player % 3)).toBe(index.countBefore(beside, player % 5, player % 3));
        }
      }
    }),
  );
});
