import type { DatabaseSync } from 'node:sqlite';

import { StorageFailure } from '../points-store.ts';
import { type Prepare, preparing } from './query.ts';

/** SQLite's own words for trouble with the disk or the file, apart from mistakes in a statement: primary result codes. */
const STORAGE_CODES = new Set([5, 6, 8, 10, 11, 13, 14, 26]);
const FULL = 13;

/** The durable commits of a database that this process alone writes. */
export class Commits {
  readonly #database: DatabaseSync;
  readonly #sql: ReturnType<typeof statements>;
  readonly #forgetting: (() => void)[] = [];

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#sql = statements(preparing(database));
  }

  /** Whoever remembers something of the database says here how to forget it: a commit that failed may have changed it. */
  whenOneFails(forget: () => void): void {
    this.#forgetting.push(forget);
  }

  /**
   * Runs `work` in one durable commit. If it or the commit fails, nothing of it is left, in the database or in memory.
   * @throws what `work` threw; a {@link StorageFailure} if the disk or the file was the trouble; an Error if a commit is under way.
   */
  run<Result>(work: () => Result): Result {
    if (this.#database.isTransaction) throw new Error('A commit is under way: calls that write must not overlap');
    try {
      this.#sql.begin.run();
      const result = work();
      this.#sql.commit.run();
      return result;
    } catch (error) {
      for (const forget of this.#forgetting) forget();
      // SQLite has rolled back by itself after some failures, such as a full disk.
      if (this.#database.isTransaction) this.#sql.rollback.run();
      throw storageFailure(error) ?? error;
    }
  }
}

function storageFailure(error: unknown): StorageFailure | undefined {
  const code = ((error as { errcode?: number } | null)?.errcode ?? 0) & 0xff;
  if (!STORAGE_CODES.has(code)) return undefined;
  const full = code === FULL;
  return new StorageFailure(full ? 'No room is left to store anything' : `Storing failed: ${(error as Error).message}`, full, error);
}

const statements = (prepare: Prepare) => ({ begin: prepare('BEGIN IMMEDIATE'), commit: prepare('COMMIT'), rollback: prepare('ROLLBACK') });
