import type { DatabaseSync } from 'node:sqlite';

import { StorageFailure, type StorageTrouble } from '../../points-store.ts';
import type { filePlace } from './file-place.ts';
import { type Prepare, preparing } from '../rows/query.ts';

/** SQLite's own codes. */
const READ_ONLY = 8;
const FULL = 13;
/** A read-only failure of its own: the file was moved away. */
const MOVED = 1032;

/** The durable commits of a database that this process alone writes. */
export class Commits {
  readonly #database: DatabaseSync;
  readonly #place: ReturnType<typeof filePlace>;
  readonly #sql: ReturnType<typeof statements>;
  readonly #forgetting: (() => void)[] = [];

  constructor(database: DatabaseSync, place: ReturnType<typeof filePlace>) {
    this.#database = database;
    this.#place = place;
    this.#sql = statements(preparing(database));
  }

  /** Whoever remembers something of the database says here how to forget it: a commit that failed may have changed it. */
  whenOneFails(forget: () => void): void {
    this.#forgetting.push(forget);
  }

  /**
   * Runs `work` in one durable commit. If it or the commit fails, nothing of it is left, in the database or in memory.
   * @throws what `work` threw; a {@link StorageFailure} if the database was the trouble; an Error if a commit is under way.
   */
  run<Result>(work: () => Result): Result {
    if (this.#database.isTransaction) throw new Error('A commit is under way: calls that write must not overlap');
    try {
      this.#sql.begin.run();
      const result = work();
      // Before, so that a file that is no longer there has nothing that was refused; and after, so that nothing is acknowledged.
      this.expectInPlace();
      this.#sql.commit.run();
      this.expectInPlace();
      return result;
    } catch (error) {
      for (const forget of this.#forgetting) forget();
      // SQLite has rolled back by itself after some failures, such as a full disk.
      if (this.#database.isTransaction) this.#sql.rollback.run();
      throw storageFailure(error, this.#place.file) ?? error;
    }
  }

  /** @throws {StorageFailure} if the files that were opened are no longer those at their paths. */
  expectInPlace(): void {
    if (!this.#place.isKept()) throw missing(this.#place.file);
  }
}

/** What SQLite says of itself, in the words of the seam; `undefined` for any other error. */
function storageFailure(error: unknown, file: string): StorageFailure | undefined {
  const { code, errcode = 0, message } = error as { readonly code?: string; readonly errcode?: number; readonly message: string };
  if (code !== 'ERR_SQLITE_ERROR') return undefined;
  if (errcode === MOVED) return missing(file, error);
  switch (errcode & 0xff) {
    case FULL:
      return new StorageFailure('No room is left to store anything', 'full', error);
    case READ_ONLY:
      return failing('read-only');
    default:
      return failing('failed');
  }

  function failing(trouble: StorageTrouble): StorageFailure {
    return new StorageFailure(`Storing failed: ${message}`, trouble, error);
  }
}

function missing(file: string, cause?: unknown): StorageFailure {
  const message = `${file} was deleted or replaced while the server runs. Stop the server, restore the folder from a backup, start again.`;
  return new StorageFailure(message, 'missing', cause);
}

const statements = (prepare: Prepare) => ({ begin: prepare('BEGIN IMMEDIATE'), commit: prepare('COMMIT'), rollback: prepare('ROLLBACK') });
