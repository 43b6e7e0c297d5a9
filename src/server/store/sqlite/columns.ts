import type { PeriodKind } from '../../../domain/calendar.ts';
import type { Score } from '../../../domain/scoring.ts';

/** All time has no end on either side, and the columns are whole numbers: no moment of a clock is out here. */
const BEFORE_ALL = Number.MIN_SAFE_INTEGER;
const AFTER_ALL = Number.MAX_SAFE_INTEGER;

/** Epoch milliseconds or an infinity, as the database keeps them. */
export function timeToColumn(time: number): number {
  return Math.max(BEFORE_ALL, Math.min(AFTER_ALL, time));
}

/** Epoch milliseconds or an infinity, from what {@link timeToColumn} made of them. */
export function timeFromColumn(column: number): number {
  if (column === BEFORE_ALL) return -Infinity;
  return column === AFTER_ALL ? Infinity : column;
}

/** A period as `periods` has it; `closed_at` is null as long as it is open. */
export interface PeriodRow {
  readonly number: number;
  readonly board: number;
  readonly kind: PeriodKind;
  readonly start: number;
  readonly end: number;
  readonly standings: number;
  readonly closed_at: number | null;
}

/** An event as `events` has it, without what it is answered with. */
export interface EventRow {
  readonly seq: number;
  readonly board: number;
  readonly player: number;
  readonly id: string;
  readonly points: number;
  readonly at: number;
  readonly activity: string;
  readonly received_at: number;
  readonly counted: number;
  readonly previous: number | null;
}

/** A total as `standings` and `final_standings` have it. */
export interface ScoreRow {
  readonly points: number;
  readonly reached_at: number;
  readonly latest_at: number;
}

/** A total of a player in a period; `latest_event` is the `seq` of their latest event on the board, of all time only. */
export interface StandingRow extends ScoreRow {
  readonly player: number;
  readonly period: number;
  readonly latest_event: number | null;
}

export function scoreFrom({ points, reached_at: reachedAt, latest_at: latestAt }: ScoreRow): Score {
  return { points, reachedAt, latestAt };
}
