import { Followers, type NewChange } from '../followers.ts';
import { StorageFailure } from '../points-store.ts';
import type { Change } from '../stored-values.ts';
import { type Asking, BEGIN_BESIDE, type Connections, LOCK_MS, SOON_MS, type Transaction } from './database/connections.ts';
import { DatabaseWentBack, follow } from './memory/log.ts';
import { detailOf, type LoggedChange, type Memory, type PutBack } from './memory/memory.ts';

/** How often a process looks for what others committed, in milliseconds. */
const LOOK_EVERY_MS = 100;

/** How long a process may say nothing in the middle of a commit, in milliseconds: then the database gives the lock to the next. */
const SILENCE_MS = 3000;

/** Begins a commit, with the lock that all commits take, and answers the position before it. */
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
 * What a commit is to do: nothing, or to write what it gives. `follow` is called when that is durable, with nothing in
 * between, and brings memory to where the database is then.
 */
export type Written<Result> = { readonly result: Result; readonly write?: () => Promise<void>; readonly follow?: () => void };

/** Keeps one change that is not an event, and what it says in the tables. `moved`: boards whose position it is, one by number. */
export async function keepChange(
  { position, rows }: Commit,
  change: LoggedChange,
  statements: readonly (readonly [sql: string, ...values: readonly unknown[]])[],
  moved?: 'all' | number,
): Promise<void> {
  for (const [sql, ...values] of statements) await rows(sql, values);
  await rows('INSERT INTO changes (position, kind, detail) VALUES ($1, $2, $3)', [position + 1, change.kind, detailOf(change)]);
  if (moved === 'all') await rows('UPDATE boards SET position = $1', [position + 1]);
  else if (moved !== undefined) await rows('UPDATE boards SET position = $1 WHERE number = $2', [position + 1, moved]);
  await rows('UPDATE laurels SET position = $1', [position + 1]);
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

  /**
   * Takes the lock, follows what others committed, and does `work`, which is alone until it is done. What it gives to
   * write is then written and durable, or nothing of it is. Rejects with what `work` threw; with a {@link StorageFailure}
   * if the database was the trouble, and then nobody may know whether it was kept.
   */
  run<Result>(work: (commit: Commit) => Promise<Written<Result>> | Written<Result>): Promise<Result> {
    return this.#alone(() =>
      this.#connections.transaction(BEGIN_COMMIT, async (transaction) => {
        const { position } = transaction.begun[0] as { readonly position: number };
        await this.#follow(transaction, position);
        const { result, write, follow } = await work({ ...transaction, position });
        if (write === undefined) return result;
        await write();
        await transaction.commit();
        follow?.();
        return result;
      }),
    );
  }

  /**
   * Does much in a transaction beside the line, and takes the lock only for its `end`. Resolves to whether it was
   * committed: not if `work` or `end` say no, by `false` and `undefined`.
   */
  beside(
    work: (asking: Asking) => Promise<boolean>,
    end: (commit: Commit) => Required<Omit<Written<undefined>, 'result'>> | undefined,
  ): Promise<boolean> {
    return this.#connections.transaction(BEGIN_BESIDE, async (transaction) => {
      if (!(await work(transaction))) return false;
      return this.#alone(async () => {
        const position = await this.#lockIn(transaction);
        const ending = end({ ...transaction, position });
        if (ending === undefined) return false;
        await ending.write();
        await transaction.commit();
        ending.follow();
        return true;
      });
    });
  }

  /** Takes the lock in a transaction that has begun, and follows everything before. */
  async #lockIn(transaction: Transaction): Promise<number> {
    await transaction.rows(`SELECT set_config('lock_timeout', $1, true), set_config('idle_in_transaction_session_timeout', $2, true)`, [
      String(LOCK_MS),
      String(SILENCE_MS),
    ]);
    const [state] = await transaction.rows<{ readonly position: number }>('SELECT position FROM laurels FOR UPDATE', [], LOCK_MS + SOON_MS);
    await this.#follow(transaction, state!.position);
    return state!.position;
  }

  /** Follows a change that is durable now. */
  changed({ position }: Commit, change: LoggedChange, putBack?: Iterable<PutBack>): void {
    const told = this.#memory.change(position + 1, change, putBack);
    if (told !== undefined) this.tell(told);
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
    const [state] = await this.#connections.rows<{ readonly position: number }>('SELECT position FROM laurels', [], SOON_MS);
    await this.#follow(this.#connections, state!.position);
  }

  async #follow(asking: Asking, position: number): Promise<void> {
    if (this.#lost !== undefined) throw this.#lost;
    try {
      await follow(asking, this.#memory, position, (change) => this.tell(change));
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
      return work();
    });
    this.#last = mine.catch(() => undefined);
    return mine;
  }
}
