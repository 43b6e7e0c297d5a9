import fc from 'fast-check';
import { expect, test } from 'vitest';

import { pointsScale, rankScale, unbroken } from './chart-scales.ts';

test('a line ends where a period is missing', () => {
  expect(unbroken(['2026-11-01', '2026-11-02', '2026-11-04'], 1)).toEqual([[0, 1], [2]]);
  expect(unbroken(['2026-11-02', '2026-11-09', '2026-11-23'], 7)).toEqual([[0, 1], [2]]);
  expect(unbroken(['2026-01-01', '2026-02-01', '2026-04-01'], 31)).toEqual([[0, 1], [2]]);
});

test('the first rank is on top and the last at the bottom, with at most three lines between', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), (last) => {
      const { y, grid } = rankScale(last);
      expect(y(1)).toBe(0);
      expect(y(Math.max(3, last))).toBe(1);
      expect(grid.length).toBeLessThanOrEqual(3);
      for (const line of grid) expect(line.y).toBeLessThanOrEqual(1);
    }),
  );
});

test('ranks of a small field lie equally far apart, and the lines are at ranks that people count by', () => {
  const ranks = (last: number) => rankScale(last).grid.map(({ value }) => value);
  expect(rankScale(11).grid).toEqual([
    { value: 1, y: 0 },
    { value: 5, y: 0.4 },
    { value: 10, y: 0.9 },
  ]);
  expect([ranks(1), ranks(5), ranks(7), ranks(22)]).toEqual([
    [1, 2, 3],
    [1, 2, 4],
    [1, 3, 6],
    [1, 10, 20],
  ]);
  expect([ranks(31), ranks(5000)]).toEqual([
    [1, 10],
    [1, 100, 1000],
  ]);
});

test('whatever the points are, all of them are drawn inside, with at most three lines', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 1 }), (points) => {
      const { y, grid } = pointsScale(points);
      for (const value of points) {
        expect(y(value)).toBeGreaterThanOrEqual(0);
        expect(y(value)).toBeLessThanOrEqual(1);
      }
      expect(grid.length).toBeLessThanOrEqual(3);
      for (const line of grid) {
        expect(line.value).toBe(Math.round(line.value));
        expect(line.y).toBeGreaterThanOrEqual(0);
        expect(line.y).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test('there is no line at half a player', () => {
  expect(pointsScale([0, 1, 0]).grid.map(({ value }) => value)).toEqual([0, 1]);
  expect(pointsScale([0, 3]).grid.map(({ value }) => value)).toEqual([0, 1, 2]);
});

test('the lines are at round numbers, and the highest lies near the top', () => {
  const lines = (most: number) => pointsScale([most]).grid.map(({ value }) => value);
  expect([lines(8), lines(60), lines(413), lines(575), lines(3158)]).toEqual([
    [0, 4, 8],
    [0, 30, 60],
    [0, 200, 400],
    [0, 250, 500],
    [0, 1500, 3000],
  ]);
});
