import type { Ledger } from '../points-store.ts';
import type { RecordsToKeep } from '../records.ts';
import type { NewEvent, Recorded } from '../stored-values.ts';
import { type KnownEvent, type StateBefore, Taking } from './taking.ts';

/** Begins to decide over the events of a commit: anew each time that others turn out to be known, of whom `known` has all then. */
export type BeginTaking = (before: StateBefore, newestSeq: number, known?: ReadonlyMap<string, KnownEvent>) => Taking;

/** The log as the rule of recording sees it. */
export interface EventLog {
  /**
   * Appends events of a board in one commit: what is taken of them, with the answers that are decided and, unless `records` is
   * `undefined`, the records, which are decided over those of `of`. It may write some while the next are taken. Rejects as
   * {@link Ledger.append}.
   */
  record(
    board: string,
    events: readonly NewEvent[],
    begin: BeginTaking,
    records: Pick<RecordsToKeep, 'of'> | undefined,
  ): Promise<readonly Recorded[]>;
}

/** The rule of what a commit of events does, for every database. */
export function recordingIn(log: EventLog): Pick<Ledger, 'append'> {
  return {
    append: (board, events, counts, decide, records, holding) =>
      log.record(
        board,
        events,
        (before, newestSeq, known) => new Taking(before, newestSeq, { counts, decide, records, holding }, known),
        records,
      ),
  };
}
