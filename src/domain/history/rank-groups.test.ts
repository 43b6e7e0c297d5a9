import fc from 'fast-check';
import { expect, test } from 'vitest';

import { rankGroups, type PastRank } from './rank-groups.ts';

const daily = (first: string, ranks: readonly number[], step = 1): PastRank[] =>
  ranks.map((rank, i) => ({
    day: new Date(Date.parse(first) + i * step * 86_400_000).toISOString().slice(0, 10),
    rank,
    points: 100 - rank,
  }));

test('a short history is told day by day', () => {
  expect(
    rankGroups(
      daily(
        '2026-01-01',
        Array.from({ length: 60 }, () => 1),
      ),
    ),
  ).toEqual([]);
  expect(rankGroups([])).toEqual([]);
});

test('a longer one by months, and one of many years by years', () => {
  const ranks = Array.from({ length: 61 }, () => 2);
  expect(rankGroups(daily('2026-01-01', ranks)).map(({ name, periods }) => [name, periods])).toEqual([
    ['2026-01', 31],
    ['2026-02', 28],
    ['2026-03', 2],
  ]);
  expect(rankGroups(daily('2010-03-14', ranks, 91)).map(({ name }) => name)).toEqual(
    Array.from({ length: 16 }, (_, i) => String(2010 + i)),
  );
});

test('ranks of a group are some that the player had, a quarter, a half and three quarters of them at least as good', () => {
  const rank = fc.integer({ min: 1, max: 40 });
  fc.assert(
    fc.property(fc.array(rank, { minLength: 61, maxLength: 300 }), (ranks) => {
      const history = daily('2020-02-01', ranks, 5);
      for (const group of rankGroups(history)) {
        const own = history.filter(({ day }) => day.startsWith(group.name));
        const asGood = (limit: number) => own.filter((each) => each.rank <= limit).length / own.length;
        expect([group.periods, group.wins]).toEqual([own.length, own.filter((each) => each.rank === 1).length]);
        expect(group.points).toBe(own.reduce((sum, { points }) => sum + points, 0));
        for (const [share, limit] of [
          [0.25, group.upper],
          [0.5, group.median],
          [0.75, group.lower],
          [1, group.worst],
        ] as const) {
          expect(own.some((each) => each.rank === limit)).toBe(true);
          expect(asGood(limit)).toBeGreaterThanOrEqual(share);
          expect(asGood(limit - 1)).toBeLessThan(share);
        }
        expect(asGood(group.best - 1)).toBe(0);
      }
    }),
  );
});
