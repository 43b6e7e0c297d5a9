import type { DatabaseSync } from 'node:sqlite';

import { Followers, type NewChange } from '../followers.ts';
import type { LoggedChange } from '../held/logged-change.ts';
import type { State } from '../held/state.ts';
import type { Change, TotalNow } from '../stored-values.ts';
import type { MetaTable } from './meta-table.ts';
import { CHANGES, type ChangeTally, TALLIED, tallyOf } from './meta-table.ts';
import { preparing } from './file/asking.ts';

/**
 * Who follows the store, and the state that follows its changes. A position is the newest `seq` and the number of all other
 * changes: so it rises with each, and recording an event writes nothing for it.
 */
export class Changes {
  readonly #meta: MetaTable;
  readonly #state: State;
  readonly #followers = new Followers();
  readonly #tallied;
  #others: number;

  constructor(database: DatabaseSync, meta: MetaTable, state: State) {
    this.#meta = meta;
    this.#state = state;
    this.#tallied = preparing(database)<Omit<ChangeTally, 'changes'>>(TALLIED);
    this.#others = tallyOf(meta.get(CHANGES)).changes;
  }

  /** The `seq` of the newest event of all boards; 0 before the first. */
  get newestSeq(): number {
    return this.#state.position - this.#others;
  }

  follow(listener: (change: Change) => void): () => void {
    return this.#followers.follow(listener);
  }

  /** Counts some changes inside their commit. Sealing is none to anybody who reads. */
  count(changes: readonly LoggedChange[]): void {
    const counted = changes.filter(({ kind }) => kind !== 'sealed').length;
    if (counted === 0) return;
    const tally: ChangeTally = { changes: this.#others + counted, ...this.#tallied.get()! };
    this.#meta.set(CHANGES, JSON.stringify(tally));
  }

  /** Follows and tells a change that was counted, once it is durable. `totals`: those that a revision changed. */
  followed(change: LoggedChange, totals?: readonly TotalNow[]): void {
    const steps = change.kind === 'sealed' ? 0 : 1;
    this.#others += steps;
    const told = this.#state.follow(this.#state.position + steps, change, totals);
    if (told !== undefined) this.tell(told);
  }

  /** Tells a change that the state has just followed. */
  tell(change: NewChange): void {
    this.#followers.tell({ ...change, position: this.#state.position });
  }
}
