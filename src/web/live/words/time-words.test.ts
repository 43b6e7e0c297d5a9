import { expect, test } from 'vitest';

import {
  calendarDay,
  dateAndTime,
  dayOfMoment,
  dayWords,
  minuteOfDay,
  monthWords,
  secondWords,
  weekdayWords,
  momentWithin,
  finalWords,
  provisionalWords,
} from './time-words.ts';

test('a calendar day is the same in every time zone', () => {
  expect(dayWords('2026-11-03')).toBe('3 Nov 2026');
  expect(weekdayWords('2026-11-03')).toBe('Tue 3 Nov 2026');
  expect(monthWords('2026-11-01')).toBe('Nov 2026');
});

test('a moment uses the calendar of its zone', () => {
  const at = Date.parse('2026-11-03T23:30:05Z');
  expect(secondWords(at, 'Europe/Berlin')).toBe('Wed 4 Nov 2026, 00:30:05');
  expect(dateAndTime(at, 'UTC')).toBe('3 Nov 2026, 23:30:05');
  expect(minuteOfDay(at - 5_000, 'UTC')).toBe('23:30');
  expect(dayOfMoment(at, 'UTC')).toBe('3 Nov 2026');
  expect(calendarDay(at, 'Europe/Berlin')).toBe('2026-11-04');
  expect(calendarDay(Date.parse('2026-09-01T00:00:00Z'), 'UTC')).toBe('2026-09-01');
});

test('an old year has four digits too', () => {
  const at = Date.parse('0050-02-01T12:00:00Z');
  expect(dayOfMoment(at, 'UTC')).toBe('1 Feb 0050');
  expect(calendarDay(at, 'UTC')).toBe('0050-02-01');
  expect(calendarDay(Date.parse('2024-02-29T12:00:00Z'), 'UTC')).toBe('2024-02-29');
});

const AT = Date.parse('2026-11-03T13:15:00Z');

test.each([
  ['daily', 'at 14:15'],
  ['weekly', 'on Tue 3 Nov, 14:15'],
  ['monthly', 'on Tue 3 Nov, 14:15'],
  ['all-time', 'on 3 Nov 2026, 14:15'],
] as const)('in a %s period a moment reads %s', (kind, words) => expect(momentWithin(kind, AT, 'Europe/Vienna')).toBe(words));

const END = Date.parse('2026-11-21T23:00:00Z');

test("results become final in the board's time zone, with the date unless it is the day that begins", () => {
  expect(finalWords(END, END + 60_000, 'Europe/Berlin')).toBe('Results become final at 00:01');
  expect(finalWords(END, END + 90_000, 'Europe/Berlin')).toBe('Results become final at 00:01:30');
  expect(finalWords(END, END + 86_400_000, 'Europe/Berlin')).toBe('Results become final on 23 Nov 2026, 00:00');
});

test("results are provisional until the board's final time", () => {
  expect(provisionalWords(END, END + 3_600_000, 'Europe/Berlin')).toBe('Provisional until 01:00');
  expect(provisionalWords(END, END + 86_400_000, 'Europe/Berlin')).toBe('Provisional until 23 Nov 2026, 00:00');
});
