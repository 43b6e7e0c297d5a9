import type { Score } from '../../../domain/scoring.ts';
import type { Queryable } from '../held/queryable.ts';
import type { HeldBoard, HeldPeriod } from '../held/boards.ts';
import type { EventRow } from '../held/columns.ts';
import { type LoggedChange, loggedTotal } from '../held/logged-change.ts';
import type { State } from '../held/state.ts';
import { decidedRecords } from '../reading/records.ts';
import type { ActivityOfDay } from './activity-days.ts';
import { kindsOf, type RecordChange, type RecordsToKeep } from '../records.ts';
import type { BoardSettings, Revision, StoredPlayer } from '../stored-values.ts';

/** A player's total in a period that revisions change; `undefined` if there is none. */
export interface RevisedTotal {
  readonly period: HeldPeriod;
  readonly player: number;
  readonly before: Score | undefined;
  readonly total: Score | undefined;
}

/** An event that is voided or restored. */
export interface RevisedEvent {
  readonly event: EventRow;
  /** `counted`: the bits of the periods that the event counts for from now on. */
  readonly revision: Revision & { readonly counted: number };
  /** The start of the event's day if it becomes or stops being voided, which changes that day's activities. */
  readonly day: number | undefined;
}

/** A new event that counts in place of a voided one. Has no `seq` yet; `previous` is its player's latest event. */
export interface Copy extends Omit<EventRow, 'seq'> {
  readonly day: number;
}

/** The digest of copies, which no request can have. Copies with the digest `merged`, from an earlier version, count like any event. */
export const COPY_DIGEST = 'copy';

/** Events of a board voided or restored in one commit. Copies come first in the log. */
export interface RevisedEntry {
  readonly kind: 'revised';
  readonly board: HeldBoard;
  readonly events: readonly RevisedEvent[];
  readonly copies: readonly Copy[];
  /** Includes the totals of the copies. */
  readonly totals: readonly RevisedTotal[];
}

/** A log entry that is not an event. */
export type Entry =
  | { readonly kind: 'board'; readonly number: number; readonly settings: BoardSettings; readonly isRemoved: boolean }
  | { readonly kind: 'document'; readonly name: string; readonly text: string }
  | { readonly kind: 'player'; readonly player: StoredPlayer }
  | RevisedEntry
  /** `board`: the board whose responses change. */
  | { readonly kind: 'records'; readonly board: HeldBoard | undefined }
  | { readonly kind: 'sealed'; readonly period: HeldPeriod }
  | {
      readonly kind: 'closed';
      readonly period: HeldPeriod;
      readonly at: number;
      /** Players by number, first to last; the last `unshown` were hidden. */
      readonly order: readonly number[];
      readonly unshown: number;
    }
  | { readonly kind: 'reopened'; readonly period: HeldPeriod; readonly at: number; readonly reason: string };

/** The result of a rule: entries (none if nothing changes), the records stored with them, and the return value. */
export interface Decision<Result> {
  readonly result: Result;
  readonly entries?: readonly Entry[];
  readonly records?: RecordsToKeep | undefined;
}

/** The log as rules see it. */
export interface Log {
  /** Includes everything appended so far. */
  readonly state: State;
  /** Appends what `decide` returns, in one commit; rejects with what it throws, appending nothing. Empty records are skipped. */
  append<Result>(decide: (db: Queryable) => Decision<Result> | Promise<Decision<Result>>): Promise<Result>;
}

/** The data to append for a decision. */
export interface Appended {
  readonly steps: readonly { readonly entry: Entry; readonly logged: LoggedChange }[];
  readonly records: readonly RecordChange[];
}

/** `undefined` if there is nothing to append or otherwise write (`hasMore`). Rejects with what deciding the records throws. */
export async function toAppend(db: Queryable, decision: Decision<unknown>, hasMore: boolean): Promise<Appended | undefined> {
  const { entries = [] } = decision;
  if (entries.length === 0) return undefined;
  const records = await decidedRecords(db, decision.records, undefined);
  if (entries.every(({ kind }) => kind === 'records') && records.length === 0 && !hasMore) return undefined;
  return { records, steps: entries.map((entry) => ({ entry, logged: loggedOf(entry, kindsOf(records)) })) };
}

/** Converts an entry to the form that followers read. `records`: the kinds of the records stored with it. */
function loggedOf(entry: Entry, records: readonly string[]): LoggedChange {
  switch (entry.kind) {
    case 'board':
      return { kind: 'board', number: entry.number, settings: entry.isRemoved ? undefined : entry.settings };
    case 'document':
      return entry;
    case 'player':
      return { kind: 'player', ...entry.player };
    case 'revised':
      return {
        kind: 'revised',
        board: entry.board.number,
        totals: entry.totals.map(({ period, player, total }) => loggedTotal(period.number, player, total)),
      };
    case 'records':
      return { kind: 'records', board: entry.board?.number, records };
    case 'sealed':
      return { kind: 'sealed', period: entry.period.number };
    case 'closed':
      return { kind: 'closed', period: entry.period.number, at: entry.at, standings: entry.order.length, unshown: entry.unshown };
    case 'reopened':
      return { kind: 'reopened', period: entry.period.number, at: entry.at, closed: entry.period.closed !== undefined };
  }
}

/** The copies as ledger rows, numbered from after `after`. */
export function numbered(copies: readonly Copy[], after: number): readonly (EventRow & Copy)[] {
  const latest = new Map<number, number>();
  return copies.map((copy, i) => {
    const seq = after + i + 1;
    const previous = latest.get(copy.player) ?? copy.previous;
    latest.set(copy.player, seq);
    return { ...copy, seq, previous };
  });
}

/** How revisions and copies change the activities of days, event by event. */
export function* activitiesOf({ events, copies }: RevisedEntry): Iterable<ActivityOfDay> {
  for (const { event, revision, day } of events)
    if (day !== undefined) yield { day, activity: event.activity, points: event.points, sign: revision.does === 'void' ? -1 : 1 };
  for (const { day, activity, points } of copies) yield { day, activity, points, sign: 1 };
}

/** The same records, with `done` passed to `change`. */
export function recordsOf<Done>(records: RecordsToKeep<Done> | undefined, done: Done): RecordsToKeep | undefined {
  return records && { of: records.of ?? [], change: (kept) => records.change(kept, done) };
}
