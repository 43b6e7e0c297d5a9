import type { DatabaseSync } from 'node:sqlite';

import { Followers, type NewChange } from '../followers.ts';
import { type Change, earliestOf, type NewEvent, type TotalNow } from '../stored-values.ts';
import type { BoardTable } from './board-table.ts';
import type { MetaTable } from './rows/meta-table.ts';
import { CHANGES, type ChangeTally, TALLIED, tallyOf } from './rows/change-tally.ts';
import { newestSeq } from './rows/newest-seq.ts';
import { preparing } from './rows/query.ts';

/**
 * Who follows the store, and the positions it tells them. A position is the newest `seq` and the number of all other
 * changes: so it rises with each, and recording an event writes nothing for it.
 */
export class Changes {
  readonly #meta: MetaTable;
  readonly #boards: BoardTable;
  readonly #followers = new Followers();
  readonly #tallied;
  #others: number;
  #newest: number;
  readonly #positions = new Map<string, number>();

  constructor(database: DatabaseSync, meta: MetaTable, boards: BoardTable) {
    this.#meta = meta;
    this.#boards = boards;
    this.#tallied = preparing(database)<Omit<ChangeTally, 'changes'>>(TALLIED);
    this.#others = tallyOf(meta.get(CHANGES)).changes;
    this.#newest = newestSeq(database)() + this.#others;
    this.#moveAll();
  }

  /** By the name of the board, each since its last change as far as this process knows. */
  positions(): ReadonlyMap<string, number> {
    return new Map(this.#positions);
  }

  /** The `seq` of the newest event of all boards; 0 before the first. */
  get newestSeq(): number {
    return this.#newest - this.#others;
  }

  positionOf(board: string): number {
    return this.#positions.get(board)!;
  }

  follow(listener: (change: Change) => void): () => void {
    return this.#followers.follow(listener);
  }

  /** Counts changes that are no recorded events, inside their commit. */
  count(changes = 1): void {
    const tally: ChangeTally = { changes: this.#others + changes, ...this.#tallied.get()! };
    this.#meta.set(CHANGES, JSON.stringify(tally));
  }

  /** Tells, once it is durable, of a change that was counted. */
  tell(change: NewChange): void {
    this.#others += 1;
    this.#tell(change, 1);
  }

  /** Tells, once they are durable, of recorded events. */
  tellRecorded(board: string, totals: readonly TotalNow[], events: readonly NewEvent[]): void {
    this.#tell({ kind: 'recorded', board, events: events.length, earliest: earliestOf(events), totals }, events.length);
  }

  #tell(change: NewChange, steps: number): void {
    this.#newest += steps;
    const isRemoved = change.kind === 'board' && change.settings === undefined;
    if (isRemoved) this.#positions.delete(change.board);
    if (isRemoved || change.kind === 'document' || change.kind === 'player') this.#moveAll();
    else if (change.board !== undefined) this.#positions.set(change.board, this.#newest);
    this.#followers.tell({ ...change, position: this.#newest });
  }

  #moveAll(): void {
    for (const { settings } of this.#boards.all()) this.#positions.set(settings.name, this.#newest);
  }
}
