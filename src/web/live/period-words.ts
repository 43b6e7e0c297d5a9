import type { ApiPeriod } from '../../contract/page-answers.ts';

/** The site speaks English; days before months, because 12/11 is two days of the year. */
const LANGUAGE = 'en-GB';

/** A period in words, on the calendar of a zone: "Saturday 21 November 2026", "16–22 November 2026", "November 2026", "All time". */
export function periodName({ kind, start, end }: ApiPeriod, timeZone: string): string {
  if (start === null || end === null) return 'All time';
  const from = Date.parse(start);
  switch (kind) {
    case 'daily':
      return format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }, timeZone).format(from);
    case 'weekly':
      return format({ day: 'numeric', month: 'long', year: 'numeric' }, timeZone).formatRange(from, Date.parse(end) - 1);
    case 'monthly':
      return format({ month: 'long', year: 'numeric' }, timeZone).format(from);
    case 'all-time':
      return 'All time';
  }
}

/** A moment in a zone: "Sunday 22 November, 00:00"; in the visitor's own zone where none is given. */
export function momentName(at: number, timeZone?: string): string {
  return format({ weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, timeZone).format(
    at,
  );
}

/** A time of day in the visitor's own zone: "14:03". */
export function clockTime(at: number): string {
  return format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, undefined).format(at);
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

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes longer than using it a hundred times. */
function format(options: Intl.DateTimeFormatOptions, timeZone: string | undefined): Intl.DateTimeFormat {
  const key = JSON.stringify([options, timeZone]);
  let known = formats.get(key);
  if (known === undefined) {
    known = new Intl.DateTimeFormat(LANGUAGE, { ...options, ...(timeZone !== undefined && { timeZone }) });
    formats.set(key, known);
  }
  return known;
}
