import type { DatabaseSync } from 'node:sqlite';

import { StorageFailure, type StorageTrouble } from '../../points-store.ts';
import type { FilePlace } from './file-place.ts';
import { madeAnew, sizeOf } from './making.ts';
import { KnownEvents, ledgerWriter, type LedgerWrite } from './ledger-write.ts';
import { type Prepare, preparing } from './asking.ts';
import type { WritingThread } from './writing-thread.ts';

/** SQLite's own codes. */
const READ_ONLY = 8;
const FULL = 13;
/** A read-only failure of its own: the file was moved away. */
const MOVED = 1032;

/** So few events are written here, also where there is a thread: to wake it takes longer than to write them. */
export const FEW_EVENTS = 8;

/** Pages of the log from which on it is emptied: 32 MB. */
const MOST_LOG_PAGES = 8000;

/** A file of up to so many bytes is made anew at once: what waits for it waits some tens of milliseconds. */
const SMALL_FILE_BYTES = 4 * 1024 * 1024;

/** A larger one is made anew when no event was recorded for so long, in milliseconds. */
const QUIET_MS = 60_000;

/** The durable commits of a database that this process alone writes. */
export class Commits {
  readonly #database: DatabaseSync;
  readonly #place: Pick<FilePlace, 'file' | 'isKept'>;
  readonly #sql: ReturnType<typeof statements>;
  readonly #forgetting: (() => void)[] = [];
  readonly #keeping: (() => void)[] = [];
  #isUnderWay = false;
  /** The last of those who write, one after the other. */
  #last: Promise<unknown> = Promise.resolve();
  #writePart: ((part: LedgerWrite) => void) | undefined;
  readonly #thread: WritingThread | undefined;
  readonly #startThread: () => Promise<WritingThread>;
  readonly #fewEvents: number;
  /** Empties the log; there when it was full for the first time. */
  #emptier: Promise<WritingThread> | undefined;
  #isEmptying = false;
  /** When events were recorded last, or this was opened: by `performance.now()`. */
  #recordedAt = performance.now();
  /** Why nothing can be stored any more. */
  #trouble: StorageFailure | undefined;

  /**
   * `threads`: one writes events, and more are started as they are needed; without them all is done here. `fewEvents`:
   * {@link FEW_EVENTS}, or fewer.
   */
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

  /** Why nothing can be stored any more. */
  get trouble(): StorageFailure | undefined {
    return this.#trouble;
  }

  /** Whoever remembers something of the database says here how to forget it: a commit that failed may have changed it. */
  whenOneFails(forget: () => void): void {
    this.#forgetting.push(forget);
  }

  /** Whoever is to remember what a commit wrote says here how, for when it is durable. */
  whenDurable(keep: () => void): void {
    this.#keeping.push(keep);
  }

  /** Does `work` when nobody else writes: those who ask first come first. What it is based on stays true until it is done. */
  alone<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    // What failed is forgotten before the next begins.
    const mine = this.#last.then(work).catch((error: unknown) => {
      this.abandon();
      throw error;
    });
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  /** One durable commit of its own, {@link alone}, as {@link run} makes it. */
  commit<Result>(work: () => Result): Promise<Result> {
    return this.alone(() => this.run(work));
  }

  /**
   * Writes events, at most so many, in one durable commit, and calls `followed` at once when it is durable. `parts` gives
   * what to write, at once: each part may be being written on the thread while it makes the next. While somebody is {@link alone}.
   * @throws {KnownEvents} if the ledger has some of them already, or what `parts` threw: then nothing was written, and what was begun
   * is to be {@link abandon}ed; or as {@link run}.
   */
  async write(events: number, parts: Iterable<LedgerWrite>, followed: () => void): Promise<void> {
    if (this.#thread !== undefined && events > this.#fewEvents) await this.#writeOnThread(this.#thread, parts);
    else this.#writeHere(parts);
    followed();
    this.#recordedAt = performance.now();
  }

  #writeHere(parts: Iterable<LedgerWrite>): void {
    // All are made before the first is written: what they are made of is read from the same connection.
    const made = [...parts];
    const write = (this.#writePart ??= ledgerWriter(this.#database));
    this.run(() => {
      for (const part of made) write(part);
    });
  }

  async #writeOnThread(thread: WritingThread, parts: Iterable<LedgerWrite>): Promise<void> {
    // Whether the file is in its place, the thread looks itself.
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

  /**
   * Brings what is in the log into the file: most of it while others write, and the rest while nobody writes and nobody reads
   * but whole questions. Only then the log begins anew.
   */
  async #emptyLog(writer: WritingThread): Promise<void> {
    this.#isEmptying = true;
    try {
      await (await (this.#emptier ??= this.#startThread())).emptyLog();
    } catch {
      // There is no room for another thread right now: the one that writes does it all.
      this.#emptier = undefined;
    }
    await this.alone(async () => {
      // It may have been closed meanwhile.
      if (!this.#database.isOpen) return;
      this.#rollBack();
      await writer.emptyLog();
      this.#look();
    });
    this.#isEmptying = false;
  }

  /**
   * Makes the file anew, and its log empty, so that nothing is left of what was changed or taken away. Nobody writes
   * meanwhile: a second or two for each gigabyte, and room for another copy. So a large file waits until nobody has recorded
   * events for a minute. Resolves to whether it is done: also not while
   * somebody still reads from the log. @throws {StorageFailure} as on a full disk: the file is as it was.
   */
  makeAnew(): Promise<boolean> {
    return this.alone(async () => {
      if (sizeOf(this.#database) > SMALL_FILE_BYTES && performance.now() - this.#recordedAt < QUIET_MS) return false;
      this.expectInPlace();
      this.#rollBack();
      try {
        return this.#thread === undefined ? madeAnew(this.#database) : await this.#thread.makeAnew();
      } catch (error) {
        throw storageFailure(error, this.#place.file) ?? error;
      } finally {
        this.#look();
      }
    });
  }

  /** Ends the threads, when nobody writes any more. */
  async close(): Promise<void> {
    await this.alone(async () => {
      await this.#thread?.close();
      await (await this.#emptier?.catch(() => undefined))?.close();
    });
  }

  /** With a thread that writes, this connection sees the database as it was when the last commit was followed, and not later. */
  #look(): void {
    if (this.#thread === undefined) return;
    this.#rollBack();
    // SQLite takes the moment with the first read and not with BEGIN.
    this.#sql.look.run();
    this.#sql.firstRead.get();
  }

  /** What was begun of a commit is not to be: forgets it, as when one fails. */
  abandon(): void {
    for (const forget of this.#forgetting) forget();
  }

  /**
   * Runs `work` in one durable commit. If it or the commit fails, nothing of it is left, in the database or in memory.
   * One that was kept and may not be acknowledged is the last: see {@link expectInPlace}.
   * @throws what `work` threw; a {@link StorageFailure} if the database was the trouble; an Error if a commit is under way.
   */
  run<Result>(work: () => Result): Result {
    this.begin();
    const result = this.within(work);
    this.end();
    return result;
  }

  /** Begins a durable commit that is made in steps: {@link within} it, until it comes to its {@link end}. @throws as {@link run}. */
  begin(): void {
    if (this.#isUnderWay) throw new Error('A commit is under way: calls that write must not overlap');
    this.#isUnderWay = true;
    this.within(() => {
      // What an earlier one could not take back.
      this.#rollBack();
      this.#sql.begin.run();
    });
  }

  /** A step of a commit. If it fails, nothing is left of the commit, which is over. @throws as {@link run}. */
  within<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      const failure = storageFailure(error, this.#place.file);
      try {
        this.takeBack();
      } catch (rollingBack) {
        throw failure ?? storageFailure(rollingBack, this.#place.file) ?? failed(rollingBack);
      }
      throw failure ?? error;
    }
  }

  /** Makes a commit durable. @throws as {@link run}. */
  end(): void {
    this.within(() => {
      // Before, so that a file that is no longer there has nothing that was refused; and after, so that nothing is acknowledged.
      this.expectInPlace();
      this.#sql.commit.run();
      if (!this.#place.isKept()) throw (this.#trouble = keptAndRefused(this.#place.file));
      for (const keep of this.#keeping) keep();
    });
    this.#isUnderWay = false;
    this.#look();
  }

  /** Ends a commit of which nothing is to be left. */
  takeBack(): void {
    this.abandon();
    try {
      this.#rollBack();
    } finally {
      this.#isUnderWay = false;
      this.#look();
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
export function storageFailure(error: unknown, file: string): StorageFailure | undefined {
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

const statements = (prepare: Prepare) => ({
  begin: prepare('BEGIN IMMEDIATE'),
  look: prepare('BEGIN'),
  firstRead: prepare('SELECT 1 FROM sqlite_schema'),
  commit: prepare('COMMIT'),
  rollback: prepare('ROLLBACK'),
});
