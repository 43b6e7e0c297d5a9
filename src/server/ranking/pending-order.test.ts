import fc from 'fast-check';
import { expect, test } from 'vitest';

import { PendingOrder } from './pending-order.ts';
import { indexOf } from './rank-index.suite.ts';

const key = { points: fc.integer({ min: 0, max: 6 }), reachedAt: fc.integer({ min: 0, max: 3 }) };

test('law: reports every move of a commit as the order itself would, and leaves it unchanged', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.record({ player: fc.integer({ min: 1, max: 30 }), ...key }), { selector: ({ player }) => player, maxLength: 30 }),
      fc.array(fc.record({ player: fc.integer({ min: 1, max: 35 }), ...key }), { maxLength: 60 }),
      (there, moves) => {
        const entries = there.map(({ player, points, reachedAt }) => [player, points, reachedAt] as const);
        const order = indexOf(entries);
        const pending = new PendingOrder(order);
        const moved = indexOf(entries);
        for (const { player, points, reachedAt } of moves) {
          const rankBefore = moved.rankOf(player);
          const reported = pending.move(player, points, reachedAt);
          moved.move(player, points, reachedAt);
          const rank = moved.rankOf(player)!;
          expect(reported).toStrictEqual({ rankBefore, rank, above: rank === 1 ? undefined : moved.pointsOn(rank - 1) });
          expect(pending.placeFor(99, 3, 2).rank).toBe(moved.countBefore(99, 3, 2) + 1);
        }
        expect(order.placesAt(Array.from(there, (_, i) => i + 1))).toStrictEqual(
          indexOf(entries).placesAt(Array.from(there, (_, i) => i + 1)),
        );
      },
    ),
    { numRuns: 1000 },
  );
});
