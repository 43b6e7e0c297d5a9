import { describe, expect, test } from 'vitest';

import type { Calendar } from '../calendar.ts';
import type { Activity } from './activity.ts';
import { chancesFor, minutesBetween, planningEnd } from './chances.ts';

const UTC: Calendar = { timeZone: 'UTC', weekStart: 1 };
/** A Wednesday. */
const NOW = Date.parse('2026-11-18T12:00:00Z');
const MONDAY = Date.parse('2026-11-23T00:00:00Z');

const activity = (limit?: Activity['limit'], timeRequired = 'a while', points = 10): Activity => ({
  id: 'one',
  title: 'One',
  description: '',
  points,
  difficulty: 'Easy',
  timeRequired,
  limit,
});

function chances(of: Activity, end: number, calendar = UTC, now = NOW) {
  return chancesFor([of], now, end, calendar)[0]!;
}

describe('how often something can be done', () => {
  test('restarts in each remaining day, week and month of the calendar', () => {
    const most = (limit: Activity['limit'], end: string) => chances(activity(limit), Date.parse(end)).possible;
    expect(most({ times: 1, per: 'day' }, '2026-11-19T00:00:00Z')).toBe(1);
    expect(most({ times: 1, per: 'day' }, '2026-11-23T00:00:00Z')).toBe(5);
    expect(most({ times: 3, per: 'day' }, '2026-11-23T00:00:00Z')).toBe(15);
    expect(most({ times: 2, per: 'week' }, '2026-11-23T00:00:00Z')).toBe(2);
    expect(most({ times: 2, per: 'week' }, '2026-12-01T00:00:00Z')).toBe(6);
    expect(most({ times: 1, per: 'month' }, '2026-12-01T00:00:01Z')).toBe(2);
    expect(most({ times: 4, per: 'ever' }, '2026-12-01T00:00:00Z')).toBe(4);
  });

  test('is reduced by what was done in the current day, week or month', () => {
    const left = (limit: Activity['limit'], end: string, done: number) =>
      chancesFor([activity(limit)], NOW, Date.parse(end), UTC, () => done)[0]!.possible;
    expect(left({ times: 3, per: 'day' }, '2026-11-23T00:00:00Z', 2)).toBe(13);
    expect(left({ times: 2, per: 'week' }, '2026-11-23T00:00:00Z', 5)).toBe(0);
    const timed = chancesFor([activity({ times: 1, per: 'day' }, '1 hour')], NOW, MONDAY, UTC, () => 1);
    expect(timed[0]!.possible).toBe(4);
  });

  test('follows the zone’s days and the board’s weeks', () => {
    // 21:00 on Wednesday in Tokyo, with the days until Monday there remaining.
    const tokyo = { timeZone: 'Asia/Tokyo', weekStart: 1 } as const;
    const one = chances(activity({ times: 1, per: 'day' }), Date.parse('2026-11-22T15:00:00Z'), tokyo);
    expect(one.possible).toBe(5);
    const sundays = { timeZone: 'UTC', weekStart: 7 } as const;
    expect(chances(activity({ times: 1, per: 'week' }), MONDAY, sundays).possible).toBe(2);
  });

  test('counts a day of 25 hours as one day', () => {
    const berlin = { timeZone: 'Europe/Berlin', weekStart: 1 } as const;
    const now = Date.parse('2026-10-24T10:00:00Z');
    expect(chances(activity({ times: 1, per: 'day' }), Date.parse('2026-10-25T23:00:00Z'), berlin, now).possible).toBe(2);
  });

  test('is limited by the remaining time, and counts on completion', () => {
    const evening = NOW + 11.5 * 3_600_000;
    const one = chances(activity({ times: 1, per: 'day' }, '1 hour'), MONDAY, UTC, evening);
    expect(one.possible).toBe(4);
    expect(chances(activity(undefined, '2 hours'), Date.parse('2026-11-18T19:00:00Z')).possible).toBe(3);
    expect(chances(activity(undefined, '2 hours'), NOW + 60_000).possible).toBe(0);
  });

  test('is unlimited without limit and duration, and otherwise the lower of the two', () => {
    expect(chances(activity(), MONDAY)).toMatchObject({ possible: Infinity, minutes: undefined });
    expect(chances(activity(undefined, '10 min'), MONDAY)).toMatchObject({ possible: 648, minutes: 10 });
    expect(chances(activity({ times: 40, per: 'day' }), Date.parse('2026-11-19T00:00:00Z'))).toMatchObject({ possible: 40 });
  });

  test('looks a year ahead for all time', () => {
    const end = planningEnd(NOW, Infinity);
    expect(minutesBetween(NOW, end)).toBe(365 * 24 * 60);
    // The rest of today, 364 days, and the start of one more.
    expect(chances(activity({ times: 1, per: 'day' }), end).possible).toBe(366);
    expect(planningEnd(NOW, MONDAY)).toBe(MONDAY);
  });
});
