import { calendarDay, dateAndTime, minuteOfDay } from './day-words.ts';

/** When the results of a period that ended at `end` become final, on the clock of a zone; both are epoch milliseconds. */
export function finalWords(end: number, finalAt: number, timeZone: string): string {
  const isThatDay = calendarDay(end, timeZone) === calendarDay(finalAt, timeZone);
  return `Results become final ${isThatDay ? `at ${minuteOfDay(finalAt, timeZone)}` : `on ${dateAndTime(finalAt, timeZone)}`}`;
}

/** Until when the results of such a period are reviewed. */
export function provisionalWords(end: number, finalAt: number, timeZone: string): string {
  const isThatDay = calendarDay(end, timeZone) === calendarDay(finalAt, timeZone);
  return `Provisional until ${isThatDay ? minuteOfDay(finalAt, timeZone) : dateAndTime(finalAt, timeZone)}`;
}
