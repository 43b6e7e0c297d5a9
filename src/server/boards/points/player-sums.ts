import { periodContaining } from '../../../domain/calendar.ts';
import { HOUR_MS } from '../../../domain/durations.ts';
import type { ScoredEvent } from '../../../domain/scoring.ts';
import type { BoardSettings, StoredEvent } from '../../store/stored-values.ts';

/** The reason for voiding the events of guests who leave a board. */
export const LEFT = 'The guest left the board.';

/** The points of some events, and how many they are. */
export interface Sum {
  readonly points: number;
  readonly events: number;
}

const NOTHING: Sum = { points: 0, events: 0 };

/** Sums by start of hour and of day, in epoch milliseconds. */
export interface Sums {
  readonly hours: Map<number, Sum>;
  readonly days: Map<number, Sum>;
}

export function noSums(): Sums {
  return { hours: new Map(), days: new Map() };
}

/** Adds an event unless it is voided. An event of a guest who left counts as a play without points, so that leaving gives no plays back. */
export function addPlay(sums: Sums, event: StoredEvent, board: BoardSettings): void {
  const { voided } = event;
  if (voided === undefined || voided.reason === LEFT) addToSums(sums, voided ? { ...event, points: 0 } : event, board);
}

/** Adds an event. */
export function addToSums({ hours, days }: Sums, { at, points }: ScoredEvent, { calendar }: Pick<BoardSettings, 'calendar'>): void {
  const hour = hourOf(at);
  const day = periodContaining('daily', at, calendar).start;
  hours.set(hour, sumOf(hours.get(hour), { points, events: 1 }));
  days.set(day, sumOf(days.get(day), { points, events: 1 }));
}

export function sumOf(one: Sum = NOTHING, other: Sum = NOTHING): Sum {
  return { points: one.points + other.points, events: one.events + other.events };
}

/** Start of the UTC hour of a moment, in epoch milliseconds. */
export function hourOf(at: number): number {
  return Math.floor(at / HOUR_MS) * HOUR_MS;
}
