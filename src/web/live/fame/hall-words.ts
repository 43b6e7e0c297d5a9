import type { ApiPeriod } from '../../../contract/parts/answer-parts.ts';
import type { EndingKind } from '../../../domain/calendar.ts';
import { momentParts } from '../words/time-words.ts';

export const HALL = {
  dayByDay: (month: string) => `${month}, day by day`,
  months: 'Months',
  years: 'Years',
  earlier: 'Earlier',
  later: 'Later',
  monthsOf: (year: string) => `Months of ${year}`,
  allYears: 'All years',
  winners: (stretch: string) => `Winners, ${stretch}`,
  winner: 'Winner',
  aheadOf: (others: readonly string[]) => (others.length === 0 ? '' : `, ahead of ${others.join(' and ')}`),
  allTime: 'All time',
} as const;

/** The month of a day, or for weeks and months its year: "July 2024", "2024". */
export function stretchName(kind: EndingKind, day: string): string {
  return kind === 'daily' ? `${monthName(day)} ${yearOf(day)}` : yearOf(day);
}

/** The year of a day: "2024". */
export function yearOf(day: string): string {
  return day.slice(0, 4);
}

/** The month of a day: "July". */
export function monthName(day: string): string {
  return momentParts(Date.parse(day), 'UTC', 'long').month;
}

/** A period below a heading with its month or year: "Sun 28 Jul", "22–28 Jul", "July". */
export function periodWithin({ kind, start, end }: ApiPeriod, timeZone: string): string {
  const first = momentParts(Date.parse(start!), timeZone, 'short');
  if (kind === 'daily') return `${first.weekday} ${first.day} ${first.month}`;
  if (kind !== 'weekly') return momentParts(Date.parse(start!), timeZone, 'long').month;
  const last = momentParts(Date.parse(end!) - 1, timeZone, 'short');
  return first.month === last.month ? `${first.day}–${last.day} ${last.month}` : `${first.day} ${first.month} – ${last.day} ${last.month}`;
}
