import type { Calendar } from '../../domain/calendar.ts';
import { HOUR_MS } from '../../domain/durations.ts';
import { Problem } from '../http/problem.ts';

const NOON_ATTEMPTS = [0, -6, 6, -12, 12];

/**
 * Some moment, in epoch milliseconds, of a day (YYYY-MM-DD) on the board's calendar.
 * @throws {Problem} bad-request, naming the field, for a day that the board's zone skipped.
 */
export function momentOf(day: string, calendar: Calendar, field = 'at'): number {
  const noon = Date.parse(`${day}T12:00:00Z`);
  const hours = NOON_ATTEMPTS.find((offset) => dayOf(noon + offset * HOUR_MS, calendar) === day);
  if (hours === undefined) {
    throw new Problem('bad-request', `The day ${day} does not exist in the time zone ${calendar.timeZone}.`, [
      { field, rule: "must be a day that exists in the board's time zone, in the years 0001 to 9999" },
    ]);
  }
  return noon + hours * HOUR_MS;
}

/** Noon of the first day that can be written with a year of four digits. What was earlier is taken for that day. */
const FIRST = Date.parse('0001-01-01T12:00Z');

/** The day that `at` (epoch milliseconds) belongs to on the board's calendar, as YYYY-MM-DD. */
export function dayOf(at: number, calendar: Calendar): string {
  return daysIn(calendar.timeZone).format(Math.max(at, FIRST)).padStart('YYYY-MM-DD'.length, '0');
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats times as days in a zone; making a format takes longer than using it a hundred times. */
function daysIn(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formats.set(timeZone, format);
  }
  return format;
}
