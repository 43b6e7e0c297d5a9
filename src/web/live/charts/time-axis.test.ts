import { expect, test } from 'vitest';

import { middle, timeTicks } from './time-axis.tsx';

test('bars are equally wide, years are labelled in round steps, and days from the newest', () => {
  const years = Array.from({ length: 17 }, (_, i) => `${2010 + i}-01-01`);
  expect([middle(0, 17), middle(8, 17)]).toEqual([0.5 / 17, 0.5]);
  expect(timeTicks(years, 'year', 180, 'en-US').map(({ label }) => label)).toEqual(['2010', '2015', '2020', '2025']);
  expect(timeTicks(years, 'year', 1000, 'en-US')).toHaveLength(17);
  const days = ['2026-03-08', '2026-05-24', '2026-06-28', '2026-07-26'];
  expect(timeTicks(days, 'day', 140, 'en-US').map(({ day }) => day)).toEqual(['2026-05-24', '2026-07-26']);
});

test('labels of many days are whole weeks apart, counted from the newest', () => {
  const days = Array.from({ length: 91 }, (_, i) => new Date(Date.UTC(2026, 7, 28 + i)).toISOString().slice(0, 10));
  const labels = (widthPx: number) => timeTicks(days, 'day', widthPx, 'en-US').map(({ label }) => label);
  expect(labels(640)).toEqual(['3 Sept', '17 Sept', '1 Oct', '15 Oct', '29 Oct', '12 Nov', '26 Nov']);
  expect(labels(180).at(-1)).toBe('26 Nov');
});

test('hours are labelled by their start, counted from the newest', () => {
  const hours = Array.from({ length: 24 }, (_, i) => new Date(Date.UTC(2026, 10, 25, 13 + i)).toISOString());
  const ticks = (widthPx: number) => timeTicks(hours, 'hour', widthPx, 'en-US');
  expect(ticks(400).map(({ day }) => day.slice(11, 13))).toEqual(['16', '20', '00', '04', '08', '12']);
  expect(ticks(640).at(-1)).toEqual({ day: hours[23], label: expect.stringMatching(/^\d{1,2}:00\s[AP]M$/) as string, year: '' });
});
