import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

import type { Queryable } from '../../held/queryable.ts';
import type { State } from '../../held/state.ts';
import { StorageFailure } from '../../points-store.ts';
import { preparing, sqliteQueryable } from './queries.ts';
import { positionIn } from './position.ts';

/** Runs a synchronous read of rows. */
export type Reading = <Result>(work: () => Result) => Promise<Result>;

/** For a connection that never sees more than the state knows. */
export const READING: Reading = async (work) => work();

/** How long the state may lag behind the rows, in milliseconds: normally less than one. */
const PATIENCE_MS = 5_000;

/** Turns of the event loop before waiting longer. */
const QUICK_TURNS = 10;

/**
 * Reads rows exactly as of the position of a state that follows another thread: a commit is visible to every connection before its step
 * arrives. `catchUp` applies the steps that have arrived. Rejects with a {@link StorageFailure} if they fail to arrive.
 */
export function rowsInStep(database: DatabaseSync, state: State, catchUp: () => void): { readonly read: Reading; readonly db: Queryable } {
  const prepare = preparing(database);
  const [begin, end] = [prepare('BEGIN'), prepare('ROLLBACK')];
  const position = positionIn(database);
  const rows = sqliteQueryable(database);

  const read: Reading = async (work) => {
    const begun = performance.now();
    for (let turns = 0; performance.now() - begun < PATIENCE_MS; turns += 1) {
      // The writing thread is busy and needs the processor more.
      if (turns > 0) await (turns < QUICK_TURNS ? nextTurn() : sleep(1));
      catchUp();
      // No longer than necessary: an open snapshot keeps the log from being emptied.
      begin.run();
      try {
        const { newestSeq: newest, others } = position();
        if (newest + others === state.position) return work();
      } finally {
        end.run();
      }
    }
    throw new StorageFailure('This thread does not receive what is written', 'failed');
  };
  return {
    read,
    db: {
      rows: async <Row extends object>(sql: string, values?: readonly unknown[]) => read(() => rows.rows<Row>(sql, values)),
      columns: async <Row extends readonly unknown[]>(sql: string, values?: readonly unknown[]) =>
        read(() => rows.columns<Row>(sql, values)),
    },
  };
}
