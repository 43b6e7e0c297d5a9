import fc from 'fast-check';
import { expect, test } from 'vitest';

import { ChangedOrder } from './changed-order.ts';

test('players behind a leaving player move up', () => {
  const changed = new ChangedOrder(4, [2], []);
  expect([1, 2, 3, 4].map((rank) => changed.rankAfter(rank))).toEqual([1, undefined, 2, 3]);
  expect(changed.size).toBe(3);
  expect(changed.moved()).toBe(2);
});

test('players behind an entering player move down', () => {
  const changed = new ChangedOrder(3, [], [{ player: 9, before: 1 }]);
  expect([1, 2, 3].map((rank) => changed.rankAfter(rank))).toEqual([1, 3, 4]);
  expect(changed.rankOf(9)).toBe(2);
  expect(changed.at(2)).toEqual({ came: 9 });
  expect(changed.moved()).toBe(2);
});

test('a falling player moves up only the players who pass them', () => {
  const changed = new ChangedOrder(5, [1], [{ player: 9, before: 3 }]);
  expect([2, 3, 4, 5].map((rank) => changed.rankAfter(rank))).toEqual([1, 2, 4, 5]);
  expect(changed.rankOf(9)).toBe(3);
  expect(changed.rankOf(8)).toBeUndefined();
  expect(changed.moved()).toBe(2);
});

test('law: matches removing, inserting and counting again', () => {
  // Totals are distinct, so that this tests only the counting.
  const totals = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 30 });
  fc.assert(
    fc.property(totals, fc.infiniteStream(fc.boolean()), fc.nat(8), (all, chance, coming) => {
      const come = all.slice(0, coming).toSorted((a, b) => a - b);
      const before = all.slice(coming).toSorted((a, b) => a - b);
      const left = before.filter(() => chance.next().value === true);
      const after = [...before.filter((total) => !left.includes(total)), ...come].toSorted((a, b) => a - b);
      const changed = new ChangedOrder(
        before.length,
        left.map((total) => before.indexOf(total) + 1),
        come.map((player) => ({ player, before: before.filter((total) => total < player).length })),
      );
      expect(changed.size).toBe(after.length);
      for (const [i, total] of before.entries())
        expect(changed.rankAfter(i + 1)).toBe(left.includes(total) ? undefined : after.indexOf(total) + 1);
      for (const total of come) expect(changed.rankOf(total)).toBe(after.indexOf(total) + 1);
      for (const [i, total] of after.entries())
        expect(changed.at(i + 1)).toEqual(come.includes(total) ? { came: total } : { stayed: before.indexOf(total) + 1 });
      expect(changed.moved()).toBe(before.filter((total, i) => after.includes(total) && after.indexOf(total) !== i).length);
    }),
    { numRuns: 1000 },
  );
});
