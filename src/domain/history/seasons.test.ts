import fc from 'fast-check';
import { expect, test } from 'vitest';

import { byTime, fitsYears, presentRun, seasonsOf, type PastRank } from './seasons.ts';

const everyDays = (first: string, ranks: readonly number[], step = 1): PastRank[] =>
  ranks.map((rank, i) => ({
    day: new Date(Date.parse(first) + i * step * 86_400_000).toISOString().slice(0, 10),
    rank,
    points: 100 - rank,
  }));

test('a history is grouped by years, without years that have no period', () => {
  expect(seasonsOf([])).toEqual([]);
  expect(seasonsOf([...everyDays('2010-12-31', [1, 3]), ...everyDays('2013-05-01', [4, 2])])).toEqual([
    { name: '2010', periods: 1, wins: 1, podiums: 1, points: 99 },
    { name: '2011', periods: 1, wins: 0, podiums: 1, points: 97 },
    { name: '2013', periods: 2, wins: 0, podiums: 1, points: 194 },
  ]);
});

test('days are grouped by years or by months, in order', () => {
  const days = everyDays('2026-01-31', [1, 2, 3], 31);
  expect([...byTime(days, 'years').keys()]).toEqual(['2026']);
  expect([...byTime(days, 'months')]).toEqual([
    ['2026-01', [days[0]]],
    ['2026-03', [days[1]]],
    ['2026-04', [days[2]]],
  ]);
});

test('law: seasons include each period exactly once', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 300 }), (ranks) => {
      const seasons = seasonsOf(everyDays('2020-02-01', ranks, 5));
      const sum = (of: 'periods' | 'wins' | 'podiums' | 'points') => seasons.reduce((total, season) => total + season[of], 0);
      expect(sum('periods')).toBe(ranks.length);
      expect(sum('wins')).toBe(ranks.filter((rank) => rank === 1).length);
      expect(sum('podiums')).toBe(ranks.filter((rank) => rank <= 3).length);
      expect(sum('points')).toBe(ranks.reduce((total, rank) => total + 100 - rank, 0));
    }),
  );
});

test('up to sixty periods a year fit into one row', () => {
  const days = (count: number) =>
    everyDays(
      '2026-01-01',
      Array.from({ length: count }, () => 1),
    ).map(({ day }) => day);
  expect([fitsYears([]), fitsYears(days(60)), fitsYears(days(61))]).toEqual([true, true, false]);
  expect(fitsYears([...days(60), '2027-01-01'])).toBe(true);
});

test.each([
  [[], null],
  [[1], null],
  [[undefined, 1, 1], null],
  [[1, 1, 2], { kind: 'won', length: 2 }],
  [[1, 2, 3, 4], { kind: 'podium', length: 3 }],
  [[2, 9, 1, undefined, 1], { kind: 'points', length: 3 }],
  [[1, 1], { kind: 'won', length: 2 }],
])('after %j the run is %j', (ranks, run) => expect(presentRun(ranks)).toEqual(run));
