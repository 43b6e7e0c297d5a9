import { expect, test } from 'vitest';

import { calendarDay, dayOfMoment, dayWords, monthWords, secondWords, weekdayWords } from './day-words.ts';

test('a calendar day is the same day wherever it is read', () => {
  expect(dayWords('2026-11-03')).toBe('3 Nov 2026');
  expect(weekdayWords('2026-11-03')).toBe('Tue 3 Nov 2026');
  expect(monthWords('2026-11-01')).toBe('Nov 2026');
});

test('a moment is told on the calendar of its zone', () => {
  const at = Date.parse('2026-11-03T23:30:05Z');
  expect(secondWords(at, 'Europe/Berlin')).toBe('Wed 4 Nov 2026, 00:30:05');
  expect(dayOfMoment(at, 'UTC')).toBe('3 Nov 2026');
  expect(calendarDay(at, 'Europe/Berlin')).toBe('2026-11-04');
  expect(calendarDay(Date.parse('2026-09-01T00:00:00Z'), 'UTC')).toBe('2026-09-01');
});
