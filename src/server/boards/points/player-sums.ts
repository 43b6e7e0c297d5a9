import { periodContaining } from '../../../domain/calendar.ts';
import { HOUR_MS } from '../../../domain/durations.ts';
import type { ScoredEvent } from '../../../domain/scoring.ts';
import type { BoardSettings } from '../../store/stored-values.ts';

/** Points by start of hour and of day, in epoch milliseconds. */
export interface Sums {
  readonly hours: Map<number, number>;
  readonly days: Map<number, number>;
}

export function noSums(): Sums {
  return { hours: new Map(), days: new Map() };
}

/** Adds an event. */
export function addToSums({ hours, days }: Sums, { at, points }: ScoredEvent, { calendar }: Pick<BoardSettings, 'calendar'>): void {
  const hour = hourOf(at);
  const day = periodContaining('daily', at, calendar).start;
  hours.set(hour, (hours.get(hour) ?? 0) + points);
  days.set(day, (days.get(day) ?? 0) + points);
}

/** Start of the UTC hour of a moment, in epoch milliseconds. */
export function hourOf(at: number): number {
  return Math.floor(at / HOUR_MS) * HOUR_MS;
}
