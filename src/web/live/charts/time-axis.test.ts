import { expect, test } from 'vitest';

import { slotScale } from './time-axis.tsx';

test('slots are equally wide; of years those have a date that people count by, of days the newest', () => {
  const years = Array.from({ length: 17 }, (_, i) => `${2010 + i}-01-01`);
  const { x, ticks } = slotScale(years, 'year');
  expect([x('2010-01-01'), x('2018-01-01')]).toEqual([0.5 / 17, 0.5]);
  expect(ticks(180).map(({ label }) => label)).toEqual(['2010', '2015', '2020', '2025']);
  expect(ticks(1000)).toHaveLength(17);
  const days = ['2026-03-08', '2026-05-24', '2026-06-28', '2026-07-26'];
  expect(
    slotScale(days, 'day')
      .ticks(140)
      .map(({ day }) => day),
  ).toEqual(['2026-05-24', '2026-07-26']);
});

test('dates of many days lie whole weeks apart, up to the newest', () => {
  const days = Array.from({ length: 91 }, (_, i) => new Date(Date.UTC(2026, 7, 28 + i)).toISOString().slice(0, 10));
  const { ticks } = slotScale(days, 'day');
  expect(ticks(640).map(({ label }) => label)).toEqual(['3 Sept', '17 Sept', '1 Oct', '15 Oct', '29 Oct', '12 Nov', '26 Nov']);
  expect(ticks(180).at(-1)).toMatchObject({ label: '26 Nov' });
});
