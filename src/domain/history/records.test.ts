import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { bestTotal, closestFinish, largestClimb, longestRun, mostWins, type PeriodEnd, Streaks, winnersOf } from './records.ts';

/** Periods given by their podiums: players with points, best first. Previous ranks follow from the list. */
function ends(...podiums: readonly (readonly (readonly [player: number, points: number])[])[]): PeriodEnd[] {
  return podiums.map((podium, i) => ({
    start: 10 * i,
    places: podium.map(([player, points], place) => {
      const before = podiums[i - 1]?.findIndex(([other]) => other === player) ?? -1;
      return { player, rank: place + 1, points, before: before === -1 ? undefined : before + 1 };
    }),
  }));
}

test('the best total is the highest, or the lowest if low comes first; among equals the first', () => {
  const periods = ends([[1, 30]], [[2, 40]], [[3, 40]], [[1, 20]]);
  expect(bestTotal(periods, 'high')).toEqual({ start: 10, player: 2, points: 40 });
  expect(bestTotal(periods, 'low')).toEqual({ start: 30, player: 1, points: 20 });
  expect(bestTotal([], 'high')).toBeUndefined();
});

test('hidden players hold no records, and no one inherits them', () => {
  // The winner of the first two periods is hidden.
  const [first, second, third] = ends([[1, 30]], [[2, 40]], [[2, 20]]);
  const behind = { player: 2, rank: 2, points: 29, before: undefined };
  const periods = [{ ...first!, places: [behind] }, { ...second!, places: [] }, third!];
  expect(winnersOf(periods)).toEqual([undefined, undefined, 2]);
  expect(bestTotal(periods, 'high')).toEqual({ start: 20, player: 2, points: 20 });
  expect(mostWins(periods)).toEqual({ player: 2, wins: 1 });
  expect(closestFinish(periods)).toBeUndefined();
});

test('among players with the most wins, the first to get there holds the record', () => {
  expect(mostWins(ends([[1, 1]], [[2, 1]], [[2, 1]], [[1, 1]]))).toEqual({ player: 2, wins: 2 });
  expect(mostWins([])).toBeUndefined();
});

describe('the longest run', () => {
  test('belongs to one player, without a break; among equals the first', () => {
    expect(longestRun([1, 2, 2, undefined, 2, 3, 3])).toEqual({ player: 2, length: 2, first: 1, last: 2 });
    expect(longestRun([undefined, undefined])).toBeUndefined();
    expect(longestRun([])).toBeUndefined();
  });

  test('law: it is a run, and none is longer', () => {
    const player = fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined });
    fc.assert(
      fc.property(fc.array(player, { maxLength: 30 }), (players) => {
        const run = longestRun(players);
        const runs = players.flatMap((one, first) =>
          one === undefined ? [] : players.slice(first).map((_, more) => players.slice(first, first + more + 1)),
        );
        const lengths = runs.filter((some) => new Set(some).size === 1).map(({ length }) => length);
        expect(run?.length ?? 0).toBe(Math.max(0, ...lengths));
        if (run !== undefined) {
          expect(players.slice(run.first, run.last + 1)).toEqual(Array.from({ length: run.length }, () => run.player));
          expect(run.last - run.first + 1).toBe(run.length);
        }
      }),
    );
  });
});

test('the closest finish has the smallest gap between first and second; among equals the first', () => {
  const periods = ends(
    [
      [1, 30],
      [2, 29],
    ],
    [
      [3, 50],
      [4, 49],
    ],
    [
      [1, 60],
      [2, 30],
    ],
    [
      [5, 50],
      [6, 49],
    ],
  );
  expect(closestFinish(periods)).toMatchObject({ start: 0, gap: 1, first: { player: 1 }, second: { player: 2 } });
  expect(closestFinish(periods.slice(1))).toMatchObject({ start: 10, gap: 1, first: { player: 3 } });
  expect(closestFinish(ends([[1, 30]]))).toBeUndefined();
});

test('the largest climb is since the previous period; among equals the one to a higher rank', () => {
  const periods = ends(
    [
      [1, 9],
      [2, 8],
      [3, 7],
    ],
    [
      [2, 9],
      [3, 8],
      [1, 7],
    ],
    [
      [1, 9],
      [4, 8],
      [2, 1],
    ],
  );
  expect(largestClimb(periods)).toEqual({ start: 20, since: 10, player: 1, rank: 1, before: 3 });
  expect(largestClimb(periods.slice(0, 2))).toEqual({ start: 10, since: 0, player: 2, rank: 1, before: 2 });
  expect(largestClimb(periods.slice(0, 1))).toBeUndefined();
});

test('law: the longest streak is unbroken, and no player has a longer one', () => {
  const players = fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { maxLength: 5 });
  fc.assert(
    fc.property(fc.array(players, { maxLength: 20 }), fc.integer({ min: 1, max: 5 }), (periods, hidden) => {
      const streaks = new Streaks();
      for (const present of periods) {
        streaks.begin();
        streaks.add(present);
      }
      expect(streaks.periods).toBe(periods.length);
      const isShown = (player: number) => player !== hidden;
      const runs = [1, 2, 3, 4, 5]
        .filter(isShown)
        .flatMap((player) => longestRun(periods.map((p) => (p.includes(player) ? player : undefined))) ?? []);
      // The first one reached if equal, then the player who joined first.
      const [longest] = runs.toSorted((a, b) => b.length - a.length || a.last - b.last || a.player - b.player);
      expect(streaks.longest(isShown)).toEqual(longest);
    }),
  );
});
