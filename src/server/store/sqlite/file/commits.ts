import type { DatabaseSync } from 'node:sqlite';

import { StorageFailure, type StorageTrouble } from '../../points-store.ts';
import { isOfFullDisk } from './disk-advice.ts';
import type { FilePlace } from './file-place.ts';
import { rewriteFile, sizeOf } from './making.ts';
import { KnownEvents, ledgerWriter, type LedgerWrite } from './ledger-write.ts';
import { type Prepare, preparing } from './queries.ts';
import type { WritingThread } from './writing-thread.ts';

/** SQLite error codes. */
const READ_ONLY = 8;
/** Extended read-only code: the file was moved. */
const MOVED = 1032;

/** Up to this many events are written on this thread, which is faster than waking the other, if commits are quick and frequent. */
export const FEW_EVENTS = 8;

/** A commit that takes this long is not quick, in milliseconds: reads would wait for the disk. */
const SLOW_MS = 1;

/** Commits this far apart are not frequent, in milliseconds: posts of a busy caller are closer. */
const PAUSE_MS = 0.4;

/** The size of the write-ahead log, in pages, at which it is emptied: 32 MB. */
const MOST_LOG_PAGES = 8000;

/** Files up to this size are rewritten immediately, which blocks others for some tens of milliseconds. */
const SMALL_FILE_BYTES = 4 * 1024 * 1024;

/** Larger files are rewritten after this time without events, in milliseconds. */
const QUIET_MS = 60_000;

/** Durable commits of a database to which only this process writes. */
export class Commits {
  readonly #database: DatabaseSync;
  readonly #place: Pick<FilePlace, 'file' | 'isKept'>;
  readonly #sql: ReturnType<typeof statements>;
  readonly #forgetting: (() => void)[] = [];
  readonly #keeping: (() => void)[] = [];
  #isUnderWay = false;
  /** The last writer in the queue. */
  #last: Promise<unknown> = Promise.resolve();
  #writePart: ((part: LedgerWrite) => void) | undefined;
  readonly #thread: WritingThread | undefined;
  readonly #startThread: () => Promise<WritingThread>;
  readonly #fewEvents: number;
  /** The thread that empties the log, started when it first grew large. */
  #emptier: Promise<WritingThread> | undefined;
  #isEmptying = false;
  /** When events were last recorded, or when this object was created: by `performance.now()`. */
  #recordedAt = performance.now();
  /** How long that commit took, in milliseconds. */
  #tookMs = 0;
  /** Why no further commit is possible. */
  #trouble: StorageFailure | undefined;

  /** `threads`: one writes, more start as needed; without them, everything runs here. `fewEvents`: at most {@link FEW_EVENTS}. */
  constructor(
    database: DatabaseSync,
    place: Pick<FilePlace, 'file' | 'isKept'>,
    threads?: { readonly writer: WritingThread; readonly start: () => Promise<WritingThread> },
    fewEvents = FEW_EVENTS,
  ) {
    this.#database = database;
    this.#place = place;
    this.#sql = statements(preparing(database));
    this.#thread = threads?.writer;
    this.#startThread = threads?.start ?? (() => Promise.reject(new Error('There are no threads')));
    this.#fewEvents = fewEvents;
    this.#look();
  }

  get trouble(): StorageFailure | undefined {
    return this.#trouble;
  }

  /** Registers how to reset a cache that a failed commit may have changed. */
  onFailure(forget: () => void): void {
    this.#forgetting.push(forget);
  }

  /** Registers how to update a cache once a commit is durable. */
  onDurable(keep: () => void): void {
    this.#keeping.push(keep);
  }

  /** Runs `work` exclusively, in order of calls. Its reads stay valid until it is done. */
  alone<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    // Reset caches before the next call begins.
    const mine = this.#last.then(work).catch((error: unknown) => {
      this.abandon();
      throw error;
    });
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  /** Runs one durable commit {@link alone}, as {@link run} does. */
  commit<Result>(work: () => Result): Promise<Result> {
    return this.alone(() => this.run(work));
  }

  /**
   * Writes at most `events` events in one durable commit, and calls `followed` synchronously once it is durable. `parts` yields the writes:
   * the thread may write one part while the next is being prepared. Must be called from {@link alone}.
   * @throws {KnownEvents} if the ledger has some of them already, or what `parts` threw: nothing was written, and the caller must call
   * {@link abandon}; otherwise as {@link run}.
   */
  async write(events: number, parts: Iterable<LedgerWrite>, followed: () => void): Promise<void> {
    const begun = performance.now();
    const isQuick = events <= this.#fewEvents && this.#tookMs < SLOW_MS && begun - this.#recordedAt < PAUSE_MS;
    if (this.#thread === undefined || isQuick) this.#writeHere(parts);
    else await this.#writeOnThread(this.#thread, parts);
    followed();
    this.#recordedAt = performance.now();
    this.#tookMs = this.#recordedAt - begun;
  }

  #writeHere(parts: Iterable<LedgerWrite>): void {
    // Prepare all parts first: they read from the same connection.
    const made = [...parts];
    const write = (this.#writePart ??= ledgerWriter(this.#database));
    this.run(() => {
      for (const part of made) write(part);
    });
  }

  async #writeOnThread(thread: WritingThread, parts: Iterable<LedgerWrite>): Promise<void> {
    // The thread itself checks whether the file is in place.
    if (this.#trouble !== undefined) throw this.#trouble;
    const written = await thread.write(parts);
    if (written.outcome === 'failed') {
      if (written.isLast) this.#trouble = written.failure;
      throw written.failure;
    }
    if (written.outcome === 'known') throw new KnownEvents();
    this.#look();
    for (const keep of this.#keeping) keep();
    if (written.logPages >= MOST_LOG_PAGES && !this.#isEmptying) void this.#emptyLog(thread);
  }

  /** Checkpoints the log: most of it while others write, and the rest without writers and open reads, because only then it restarts. */
  async #emptyLog(writer: WritingThread): Promise<void> {
    this.#isEmptying = true;
    try {
      await (await (this.#emptier ??= this.#startThread())).emptyLog();
    } catch {
      // No resources for another thread right now: the writing thread does all of it.
      this.#emptier = undefined;
    }
    await this.alone(async () => {
      // The database may have been closed in the meantime.
      if (!this.#database.isOpen) return;
      this.#rollBack();
      await writer.emptyLog();
      this.#look();
    });
    this.#isEmptying = false;
  }

  /**
   * Rewrites the file and empties its log, so that no overwritten or deleted data remains. Blocks writers for a second or two per gigabyte
   * and needs space for a copy, so a large file waits until no events have been recorded for a minute. Resolves to whether it was done,
   * which is false while a connection still reads from the log. @throws {StorageFailure} for example on a full disk; the file is unchanged.
   */
  rewrite(): Promise<boolean> {
    return this.alone(async () => {
      if (sizeOf(this.#database) > SMALL_FILE_BYTES && performance.now() - this.#recordedAt < QUIET_MS) return false;
      this.expectInPlace();
      this.#rollBack();
      try {
        return this.#thread === undefined ? rewriteFile(this.#database) : await this.#thread.rewrite();
      } catch (error) {
        throw storageFailure(error, this.#place.file) ?? error;
      } finally {
        this.#look();
      }
    });
  }

  /** Ends the threads after the last writer. */
  async close(): Promise<void> {
    await this.alone(async () => {
      await this.#thread?.close();
      await (await this.#emptier?.catch(() => undefined))?.close();
    });
  }

  /** With a writing thread, this connection reads a snapshot taken at the last followed commit. */
  #look(): void {
    if (this.#thread === undefined) return;
    this.#rollBack();
    // SQLite takes the snapshot at the first read, not at BEGIN.
    this.#sql.look.run();
    this.#sql.firstRead.get();
  }

  /** Resets caches, as after a failed commit. */
  abandon(): void {
    for (const forget of this.#forgetting) forget();
  }

  /**
   * Runs `work` in one durable commit. If either fails, no trace of it is left, in the database or in memory. After a commit that was
   * stored but must not be acknowledged, no further commit is possible: see {@link expectInPlace}.
   * @throws what `work` threw; a {@link StorageFailure}; an Error if a commit is under way.
   */
  run<Result>(work: () => Result): Result {
    this.begin();
    const result = this.within(work);
    this.end();
    return result;
  }

  /** Begins a durable commit made in steps by {@link within}, until {@link end}. @throws as {@link run}. */
  begin(): void {
    if (this.#isUnderWay) throw new Error('A commit is under way: calls that write must not overlap');
    this.#isUnderWay = true;
    this.within(() => {
      // Left over if an earlier rollback failed.
      this.#rollBack();
      this.#sql.begin.run();
    });
  }

  /** Runs a step of a commit. If it fails, the commit is rolled back. @throws as {@link run}. */
  within<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      const failure = storageFailure(error, this.#place.file);
      try {
        this.cancel();
      } catch (rollingBack) {
        throw failure ?? storageFailure(rollingBack, this.#place.file) ?? failed(rollingBack);
      }
      throw failure ?? error;
    }
  }

  /** Makes a commit durable. @throws as {@link run}. */
  end(): void {
    this.within(() => {
      // Checked before, so that nothing is committed to a replaced file, and after, so that such a commit is never acknowledged.
      this.expectInPlace();
      this.#sql.commit.run();
      if (!this.#place.isKept()) throw (this.#trouble = replacedDuringWrite(this.#place.file));
      for (const keep of this.#keeping) keep();
    });
    this.#isUnderWay = false;
    this.#look();
  }

  /** Rolls back a commit. */
  cancel(): void {
    this.abandon();
    try {
      this.#rollBack();
    } finally {
      this.#isUnderWay = false;
      this.#look();
    }
  }

  /**
   * @throws {StorageFailure} if the opened files are no longer at their paths; permanently if that was detected after a commit, since the
   * database then has changes that were never published.
   */
  expectInPlace(): void {
    if (this.#trouble !== undefined) throw this.#trouble;
    if (!this.#place.isKept()) throw missing(this.#place.file);
  }

  /** SQLite rolls back by itself after some failures, such as a full disk. */
  #rollBack(): void {
    if (this.#database.isTransaction) this.#sql.rollback.run();
  }
}

/** Converts an SQLite error; `undefined` for any other. */
export function storageFailure(error: unknown, file: string): StorageFailure | undefined {
  const { code, errcode = 0 } = error as { readonly code?: string; readonly errcode?: number };
  if (code !== 'ERR_SQLITE_ERROR') return undefined;
  if (errcode === MOVED) return missing(file, error);
  if (isOfFullDisk(error)) return new StorageFailure('There is no space left', 'full', error);
  return failed(error, (errcode & 0xff) === READ_ONLY ? 'read-only' : 'failed');
}

function failed(error: unknown, trouble: StorageTrouble = 'failed'): StorageFailure {
  return new StorageFailure(`Storing failed: ${error instanceof Error ? error.message : String(error)}`, trouble, error);
}

function replacedDuringWrite(file: string): StorageFailure {
  const message = `${file} was deleted or replaced during a write. Stop the server, check the folder, and start it again.`;
  return new StorageFailure(message, 'missing');
}

function missing(file: string, cause?: unknown): StorageFailure {
  const message = `${file} was deleted or replaced while the server was running. Stop the server, restore the folder from a backup, and start it again.`;
  return new StorageFailure(message, 'missing', cause);
}

const statements = (prepare: Prepare) => ({
  begin: prepare('BEGIN IMMEDIATE'),
  look: prepare('BEGIN'),
  firstRead: prepare('SELECT 1 FROM sqlite_schema'),
  commit: prepare('COMMIT'),
  rollback: prepare('ROLLBACK'),
});
