import { momentParts } from './moment-parts.ts';

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

/** The day of a moment in a zone, in the visitor's own where none is given: "3 Nov 2026". */
export function dayOfMoment(at: number, timeZone?: string): string {
  const { day, month, year } = momentParts(at, timeZone, 'short');
  return `${day} ${month} ${year}`;
}

/** The day of a moment in a zone as YYYY-MM-DD. */
export function calendarDay(at: number, timeZone: string): string {
  const { day, month, year } = momentParts(at, timeZone, 'short');
  // In a leap year every day has a date. The early ones are understood as others: 1 as 2001.
  return year + new Date(`${day} ${month} 2000 UTC`).toISOString().slice(4, 10);
}

/** A moment in a zone to the minute, to the second where it is within one: "Tue 3 Nov 2026, 14:15". */
export function minuteWords(at: number, timeZone: string): string {
  return `${momentParts(at, timeZone, 'short').weekday} ${dateAndTime(at, timeZone)}`;
}

/** The same without the weekday: "3 Nov 2026, 14:15". */
export function dateAndTime(at: number, timeZone: string): string {
  return `${dayOfMoment(at, timeZone)}, ${minuteOfDay(at, timeZone)}`;
}

/** The time of day of a moment in a zone: "14:15", "14:15:30" where it is within a minute. */
export function minuteOfDay(at: number, timeZone: string): string {
  const { hour, minute, second } = momentParts(at, timeZone, 'short');
  return second === '00' ? `${hour}:${minute}` : `${hour}:${minute}:${second}`;
}

/** A moment to the second: "Tue 3 Nov 2026, 14:03:07"; in the visitor's own zone where none is given. */
export function secondWords(at: number, timeZone?: string): string {
  const { weekday, hour, minute, second } = momentParts(at, timeZone, 'short');
  return `${weekday} ${dayOfMoment(at, timeZone)}, ${hour}:${minute}:${second}`;
}
