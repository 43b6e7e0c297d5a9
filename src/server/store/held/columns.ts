import { PERIOD_KINDS, type PeriodKind, type Weekday } from '../../../domain/calendar.ts';
import type { Direction, Score, ScoringRule } from '../../../domain/scoring.ts';
import type { Unit } from '../../../domain/units/unit.ts';
import {
  type AuthoredEvent,
  type BoardSettings,
  nearestExact,
  type PlayedEvent,
  type Revision,
  type StoredEvent,
} from '../stored-values.ts';

/** Epoch milliseconds, or an infinity, as an integer; the largest and smallest safe integers represent the infinities. */
export function timeToColumn(time: number): number {
  return nearestExact(time);
}

/** The inverse of {@link timeToColumn}. */
export function timeFromColumn(column: number): number {
  if (column === nearestExact(-Infinity)) return -Infinity;
  return column === nearestExact(Infinity) ? Infinity : column;
}

/** Whether the latest revision of an event voided it, as SQL over `events`. */
export const IS_VOIDED = `(SELECT does FROM revisions WHERE event = seq ORDER BY revisions.number DESC LIMIT 1) IS NOT DISTINCT FROM 'void'`;

/** When the newest event that is not voided was received. */
export const NEWEST_RECEIVED = `SELECT received_at FROM events WHERE NOT ${IS_VOIDED} ORDER BY seq DESC LIMIT 1`;

/** A row of `boards`; `unit` is JSON. */
export interface BoardRow {
  readonly number: number;
  readonly name: string;
  readonly title: string;
  readonly scoring: ScoringRule;
  readonly direction: Direction;
  readonly time_zone: string;
  readonly week_start: Weekday;
  readonly unit: string;
  readonly state: BoardSettings['state'];
}

export function settingsFrom(row: BoardRow): BoardSettings {
  const { name, title, scoring, direction, time_zone: timeZone, week_start: weekStart, unit, state } = row;
  return { name, title, scoring, direction, calendar: { timeZone, weekStart }, unit: JSON.parse(unit) as Unit, state };
}

/** A row of `periods`. The last three are null while it is open. */
export interface PeriodRow {
  readonly number: number;
  readonly board: number;
  readonly kind: PeriodKind;
  readonly start: number;
  readonly end: number;
  readonly standings: number;
  readonly closed_at: number | null;
  readonly unshown: number | null;
  readonly checksum: number | null;
}

/** A row of `events`, without its stored answer. */
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
  /** The number of a row in `authors`. */
  readonly author: number | null;
}

/** The columns of {@link EventRow}. */
export const EVENT = 'seq, board, player, id, points, at, activity, received_at, counted, previous, author';

/** SQL for the kinds of period that an event counts for now: after its latest revision, or as recorded. `events`: the table's alias. */
export function countedNow(events = 'events'): string {
  return `coalesce(
    (SELECT latest.counted FROM revisions AS latest WHERE latest.event = ${events}.seq ORDER BY latest.number DESC LIMIT 1),
    ${events}.counted
  )`;
}

/** Whether an event's bits include the period kind at this index of `PERIOD_KINDS`. */
export function hasBit(counted: number, place: number): boolean {
  return (counted & (1 << place)) !== 0;
}

/** The period kinds whose bit is set. */
function kindsIn(counted: number): PeriodKind[] {
  return PERIOD_KINDS.filter((_, bit) => hasBit(counted, bit));
}

/** An event after its latest revision, if there is one. */
export function eventFrom(row: EventRow, latest: (Revision & { readonly counted: number }) | undefined): StoredEvent {
  const { seq, id, points, at, activity, received_at: receivedAt } = row;
  const voided = latest?.does === 'void' ? { at: latest.at, reason: latest.reason } : undefined;
  return { seq, id, points, at, receivedAt, activity, counted: kindsIn(latest?.counted ?? row.counted), voided };
}

/** An event with its latest revision, null if it was never revised, and its author, null if unknown. */
export type RevisedRow = EventRow & {
  readonly does: Revision['does'] | null;
  readonly revised_at: number;
  readonly reason: string;
  readonly now: number;
  readonly posted_by: string | null;
  /** Empty if there is none. */
  readonly import: string;
};

/** An event after its latest revision. */
export function revisedEventFrom(row: RevisedRow): AuthoredEvent {
  const { does, revised_at: at, reason, now: counted, posted_by: by } = row;
  const author = by === null ? undefined : row.import === '' ? { by } : { by, import: row.import };
  return { ...eventFrom(row, does === null ? undefined : { does, at, reason, counted }), author };
}

/** An event after its latest revision, with its player. */
export function playedEventFrom(row: RevisedRow): PlayedEvent {
  return { ...revisedEventFrom(row), player: row.player };
}

/** A total, as in `standings` and `final_standings`. */
export interface ScoreRow {
  readonly points: number;
  readonly reached_at: number;
  readonly moved_at: number;
}

export function scoreFrom({ points, reached_at: reachedAt, moved_at: movedAt }: ScoreRow): Score {
  return { points, reachedAt, movedAt: timeFromColumn(movedAt) };
}

export function areSameTotals(a: Score | undefined, b: Score | undefined): boolean {
  return a === b || (a?.points === b?.points && a?.reachedAt === b?.reachedAt && a?.movedAt === b?.movedAt);
}
