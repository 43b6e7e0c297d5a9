import type { ApiPeriod } from '../../../contract/parts/answer-parts.ts';
import type { PeriodKind } from '../../../domain/calendar.ts';

const LANGUAGE = 'en-GB';

/** The parts of a moment, as words and numbers. */
export type MomentParts = Readonly<Record<'weekday' | 'day' | 'month' | 'year' | 'hour' | 'minute' | 'second', string>>;

/** By length of names and zone. Creating a format takes longer than using it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * The parts of a moment in a zone, the visitor's own by default, with `long` or `short` names of days and months. Callers assemble them:
 * commas and spaces differ between versions of locale data, which would break hydration.
 */
export function momentParts(at: number, timeZone: string | undefined, names: 'long' | 'short'): MomentParts {
  const key = `${names} ${timeZone}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(LANGUAGE, {
      weekday: names,
      day: 'numeric',
      month: names,
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      ...(timeZone !== undefined && { timeZone }),
    });
    formats.set(key, format);
  }
  const parts = format.formatToParts(at).map(({ type, value }) => [type, type === 'year' ? value.padStart(4, '0') : value]);
  return Object.fromEntries(parts) as MomentParts;
}

/** A calendar day (YYYY-MM-DD) in words: "3 Nov 2026". */
export function dayWords(day: string): string {
  return dayOfMoment(Date.parse(day), 'UTC');
}

/** The month of a calendar day: "Nov 2026". */
export function monthWords(day: string): string {
  const { month, year } = momentParts(Date.parse(day), 'UTC', 'short');
  return `${month} ${year}`;
}

/** A calendar day with its weekday: "Tue 3 Nov 2026". */
export function weekdayWords(day: string): string {
  return `${momentParts(Date.parse(day), 'UTC', 'short').weekday} ${dayWords(day)}`;
}

/** The day of a moment in a zone, the visitor's own by default: "3 Nov 2026". */
export function dayOfMoment(at: number, timeZone?: string): string {
  const { day, month, year } = momentParts(at, timeZone, 'short');
  return `${day} ${month} ${year}`;
}

/** The day of a moment in a zone as YYYY-MM-DD. */
export function calendarDay(at: number, timeZone: string): string {
  const { day, month, year } = momentParts(at, timeZone, 'short');
  // In a leap year every date exists. Early years are misread: 1 as 2001.
  return year + new Date(`${day} ${month} 2000 UTC`).toISOString().slice(4, 10);
}

/** A moment in a zone to the minute, or to the second if that is not zero: "3 Nov 2026, 14:15". */
export function dateAndTime(at: number, timeZone: string): string {
  return `${dayOfMoment(at, timeZone)}, ${minuteOfDay(at, timeZone)}`;
}

/** The time of day of a moment in a zone: "14:15", or "14:15:30" if the second is not zero. */
export function minuteOfDay(at: number, timeZone: string): string {
  const { hour, minute, second } = momentParts(at, timeZone, 'short');
  return second === '00' ? `${hour}:${minute}` : `${hour}:${minute}:${second}`;
}

/** A moment to the second: "Tue 3 Nov 2026, 14:03:07"; in the visitor's own zone by default. */
export function secondWords(at: number, timeZone?: string): string {
  const { weekday, hour, minute, second } = momentParts(at, timeZone, 'short');
  return `${weekday} ${dayOfMoment(at, timeZone)}, ${hour}:${minute}:${second}`;
}

/**
 * A period in words, on the calendar of a zone: "Saturday 21 November 2026", "16–22 November 2026", "November 2026", "All time"; short:
 * "Sat 21 Nov 2026". Day before month, because 12/11 is ambiguous.
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

/** A moment next to the name of its period: "at 14:15", "on Tue 3 Nov, 14:15", and for all time "on 3 Nov 2026, 14:15". */
export function momentWithin(kind: PeriodKind, at: number, timeZone: string): string {
  const time = minuteOfDay(at, timeZone);
  if (kind === 'daily') return `at ${time}`;
  if (kind === 'all-time') return `on ${dateAndTime(at, timeZone)}`;
  const { weekday, day, month } = momentParts(at, timeZone, 'short');
  return `on ${weekday} ${day} ${month}, ${time}`;
}

/** The start of something in a present period of a kind: "14:15", "Tue 14:15", "3 Nov", and for all time "3 Nov 2026". */
export function sinceWords(kind: PeriodKind, at: number, timeZone: string): string {
  const { weekday, day, month, year, hour, minute } = momentParts(at, timeZone, 'short');
  if (kind === 'daily') return `${hour}:${minute}`;
  if (kind === 'weekly') return `${weekday} ${hour}:${minute}`;
  return kind === 'monthly' ? `${day} ${month}` : `${day} ${month} ${year}`;
}

/** A moment in a zone: "Sunday 22 November, 00:00", short "Sun 22 Nov, 00:00"; in the visitor's own zone by default. */
export function momentName(at: number, timeZone?: string, length: 'long' | 'short' = 'long'): string {
  const { weekday, day, month, hour, minute } = momentParts(at, timeZone, length);
  return `${weekday} ${day} ${month}, ${hour}:${minute}`;
}

/** A period of a kind by its first day (YYYY-MM-DD): "Tue 3 Nov 2026", "week of 2 Nov 2026", "Nov 2026". */
export function periodOfDay(kind: PeriodKind, day: string): string {
  if (kind === 'monthly') return monthWords(day);
  return kind === 'weekly' ? `week of ${dayWords(day)}` : weekdayWords(day);
}

/** A period that may still change: "Thu 26 Nov 2026, so far". */
export function soFar(period: string): string {
  return `${period}, so far`;
}

/** A time of day in the visitor's own zone: "14:03". */
export function clockTime(at: number): string {
  const { hour, minute } = momentParts(at, undefined, 'long');
  return `${hour}:${minute}`;
}

/** A duration from days down to seconds: "2 d 3 h", "3 h 12 min", "12 min", "42 s". `left` is milliseconds. */
export function timeLeft(left: number): string {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return hours % 24 === 0 ? `${Math.floor(hours / 24)} d` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** When the results of a period that ended at `end` become final, in a zone; both are epoch milliseconds. */
export function finalWords(end: number, finalAt: number, timeZone: string): string {
  const isThatDay = calendarDay(end, timeZone) === calendarDay(finalAt, timeZone);
  return `Results become final ${isThatDay ? `at ${minuteOfDay(finalAt, timeZone)}` : `on ${dateAndTime(finalAt, timeZone)}`}`;
}

/** Until when the results are provisional. */
export function provisionalWords(end: number, finalAt: number, timeZone: string): string {
  const isThatDay = calendarDay(end, timeZone) === calendarDay(finalAt, timeZone);
  return `Provisional until ${isThatDay ? minuteOfDay(finalAt, timeZone) : dateAndTime(finalAt, timeZone)}`;
}
