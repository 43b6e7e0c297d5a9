import type { ApiPeriod } from '../../../contract/parts/answer-parts.ts';
import type { PeriodKind } from '../../../domain/calendar.ts';
import { dateAndTime, dayWords, minuteOfDay, monthWords } from './day-words.ts';
import { momentParts } from './moment-parts.ts';

/**
 * A period in words, on the calendar of a zone: "Saturday 21 November 2026", "16–22 November 2026", "November
 * 2026", "All time"; short: "Sat 21 Nov 2026". Days before months, because 12/11 is two days of the year.
 */
export function periodName({ kind, start, end }: ApiPeriod, timeZone: string, length: 'long' | 'short' = 'long'): string {
  if (start === null || end === null) return 'All time';
  const { weekday, day, month, year } = momentParts(Date.parse(start), timeZone, length);
  switch (kind) {
    case 'daily':
      return `${weekday} ${day} ${month} ${year}`;
    case 'weekly': {
      const last = momentParts(Date.parse(end) - 1, timeZone, length);
      const until = `${last.day} ${last.month} ${last.year}`;
      if (year !== last.year) return `${day} ${month} ${year} – ${until}`;
      return month === last.month ? `${day}–${until}` : `${day} ${month} – ${until}`;
    }
    case 'monthly':
      return `${month} ${year}`;
    case 'all-time':
      return 'All time';
  }
}

/** A period of a kind by its first day (YYYY-MM-DD), inside a sentence: "on 3 Nov 2026", "in the week of 2 Nov 2026", "in Nov 2026". */
export function pastPeriodWords(kind: PeriodKind, day: string): string {
  if (kind === 'monthly') return `in ${monthWords(day)}`;
  return kind === 'weekly' ? `in the week of ${dayWords(day)}` : `on ${dayWords(day)}`;
}

/**
 * When within a period something was, where the period's own name stands beside it: "at 14:15", "on Tue 3 Nov, 14:15",
 * and of all time "on 3 Nov 2026, 14:15".
 */
export function momentWithin(kind: PeriodKind, at: number, timeZone: string): string {
  const time = minuteOfDay(at, timeZone);
  if (kind === 'daily') return `at ${time}`;
  if (kind === 'all-time') return `on ${dateAndTime(at, timeZone)}`;
  const { weekday, day, month } = momentParts(at, timeZone, 'short');
  return `on ${weekday} ${day} ${month}, ${time}`;
}

/** Since when something is so in a present period of a kind: "14:15", "Tue 14:15", "3 Nov", and of all time "3 Nov 2026". */
export function sinceWords(kind: PeriodKind, at: number, timeZone: string): string {
  const { weekday, day, month, year, hour, minute } = momentParts(at, timeZone, 'short');
  if (kind === 'daily') return `${hour}:${minute}`;
  if (kind === 'weekly') return `${weekday} ${hour}:${minute}`;
  return kind === 'monthly' ? `${day} ${month}` : `${day} ${month} ${year}`;
}

/** A moment in a zone: "Sunday 22 November, 00:00"; in the visitor's own zone where none is given. */
export function momentName(at: number, timeZone?: string): string {
  const { weekday, day, month, hour, minute } = momentParts(at, timeZone, 'long');
  return `${weekday} ${day} ${month}, ${hour}:${minute}`;
}

/** A time of day in the visitor's own zone: "14:03". */
export function clockTime(at: number): string {
  const { hour, minute } = momentParts(at, undefined, 'long');
  return `${hour}:${minute}`;
}

/** How long until something, from days down to seconds: "2 d 3 h", "3 h 12 min", "12 min", "42 s". `left` is milliseconds. */
export function timeLeft(left: number): string {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return hours % 24 === 0 ? `${Math.floor(hours / 24)} d` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}
