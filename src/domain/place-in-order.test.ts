import fc from 'fast-check';
import { expect, test } from 'vitest';

import { orderOfMany } from './order-of-many.ts';
import { compareKeys } from './ordering.ts';
import { placeInOrder } from './place-in-order.ts';

const total = { points: fc.integer({ min: -2, max: 3 }), reachedAt: fc.integer({ min: 0, max: 3 }) };

test.each(['the rows', 'a column'])('law: the place follows the ordering rule, with players in %s', (where) => {
  fc.assert(
    fc.property(
      fc.array(fc.record(total), { maxLength: 50 }),
      fc.record({ player: fc.oneof(fc.integer({ min: -1, max: 50 }), fc.constantFrom(7.5, Infinity)), ...total }),
      fc.nat(50),
      fc.nat(50),
      (field, own, a, b) => {
        const numbers = Array.from(field, (_, row) => (where === 'the rows' ? row : field.length - row));
        const players = Uint32Array.from(numbers);
        const points = Float64Array.from(field, (each) => each.points);
        const reachedAt = Float64Array.from(field, (each) => each.reachedAt);
        const rows = orderOfMany({ players, points, reachedAt });
        const ordered = { rows, points: Float64Array.from(rows, (row) => points[row]!) };
        const [low, high] = [a, b].map((place) => Math.min(place, field.length)).toSorted((x, y) => x - y) as [number, number];
        const before = [...rows].filter(
          (row) => compareKeys(points[row]!, reachedAt[row]!, players[row]!, own.points, own.reachedAt, own.player) < 0,
        ).length;
        const column = where === 'the rows' ? undefined : players;
        expect(placeInOrder(ordered, low, high, reachedAt, column, own.player, own.points, own.reachedAt)).toBe(
          Math.min(Math.max(low, before), high),
        );
      },
    ),
    { numRuns: 1000 },
  );
});
