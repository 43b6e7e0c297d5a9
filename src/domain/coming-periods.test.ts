import { expect, test } from 'vitest';

import type { Calendar } from './calendar.ts';
import { DAY_MS, HOUR_MS } from './durations.ts';
import { comingPeriods } from './coming-periods.ts';

const BERLIN: Calendar = { timeZone: 'Europe/Berlin', weekStart: 1 };
const NOON = Date.parse('2026-11-21T12:00:00Z');
const YEAR = NOON + 365 * DAY_MS;

function changes(kind: 'daily' | 'weekly' | 'monthly', calendar = BERLIN): readonly string[] {
  return comingPeriods(kind, NOON, YEAR, calendar)
    .filter(({ extraMs }) => extraMs !== 0)
    .map(({ start, extraMs }) => `${new Date(start).toISOString()} ${extraMs / HOUR_MS}`);
}

test('a year has every period exactly once, in order', () => {
  const days = comingPeriods('daily', NOON, YEAR, BERLIN);
  expect(days.length).toBe(365);
  expect(days[0]!.start).toBeLessThanOrEqual(NOON);
  for (const [i, { start }] of days.slice(1).entries()) expect(start).toBe(days[i]!.end);
});

test('periods with a clock change are marked', () => {
  expect(changes('daily')).toEqual(['2027-03-27T23:00:00.000Z -1', '2027-10-30T22:00:00.000Z 1']);
  expect(changes('weekly')).toEqual(['2027-03-21T23:00:00.000Z -1', '2027-10-24T22:00:00.000Z 1']);
  expect(changes('monthly')).toEqual(['2027-02-28T23:00:00.000Z -1', '2027-09-30T22:00:00.000Z 1']);
  expect(changes('daily', { timeZone: 'UTC', weekStart: 1 })).toEqual([]);
  expect(changes('daily', { timeZone: 'Australia/Lord_Howe', weekStart: 1 }).map((each) => each.slice(-4))).toEqual([' 0.5', '-0.5']);
});
