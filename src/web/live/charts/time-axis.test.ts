import fc from 'fast-check';
import { expect, test } from 'vitest';

import { calendarScale, slotScale, timeTicks } from './time-axis.tsx';

test('days lie as far apart as on the calendar, with room for a marker at both ends', () => {
  const { x, ticks } = calendarScale(['2026-11-01', '2026-11-02', '2026-11-05'], 1);
  const [first, second, last] = ['2026-11-01', '2026-11-02', '2026-11-05'].map(x) as [number, number, number];
  expect((second - first) / (last - first)).toBeCloseTo(0.25);
  expect([first > 0, last < 1, first]).toEqual([true, true, expect.closeTo(1 - last)]);
  expect(ticks(640).map(({ day }) => day)).toEqual(['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05']);
  expect(calendarScale(['2026-11-01'], 1).x('2026-11-01')).toBeLessThan(1);
});

test('slots are equally wide; of years and months those have a date that people count by, of days the newest', () => {
  const years = Array.from({ length: 17 }, (_, i) => `${2010 + i}-01-01`);
  const { x, ticks } = slotScale(years, 'year');
  expect([x('2010-01-01'), x('2018-01-01')]).toEqual([0.5 / 17, 0.5]);
  expect(ticks(180).map(({ label }) => label)).toEqual(['2010', '2015', '2020', '2025']);
  expect(ticks(1000)).toHaveLength(17);
  const months = Array.from({ length: 18 }, (_, i) => new Date(Date.UTC(2025, 4 + i, 1)).toISOString().slice(0, 10));
  expect(
    slotScale(months, 'month')
      .ticks(180)
      .map(({ label, year }) => `${label} ${year}`),
  ).toEqual(['Jul 2025', 'Jan 2026', 'Jul ']);
  const days = ['2026-03-08', '2026-05-24', '2026-06-28', '2026-07-26'];
  expect(
    slotScale(days, 'day')
      .ticks(140)
      .map(({ day }) => day),
  ).toEqual(['2026-05-24', '2026-07-26']);
});

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
