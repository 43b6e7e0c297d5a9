import type { Weekday } from '../../domain/calendar.ts';

export const WEEKDAY_RULE = 'must be monday to sunday, or a number from 1 (Monday) to 7 (Sunday)';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

export function weekdayName(day: Weekday): string {
  return WEEKDAYS[day - 1]!;
}

/** Parses a name or number; `undefined` if invalid. */
export function weekdayOf(text: string): Weekday | undefined {
  const day = text.trim().toLowerCase();
  const number = /^[1-7]$/.test(day) ? Number(day) : WEEKDAYS.indexOf(day) + 1;
  return number === 0 ? undefined : (number as Weekday);
}
