import { Followers, type NewChange } from '../followers.ts';
import { StorageFailure } from '../points-store.ts';
import type { Change } from '../stored-values.ts';
import {
  type Asking,
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

/** How often a process looks for what others committed, in milliseconds. */
const LOOK_EVERY_MS = 100;

/** How long a process may say nothing in the middle of a commit, in milliseconds: then the database gives the lock to the next. */
const SILENCE_MS = 3000;

/** Begins a commit, with the lock that all commits take. */
export const BEGIN_COMMIT = `
  BEGIN;
  SET LOCAL lock_timeout = ${LOCK_MS};
  SET LOCAL idle_in_transaction_session_timeout = ${SILENCE_MS};
  SELECT position FROM laurels FOR UPDATE`;

/** A transaction that holds the lock, where memory has followed everything before. */
export interface Commit extends Asking {
  /** The position of the database, and of memory. */
  readonly position: number;
}

/**
 * What a commit is to do: nothing, or to write what it gives. `write` asks for everything at once, and the commit is sent
 * right behind. `follow` is called when that is durable, with nothing in between, and brings memory to where the database is then.
 */
export type Written<Result> = { readonly result: Result; readonly write?: () => Promise<unknown>; readonly follow?: () => void };

/** What a commit in one statement is to do: nothing, or that statement. `follow` as of {@link Written}. */
export interface AtOnce<Result> {
  readonly result: Result;
  readonly statement?: readonly [sql: string | Planned, values: readonly unknown[]] | undefined;
  readonly follow: () => void;
}

/** A turn of this process in its line: what it commits, one after the other. */
export interface Turn {
  /**
   * Takes the lock, follows what others committed, and does `work`, which is alone until it is done. What it gives to
   * write is then written and durable, or nothing of it is. Rejects with what `work` threw; with a {@link StorageFailure}
   * if the database was the trouble, and then nobody may know whether it was kept.
   */
  locked<Result>(work: (commit: Commit) => Promise<Written<Result>> | Written<Result>): Promise<Result>;
  /**
   * Commits in one statement, without taking the lock before, where that is worth a try: nobody else committed between the
   * latest two commits of this process. `work` decides over memory as it is, and its statement writes nothing, and answers
   * no row, unless the database is at that position. Resolves to `undefined` then, and where it was not tried.
   */
  atOnce<Result>(work: (position: number) => AtOnce<Result>): Promise<Result | undefined>;
}

/** What is asked of the database, and what takes the place of its parameters. */
export type Statement = readonly [sql: string, ...values: readonly unknown[]];

/** Keeps one change that is not an event, and what it says in the tables. `moved`: boards whose position it is, one by number. */
export function keepChange(
  { position, rows }: Commit,
  change: LoggedChange,
  statements: readonly Statement[],
  moved?: 'all' | number,
): Promise<unknown> {
  const after = position + 1;
  const asked = statements.map(([sql, ...values]) => rows(sql, values));
  asked.push(rows('INSERT INTO changes (position, kind, detail) VALUES ($1, $2, $3)', [after, change.kind, detailOf(change)]));
  if (moved === 'all') asked.push(rows('UPDATE boards SET position = $1', [after]));
  else if (moved !== undefined) asked.push(rows('UPDATE boards SET position = $1 WHERE number = $2', [after, moved]));
  asked.push(rows('UPDATE laurels SET position = $1', [after]));
  return Promise.all(asked);
}

/**
 * The line in which this process commits and follows: one after the other. The database's lock makes one line of those of
 * all processes.
 */
export class Commits {
  readonly #connections: Connections;
  readonly #memory: Memory;
  readonly #followers = new Followers();
  #last: Promise<unknown> = Promise.resolve();
  #looking: NodeJS.Timeout | undefined;
  /** Those who wait for what was committed by now, as long as nobody has begun to look for them. */
  #nextLook: Promise<void> | undefined;
  #isClosed = false;
  /** Where the latest commit of this process ended. */
  #latestOwn: number | undefined;
  /** Whether that came right after the one before it. */
  #isAlone = false;
  /** Why memory follows no more: it may be anywhere. */
  #lost: unknown;

  readonly #onLost: (error: unknown) => void;

  /** `onLost`: told once if memory follows no more. */
  constructor(connections: Connections, memory: Memory, onLost: (error: unknown) => void = () => undefined) {
    this.#connections = connections;
    this.#memory = memory;
    this.#onLost = onLost;
    this.#lookLater();
  }

  follow(listener: (change: Change) => void): () => void {
    return this.#followers.follow(listener);
  }

  /** Tells a change that memory has just followed. */
  tell(change: NewChange): void {
    this.#followers.tell({ ...change, position: this.#memory.position });
  }

  /** As {@link Turn.locked}, as a turn of its own. */
  run<Result>(work: (commit: Commit) => Promise<Written<Result>> | Written<Result>): Promise<Result> {
    return this.turn(({ locked }) => locked(work));
  }

  /** Does `work` when its turn comes in the line of this process. */
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
      (asking) => logAfter(asking, this.#memory, LOCK_MS + SOON_MS),
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

  /**
   * Does much in a transaction beside the line, and takes the lock only for its `end`. Resolves to what `end` does or,
   * if `work` says no, to `false`. Without anything to write nothing is committed.
   */
  beside(work: (asking: Asking) => Promise<boolean>, end: (commit: Commit) => Promise<Written<boolean>>): Promise<boolean> {
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

  /** Takes the lock in a transaction that has begun, and follows everything before. */
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

  /** Resolves once everything that was committed before the call was followed. */
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

  /** Ends, after what was asked before. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#looking);
    await this.#last;
  }

  async #look(): Promise<void> {
    await this.#follow(this.#connections, await logAfter(this.#connections, this.#memory, SOON_MS));
  }

  async #follow(asking: Asking, log: LogStretch): Promise<void> {
    try {
      await follow(asking, this.#memory, log, (change) => this.tell(change));
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
      // What fails is asked again; whoever needs it is told when they ask.
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
