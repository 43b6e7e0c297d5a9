import fc from 'fast-check';
import { expect, test } from 'vitest';

import { timeTicks } from './time-ticks.ts';

const said = (...asked: Parameters<typeof timeTicks>) =>
  timeTicks(...asked).map(({ label, year }) => (year === '' ? label : `${label} ${year}`));

test('an axis says where days, weeks, months or years begin, as many as have room', () => {
  expect(said('2026-11-18', '2026-11-22', 640)).toEqual(['18 Nov 2026', '19 Nov', '20 Nov', '21 Nov', '22 Nov']);
  expect(said('2026-10-26', '2026-11-22', 320)).toEqual(['26 Oct 2026', '2 Nov', '9 Nov', '16 Nov']);
  expect(said('2021-03-28', '2021-12-12', 640)).toEqual(['Apr 2021', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec']);
  expect(said('2025-09-10', '2026-04-20', 180)).toEqual(['Oct 2025', 'Jan 2026', 'Apr']);
  expect(said('2010-03-14', '2026-07-26', 640)).toEqual(['2012', '2014', '2016', '2018', '2020', '2022', '2024', '2026']);
  expect(said('2010-03-14', '2026-07-26', 180)).toEqual(['2015', '2020', '2025']);
});

test('weeks begin on the day on which those of the board do', () => {
  expect(said('2026-11-01', '2026-11-30', 400, 7)).toEqual(['1 Nov 2026', '8 Nov', '15 Nov', '22 Nov', '29 Nov']);
  expect(said('2026-11-01', '2026-11-30', 400, 1)).toEqual(['2 Nov 2026', '9 Nov', '16 Nov', '23 Nov', '30 Nov']);
});

test('one day is one date, and of days between which nothing begins the ends are said', () => {
  expect(said('2026-11-18', '2026-11-18', 180)).toEqual(['18 Nov 2026']);
  expect(said('2026-11-18', '2026-11-24', 180)).toEqual(['18 Nov 2026', '24 Nov']);
});

test('whatever the days, dates rise within them and have their room', () => {
  const day = fc.integer({ min: -300_000, max: 1_000_000 }).map((number) => new Date(number * 86_400_000).toISOString().slice(0, 10));
  fc.assert(
    fc.property(day, day, fc.integer({ min: 120, max: 1600 }), fc.integer({ min: 1, max: 7 }), (a, b, widthPx, weekStart) => {
      fc.pre(a.length === 10 && b.length === 10);
      const [first, last] = [a, b].toSorted();
      const days = timeTicks(first!, last!, widthPx, weekStart).map((tick) => tick.day);
      expect(days).toEqual(days.toSorted());
      expect(new Set(days).size).toBe(days.length);
      expect(days[0]! >= first! && days.at(-1)! <= last!).toBe(true);
      expect(days.length).toBeGreaterThanOrEqual(first === last ? 1 : 2);
      expect(days.length).toBeLessThanOrEqual(Math.max(2, widthPx / 44));
    }),
  );
});
