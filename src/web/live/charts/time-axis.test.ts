import { expect, test } from 'vitest';

import { calendarScale, slotScale } from './time-axis.tsx';

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
