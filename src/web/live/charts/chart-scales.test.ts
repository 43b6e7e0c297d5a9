import fc from 'fast-check';
import { expect, test } from 'vitest';

import { pointsScale } from './chart-scales.ts';

test('all points are drawn inside the chart, with at most three lines', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 1 }), (points) => {
      const { y, grid } = pointsScale(points);
      for (const value of points) {
        expect(y(value)).toBeGreaterThanOrEqual(0);
        expect(y(value)).toBeLessThanOrEqual(1);
      }
      expect(grid.length).toBeLessThanOrEqual(3);
      expect(Math.max(...grid.map(({ value }) => value))).toBeGreaterThanOrEqual(Math.max(...points));
      for (const line of grid) {
        expect(line.value).toBe(Math.round(line.value));
        expect(line.y).toBeGreaterThanOrEqual(0);
        expect(line.y).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test('lines are at whole numbers only', () => {
  expect(pointsScale([0, 1, 0]).grid.map(({ value }) => value)).toEqual([0, 1]);
  expect(pointsScale([0, 3]).grid.map(({ value }) => value)).toEqual([0, 2, 4]);
});

test('lines are at round numbers, the highest is at the top, and no bar exceeds it', () => {
  const lines = (most: number) => pointsScale([most]).grid.map(({ value }) => value);
  expect([lines(8), lines(60), lines(413), lines(575), lines(3158)]).toEqual([
    [0, 4, 8],
    [0, 30, 60],
    [0, 250, 500],
    [0, 300, 600],
    [0, 2000, 4000],
  ]);
});
