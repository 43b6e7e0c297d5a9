import { Followers, type NewChange } from '../followers.ts';
import { StorageFailure } from '../points-store.ts';
import type { Change } from '../stored-values.ts';
import {
  type Queryable,
  BEGIN_BESIDE,
  COMMIT_MS,
  type Connections,
  LOCK_MS,
  type Planned,
  SOON_MS,
  type Transaction,
} from './database/connections.ts';
import { DatabaseWentBack, detailOf, follow, logAfter, type LogStretch, type Memory } from './following.ts';
import type { LoggedChange } from '../held/logged-change.ts';

/** How often a process polls for the commits of others, in milliseconds. */
const LOOK_EVERY_MS = 100;

/** How long a process may be idle within a commit, in milliseconds, before the database releases its lock. */
const SILENCE_MS = 3000;

/** Begins a commit by taking the lock that all commits take. */
const BEGIN_COMMIT = `
  BEGIN;
  SET LOCAL lock_timeout = ${LOCK_MS};
  SET LOCAL idle_in_transaction_session_timeout = ${SILENCE_MS};
  SELECT position FROM laurels FOR UPDATE`;

/** A transaction that holds the lock, with memory up to date. */
export interface Commit extends Queryable {
  /** The position of the database and of memory. */
  readonly position: number;
}

/**
 * The outcome of a commit's work: nothing, or what to write. `write` sends all queries at once, with the commit pipelined behind them.
 * `follow` is called synchronously once the commit is durable, and brings memory up to date.
 */
export type Written<Result> = { readonly result: Result; readonly write?: () => Promise<unknown>; readonly follow?: () => void };

/** The outcome of a single-statement commit: nothing, or the statement. `follow` as in {@link Written}. */
export interface AtOnce<Result> {
  readonly result: Result;
  readonly statement?: readonly [sql: string | Planned, values: readonly unknown[]] | undefined;
  readonly follow: () => void;
}

/** A turn in this process's queue, for one or more commits. */
export interface Turn {
  /**
   * Takes the lock, follows the commits of others, and runs `work` exclusively. The writes that it returns are committed all or none.
   * Rejects with what `work` throws, or with a {@link StorageFailure}, after which it may be unknown whether the commit succeeded.
   */
  locked<Result>(work: (commit: Commit) => Promise<Written<Result>> | Written<Result>): Promise<Result>;
  /**
   * Commits in one statement without taking the lock first, if that is likely to succeed: no other process committed between this one's
   * latest two commits. `work` decides on memory as it is; its statement writes nothing and returns no row unless the database is at that
   * position. Resolves to `undefined` in that case, and if it was not tried.
   */
  atOnce<Result>(work: (position: number) => AtOnce<Result>): Promise<Result | undefined>;
}

/** A query with its parameters. */
export type Statement = readonly [sql: string, ...values: readonly unknown[]];

/** Writes one change that is not an event, along with its statements. `moved`: the boards that get its position, all or one by number. */
export function keepChange(
  { position, rows }: Commit,
  change: LoggedChange,
  statements: readonly Statement[],
  moved?: 'all' | number,
): Promise<unknown> {
  const after = position + 1;
  const queries = statements.map(([sql, ...values]) => rows(sql, values));
  queries.push(rows('INSERT INTO changes (position, kind, detail) VALUES ($1, $2, $3)', [after, change.kind, detailOf(change)]));
  if (moved === 'all') queries.push(rows('UPDATE boards SET position = $1', [after]));
  else if (moved !== undefined) queries.push(rows('UPDATE boards SET position = $1 WHERE number = $2', [after, moved]));
  queries.push(rows('UPDATE laurels SET position = $1', [after]));
  return Promise.all(queries);
}

/** The queue in which this process commits and follows. The database lock serializes the queues of all processes. */
export class Commits {
  readonly #connections: Connections;
  readonly #memory: Memory;
  readonly #followers = new Followers();
  #last: Promise<unknown> = Promise.resolve();
  #looking: NodeJS.Timeout | undefined;
  /** A poll that callers share until it begins. */
  #nextLook: Promise<void> | undefined;
  #isClosed = false;
  /** The position after this process's latest commit. */
  #latestOwn: number | undefined;
  /** Whether no other process committed between that commit and the one before it. */
  #isAlone = false;
  /** Why memory can no longer follow; its state is unknown. */
  #lost: unknown;

  readonly #onLost: (error: unknown) => void;

  /** `onLost` is called once if memory can no longer follow. */
  constructor(connections: Connections, memory: Memory, onLost: (error: unknown) => void = () => undefined) {
    this.#connections = connections;
    this.#memory = memory;
    this.#onLost = onLost;
    this.#lookLater();
  }

  follow(listener: (change: Change) => void): () => void {
    return this.#followers.follow(listener);
  }

  /** Publishes a change that memory has just applied. */
  publish(change: NewChange): void {
    this.#followers.publish({ ...change, position: this.#memory.position });
  }

  /** Runs {@link Turn.locked} in its own turn. */
  run<Result>(work: (commit: Commit) => Promise<Written<Result>> | Written<Result>): Promise<Result> {
    return this.turn(({ locked }) => locked(work));
  }

  /** Runs `work` when its turn comes in this process's queue. */
  turn<Result>(work: (turn: Turn) => Promise<Result>): Promise<Result> {
    return this.#alone(() => work({ locked: (commit) => this.#locked(commit), atOnce: (commit) => this.#atOnce(commit) }));
  }

  #locked<Result>(work: (commit: Commit) => Promise<Written<Result>> | Written<Result>): Promise<Result> {
    return this.#connections.transaction(
      BEGIN_COMMIT,
      async (transaction, log: LogStretch) => {
        const { position } = log;
        const isNext = position === this.#latestOwn;
        await this.#follow(transaction, log);
        const { result, write, follow } = await work({ ...transaction, position });
        if (write === undefined) return result;
        await Promise.all([write(), transaction.commit()]);
        follow?.();
        this.#isAlone = isNext;
        this.#latestOwn = this.#memory.position;
        return result;
      },
      (db) => logAfter(db, this.#memory, LOCK_MS + SOON_MS),
    );
  }

  async #atOnce<Result>(work: (position: number) => AtOnce<Result>): Promise<Result | undefined> {
    const { position } = this.#memory;
    if (!this.#isAlone || position !== this.#latestOwn) return undefined;
    const { result, statement, follow } = work(position);
    if (statement === undefined) return result;
    const [sql, values] = statement;
    const written = await this.#connections.write(sql, values, COMMIT_MS);
    this.#isAlone = written.length > 0;
    if (!this.#isAlone) return undefined;
    follow();
    this.#latestOwn = this.#memory.position;
    return result;
  }

  /** Runs `work` without the commit lock, which only `end` takes. Resolves to the result of `end`, or to `false` if `work` does. */
  beside(work: (db: Queryable) => Promise<boolean>, end: (commit: Commit) => Promise<Written<boolean>>): Promise<boolean> {
    return this.#connections.transaction(BEGIN_BESIDE, async (transaction) => {
      if (!(await work(transaction))) return false;
      return this.#alone(async () => {
        const position = await this.#lockIn(transaction);
        const { result, write, follow } = await end({ ...transaction, position });
        if (write === undefined) return result;
        await Promise.all([write(), transaction.commit()]);
        follow?.();
        return result;
      });
    });
  }

  /** Takes the lock in a running transaction, and follows all earlier commits. */
  async #lockIn(transaction: Transaction): Promise<number> {
    await transaction.rows(`SELECT set_config('lock_timeout', $1, true), set_config('idle_in_transaction_session_timeout', $2, true)`, [
      String(LOCK_MS),
      String(SILENCE_MS),
    ]);
    await transaction.rows('SELECT position FROM laurels FOR UPDATE', [], LOCK_MS + SOON_MS);
    const log = await logAfter(transaction, this.#memory);
    await this.#follow(transaction, log);
    return log.position;
  }

  /** Resolves once everything committed before the call has been followed. */
  catchUp(): Promise<void> {
    if (this.#nextLook === undefined) {
      const look = this.#alone(() => {
        if (this.#nextLook === look) this.#nextLook = undefined;
        return this.#look();
      });
      this.#nextLook = look;
    }
    return this.#nextLook;
  }

  /** Closes the queue after its current work. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#looking);
    await this.#last;
  }

  async #look(): Promise<void> {
    await this.#follow(this.#connections, await logAfter(this.#connections, this.#memory, SOON_MS));
  }

  async #follow(db: Queryable, log: LogStretch): Promise<void> {
    try {
      await follow(db, this.#memory, log, (change) => this.publish(change));
    } catch (error) {
      if (error instanceof DatabaseWentBack || !(error instanceof StorageFailure)) {
        this.#lost = error;
        this.#onLost(error);
      }
      throw error;
    }
  }

  #lookLater(): void {
    if (this.#isClosed) return;
    this.#looking = setTimeout(() => {
      // A failed poll is retried; callers that need it get the error from their own call.
      this.catchUp()
        .catch(() => undefined)
        .finally(() => this.#lookLater());
    }, LOOK_EVERY_MS).unref();
  }

  #alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const mine = this.#last.then(() => {
      if (this.#isClosed) throw new StorageFailure('The store is closed', 'failed');
      if (this.#lost !== undefined) throw this.#lost;
      return work();
    });
    this.#last = mine.catch(() => undefined);
    return mine;
  }
}
