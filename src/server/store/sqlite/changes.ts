import type { DatabaseSync } from 'node:sqlite';

import { Followers } from '../followers.ts';
import type { HeldBoard } from '../held/boards.ts';
import type { LoggedChange } from '../held/logged-change.ts';
import type { State } from '../held/state.ts';
import { type Change, earliestOf, type NewEvent, type TotalNow } from '../stored-values.ts';
import type { MetaTable } from './rows/meta-table.ts';
import { CHANGES, type ChangeTally, TALLIED, tallyOf } from './rows/change-tally.ts';
import { preparing } from './rows/query.ts';

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
  tell(change: LoggedChange, totals?: readonly TotalNow[]): void {
    const steps = change.kind === 'sealed' ? 0 : 1;
    this.#others += steps;
    const position = this.#state.position + steps;
    const told = this.#state.follow(position, change, totals);
    if (told !== undefined) this.#followers.tell({ ...told, position });
  }

  /** Tells, once they are durable, of recorded events. */
  tellRecorded(board: HeldBoard, totals: readonly TotalNow[], events: readonly Pick<NewEvent, 'at'>[]): void {
    const position = (board.position = this.#state.position += events.length);
    const { name } = board.settings;
    this.#followers.tell({ kind: 'recorded', board: name, events: events.length, earliest: earliestOf(events), totals, position });
  }
}
