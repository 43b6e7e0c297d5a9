import type { DatabaseSync } from 'node:sqlite';

import { StorageFailure, type StorageTrouble } from '../../points-store.ts';
import type { FilePlace } from './file-place.ts';
import { type Prepare, preparing } from '../rows/query.ts';

/** SQLite's own codes. */
const READ_ONLY = 8;
const FULL = 13;
/** A read-only failure of its own: the file was moved away. */
const MOVED = 1032;

/** The durable commits of a database that this process alone writes. */
export class Commits {
  readonly #database: DatabaseSync;
  readonly #place: Pick<FilePlace, 'file' | 'isKept'>;
  readonly #sql: ReturnType<typeof statements>;
  readonly #forgetting: (() => void)[] = [];
  readonly #keeping: (() => void)[] = [];
  #isUnderWay = false;
  /** Why nothing can be stored any more. */
  #trouble: StorageFailure | undefined;

  constructor(database: DatabaseSync, place: Pick<FilePlace, 'file' | 'isKept'>) {
    this.#database = database;
    this.#place = place;
    this.#sql = statements(preparing(database));
  }

  /** Whoever remembers something of the database says here how to forget it: a commit that failed may have changed it. */
  whenOneFails(forget: () => void): void {
    this.#forgetting.push(forget);
  }

  /** Whoever is to remember what a commit wrote says here how, for when it is durable. */
  whenDurable(keep: () => void): void {
    this.#keeping.push(keep);
  }

  /**
   * Runs `work` in one durable commit. If it or the commit fails, nothing of it is left, in the database or in memory.
   * One that was kept and may not be acknowledged is the last: see {@link expectInPlace}.
   * @throws what `work` threw; a {@link StorageFailure} if the database was the trouble; an Error if a commit is under way.
   */
  run<Result>(work: () => Result): Result {
    if (this.#isUnderWay) throw new Error('A commit is under way: calls that write must not overlap');
    this.#isUnderWay = true;
    try {
      // What an earlier one could not take back.
      this.#rollBack();
      this.#sql.begin.run();
      const result = work();
      // Before, so that a file that is no longer there has nothing that was refused; and after, so that nothing is acknowledged.
      this.expectInPlace();
      this.#sql.commit.run();
      if (!this.#place.isKept()) throw (this.#trouble = keptAndRefused(this.#place.file));
      for (const keep of this.#keeping) keep();
      return result;
    } catch (error) {
      for (const forget of this.#forgetting) forget();
      const failure = storageFailure(error, this.#place.file);
      try {
        this.#rollBack();
      } catch (rollingBack) {
        throw failure ?? storageFailure(rollingBack, this.#place.file) ?? failed(rollingBack);
      }
      throw failure ?? error;
    } finally {
      this.#isUnderWay = false;
    }
  }

  /**
   * @throws {StorageFailure} if the files that were opened are no longer those at their paths; and for ever once they were
   * not after a commit: then the database has what nobody was told, and what is remembered of it is wrong.
   */
  expectInPlace(): void {
    if (this.#trouble !== undefined) throw this.#trouble;
    if (!this.#place.isKept()) throw missing(this.#place.file);
  }

  /** SQLite has rolled back by itself after some failures, such as a full disk. */
  #rollBack(): void {
    if (this.#database.isTransaction) this.#sql.rollback.run();
  }
}

/** What SQLite says of itself, in the words of the seam; `undefined` for any other error. */
function storageFailure(error: unknown, file: string): StorageFailure | undefined {
  const { code, errcode = 0 } = error as { readonly code?: string; readonly errcode?: number };
  if (code !== 'ERR_SQLITE_ERROR') return undefined;
  if (errcode === MOVED) return missing(file, error);
  switch (errcode & 0xff) {
    case FULL:
      return new StorageFailure('No room is left to store anything', 'full', error);
    case READ_ONLY:
      return failed(error, 'read-only');
    default:
      return failed(error);
  }
}

function failed(error: unknown, trouble: StorageTrouble = 'failed'): StorageFailure {
  return new StorageFailure(`Storing failed: ${error instanceof Error ? error.message : String(error)}`, trouble, error);
}

function keptAndRefused(file: string): StorageFailure {
  const message = `${file} was deleted or replaced while something was stored in it. Stop the server, make sure that the folder is whole, start again.`;
  return new StorageFailure(message, 'missing');
}

function missing(file: string, cause?: unknown): StorageFailure {
  const message = `${file} was deleted or replaced while the server runs. Stop the server, restore the folder from a backup, start again.`;
  return new StorageFailure(message, 'missing', cause);
}

const statements = (prepare: Prepare) => ({ begin: prepare('BEGIN IMMEDIATE'), commit: prepare('COMMIT'), rollback: prepare('ROLLBACK') });
