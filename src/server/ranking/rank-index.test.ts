import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { rankTotals } from '../../domain/ranking.ts';
import { indexOf } from './rank-index.suite.ts';
import type { RankIndex } from './rank-index.ts';

/** Ids for domain functions that sort like numbers. */
const idOf = (player: number) => `p${String(player).padStart(7, '0')}`;

/** The order according to domain functions. */
function naive(totals: ReadonlyMap<number, { points: number; reachedAt: number }>): number[] {
  const field = [...totals].map(([player, total]) => ({
    points: total.points,
    reachedAt: total.reachedAt,
    playerId: idOf(player),
    player,
  }));
  return rankTotals(field).map(({ total }) => total.player);
}

/** Numbers close together and some far off, so that an index changes between dense and sparse. */
const players = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: 0, max: 3000 }) },
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 40 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 100_000 }) },
);
const totals = fc.record({ points: fc.integer({ min: -5, max: 20 }), reachedAt: fc.integer({ min: 0, max: 5 }) });

type Command =
  | { readonly kind: 'set'; readonly player: number; readonly points: number; readonly reachedAt: number }
  | { readonly kind: 'delete'; readonly player: number };

const commands: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({ kind: fc.constant('set' as const), player: players })
      .chain((set) => totals.map((total) => ({ ...set, ...total }))),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), player: players }) },
);

describe('law: after any changes', () => {
  test('every rank, range and total agrees with the domain', () => {
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 3000, size: 'max' }), fc.uniqueArray(players), (changes, chosen) => {
        const index = indexOf([]);
        const model = new Map<number, { points: number; reachedAt: number }>();
        for (const change of changes) {
          if (change.kind === 'set') {
            const { points, reachedAt } = change;
            index.move(change.player, points, reachedAt);
            model.set(change.player, { points, reachedAt });
          } else {
            index.delete(change.player);
            model.delete(change.player);
          }
        }
        const order = naive(model);
        expect(index.size).toBe(order.length);
        expect(index.stretch(1, order.length + 10)).toEqual(order);
        for (const [i, player] of order.entries())
          expect([index.rankOf(player), index.pointsOn(i + 1)]).toEqual([i + 1, model.get(player)!.points]);
        expect(index.ranksOf(chosen)).toEqual(order.flatMap((player, i) => (chosen.includes(player) ? [i + 1] : [])));
        for (const [player, total] of model) {
          expect(index.totalOf(player)).toEqual(total);
          expect(index.countBefore(player, total.points, total.reachedAt)).toBe(index.rankOf(player)! - 1);
          expect(index.countBefore(player + 0.5, total.points, total.reachedAt)).toBe(index.rankOf(player));
          expect(index.placeFor(player + 0.5, total.points, total.reachedAt)).toEqual({
            before: index.rankOf(player),
            above: total.points,
          });
        }
      }),
      { numRuns: 60 },
    );
  });
});

test('an index built at once equals one built step by step', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(players, totals), { selector: ([player]) => player, maxLength: 2000, size: 'max' }), (entries) => {
      const built = indexOf(entries.map(([player, { points, reachedAt }]) => [player, points, reachedAt] as const));
      const grown = indexOf([]);
      for (const [player, { points, reachedAt }] of entries) grown.move(player, points, reachedAt);
      expect(built.stretch(1, 2000)).toEqual(grown.stretch(1, 2000));
    }),
    { numRuns: 60 },
  );
});

function change(index: RankIndex, changes: readonly Command[]): void {
  for (const made of changes) {
    if (made.kind === 'set') index.move(made.player, made.points, made.reachedAt);
    else index.delete(made.player);
  }
}

/** All answers of an index. */
function snapshot(index: RankIndex): unknown {
  return index.stretch(1, index.size).map((player) => [player, index.rankOf(player), index.totalOf(player)]);
}

test('law: a copy is the same order, and changes independently', () => {
  const some = fc.array(commands, { maxLength: 2000, size: 'max' });
  fc.assert(
    fc.property(some, some, some, (first, ofOne, ofOther) => {
      const [one, alone] = [indexOf([]), indexOf([])];
      for (const index of [one, alone]) change(index, first);
      const before = snapshot(one);
      const other = one.copy();
      expect(snapshot(other)).toEqual(before);
      change(other, ofOther);
      expect(snapshot(one)).toEqual(before);
      const changed = snapshot(other);
      change(one, ofOne);
      expect(snapshot(other)).toEqual(changed);
      change(alone, ofOther);
      expect(snapshot(alone)).toEqual(changed);
    }),
    { numRuns: 40 },
  );
});

test('a copy of an order that lost its first few hundred places has room for others', () => {
  const index = indexOf(Array.from({ length: 768 }, (_, i) => [i, -i, 0] as const));
  for (let player = 0; player < 384; player += 1) index.delete(player);
  const copy = index.copy();
  for (let player = 768; player < 1200; player += 1) copy.move(player, -player, 0);
  expect(copy.stretch(1, 1200)).toEqual(Array.from({ length: 816 }, (_, i) => 384 + i));
});

test('isOf is true for exactly the totals in the order', () => {
  const totals = Array.from({ length: 40 }, (_, player) => [player * 3, 5, player] as [player: number, points: number, reachedAt: number]);
  const columnsOf = (rows: typeof totals) => ({
    players: Uint32Array.from(rows, ([player]) => player),
    points: Float64Array.from(rows, ([, points]) => points),
    reachedAt: Float64Array.from(rows, ([, , reachedAt]) => reachedAt),
  });
  const index = indexOf(totals);
  expect(index.isOf(columnsOf(totals.toReversed()))).toBe(true);
  expect(index.isOf(columnsOf(totals.slice(1)))).toBe(false);
  expect(index.isOf(columnsOf([...totals, [1, 5, 0]]))).toBe(false);
  for (const other of [
    [1, 5, 7],
    [21, 6, 7],
    [21, 5, 8],
  ] satisfies typeof totals)
    expect(index.isOf(columnsOf(totals.with(7, other)))).toBe(false);
});

test('an index that starts with two players grows correctly', () => {
  const index = indexOf([
    [0, 5, 0],
    [1, 7, 0],
  ]);
  expect(index.stretch(1, 5)).toEqual([1, 0]);
  index.move(40, 6, 0);
  expect(index.stretch(1, 5)).toEqual([1, 40, 0]);
});

test.each([
  ['first', 1],
  ['last', 2000],
])('moving the %s player to the other end repeatedly reverses the order', (_, rank) => {
  const index = indexOf(Array.from({ length: 2000 }, (_, i) => [i, -i, 0] as const));
  for (let moved = 0; moved < 2000; moved += 1) {
    const [player] = index.stretch(rank, 1);
    index.move(player!, rank === 1 ? -2000 - moved : 2000 + moved, 0);
    expect(index.rankOf(player!)).toBe(2001 - rank);
  }
  expect(index.stretch(1, 2000)).toEqual(Array.from({ length: 2000 }, (_, i) => i));
});

test('a range may start anywhere, and ends with the board', () => {
  const index = indexOf(Array.from({ length: 2000 }, (_, i) => [i, -i, 0] as const));
  expect(index.stretch(1, 3)).toEqual([0, 1, 2]);
  expect(index.stretch(384, 3)).toEqual([383, 384, 385]);
  expect(index.stretch(1999, 5)).toEqual([1998, 1999]);
  expect(index.stretch(2001, 5)).toEqual([]);
});

test('an unranked player has neither rank nor total', () => {
  const index = indexOf([[7, 100, 0]]);
  expect(index.rankOf(3)).toBeUndefined();
  expect(index.rankOf(1_000_000)).toBeUndefined();
  expect(index.totalOf(3)).toBeUndefined();
  index.delete(3);
  index.delete(7);
  expect(index.size).toBe(0);
  expect(index.stretch(1, 5)).toEqual([]);
});

test('few players take little memory, even with high numbers', () => {
  const before = process.memoryUsage().arrayBuffers;
  const indexes = Array.from({ length: 50 }, (_, day) => {
    const index = indexOf(Array.from({ length: 500 }, (_, i) => [1 + i * 2000 + day, i, 0] as const));
    for (let i = 500; i < 1000; i += 1) index.move(1 + i * 1000 + day, i, 0);
    return index;
  });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50 * 1000 * 100);
  for (const [day, index] of indexes.entries()) expect(index.rankOf(1 + 999 * 1000 + day)).toBe(1);
});
