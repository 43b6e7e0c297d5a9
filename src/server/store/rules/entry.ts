import type { PeriodKind, PeriodSpan } from '../../../domain/calendar.ts';
import type { Score } from '../../../domain/scoring.ts';
import type { EventRow } from '../held/columns.ts';
import type { RecordsToKeep } from '../records.ts';
import type { BoardSettings, PeriodKey, Revision, StoredPlayer } from '../stored-values.ts';

/** A board before an entry is appended. */
export interface BoardState {
  readonly number: number;
  readonly settings: BoardSettings;
}

/** A period in which something counted, before an entry is appended. Times are epoch milliseconds. */
export interface PeriodState {
  readonly number: number;
  readonly start: number;
  readonly end: number;
  /** How many players have a total in it. */
  readonly standings: number;
  /** Whether nothing changes it any more. Of one that is closed it says nothing. */
  readonly sealed: boolean;
  readonly closed: { readonly at: number } | undefined;
  /** When it was reopened after it had been closed, the last time. */
  readonly reopenedAt: number | undefined;
}

/** What is known before an entry is appended. Nothing else is appended until that is done. */
export interface State {
  board(name: string): BoardState | undefined;
  /** The highest number of a board, also of one that was removed; 0 before the first. */
  newestBoard(): number;
  /** Whether anything was ever recorded on it. */
  hasEvents(board: BoardState): Promise<boolean>;
  /** `undefined` until something counts in it. @throws {RangeError} for an unknown board. */
  period(key: PeriodKey): PeriodState | undefined;
  /** The start of the latest closed one of a kind. @throws {RangeError} for an unknown board. */
  latestClosed(board: string, kind: PeriodKind): number | undefined;
  /** The periods of a time, in epoch milliseconds, in the order of `PERIOD_KINDS`. */
  spansAt(board: BoardState, at: number): readonly PeriodSpan[];
  /** An event of the ledger, and its latest revision. */
  event(board: BoardState, id: string): Promise<{ readonly row: EventRow; readonly latest: RevisionRow | undefined } | undefined>;
  /** The events of a player on a board that happened in [from, to), oldest first. They have some. */
  chain(board: BoardState, player: number, from: number, to: number): Promise<readonly ChainedEvent[]>;
  /** A player's total in a period that is not closed. */
  scoreOf(board: BoardState, player: number, period: PeriodState): Score | undefined;
  document(name: string): string | undefined;
  /** @throws {RangeError} for a number nobody has. */
  player(number: number): StoredPlayer;
  playerNamed(username: string): StoredPlayer | undefined;
}

/** A revision as `revisions` has it, as far as it says how an event is now. */
export type RevisionRow = Revision & { readonly counted: number };

/** An event of a player; `counted` is what it counts for now. */
export type ChainedEvent = readonly [seq: number, points: number, at: number, counted: number];

/** A player's total in a period that a revision changes. */
export interface RevisedTotal {
  readonly key: PeriodKey;
  readonly period: PeriodState;
  readonly before: Score | undefined;
  readonly total: Score | undefined;
}

/** What is appended to the log besides events. */
export type Entry =
  | { readonly kind: 'board'; readonly number: number; readonly settings: BoardSettings; readonly isRemoved: boolean }
  | { readonly kind: 'document'; readonly name: string; readonly text: string }
  | { readonly kind: 'player'; readonly player: StoredPlayer }
  | {
      readonly kind: 'revised';
      readonly board: BoardState;
      readonly event: EventRow;
      readonly revision: RevisionRow;
      /** The start of the event's day, if it is voided now and was not, or the other way round: the activities of that day change. */
      readonly day: number | undefined;
      readonly totals: readonly RevisedTotal[];
    }
  /** Records alone. `board`: whose answers change by them. */
  | { readonly kind: 'records'; readonly board: BoardState | undefined }
  | { readonly kind: 'sealed'; readonly key: PeriodKey; readonly period: PeriodState }
  | {
      readonly kind: 'closed';
      readonly key: PeriodKey;
      readonly period: PeriodState;
      readonly at: number;
      /** Players by number, first to last; the last `unshown` were not shown. */
      readonly order: readonly number[];
      readonly unshown: number;
    }
  | { readonly kind: 'reopened'; readonly key: PeriodKey; readonly period: PeriodState; readonly at: number; readonly reason: string };

/** What a rule decides: entries or, without any, that nothing changes; the records that are kept with them; and the answer. */
export interface Decision<Result> {
  readonly result: Result;
  readonly entries?: readonly Entry[];
  readonly records?: RecordsToKeep | undefined;
}

/** The log as rules see it. */
export interface Log {
  /**
   * Appends what is decided, in one commit: nothing is appended between the state that `decide` is given and the entries. Entries
   * of records alone are not appended if there are no records. Rejects, and appends nothing, with what `decide` throws.
   */
  append<Result>(decide: (state: State) => Decision<Result> | Promise<Decision<Result>>): Promise<Result>;
}

/** The same records, whose `change` is given what the commit does. */
export function recordsOf<Done>(records: RecordsToKeep<Done> | undefined, done: Done): RecordsToKeep | undefined {
  return records && { of: records.of ?? [], change: (kept) => records.change(kept, done) };
}

/** @throws {RangeError} if there is none of that name. */
export function boardNamed(state: Pick<State, 'board'>, name: string): BoardState {
  const board = state.board(name);
  if (board === undefined) throw new RangeError(`There is no board named ${name}`);
  return board;
}
