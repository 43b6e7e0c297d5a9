import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { State } from '../held/state.ts';
import { blockOf, TotalsBlock } from '../held/totals-block.ts';
import type { Changes } from './changes.ts';
import type { Commits } from './file/commits.ts';
import { type LedgerWrite, WRITE_TOTALS } from './file/ledger-write.ts';
import { type Prepare, preparing } from './file/queries.ts';

/** Blocks per commit when all are written, so that others wait only milliseconds. */
const BLOCKS_PER_COMMIT = 256;

interface Written {
  readonly board: number;
  readonly number: number;
  readonly block: TotalsBlock;
}

/** Writes open totals with later commits, oldest first. `through`: the `seq` up to which a block is complete. */
export class OpenTotals {
  readonly #sql: ReturnType<typeof statements>;
  readonly #commits: Commits;
  readonly #state: State;
  readonly #changes: Changes;
  readonly #mostBehind: number;
  /** Blocks of the state that the current commit writes, with their replacement if there is one. */
  readonly #written = new Map<TotalsBlock, Written | undefined>();

  /** `mostBehind`: how many events stored totals may lack, at most {@link MOST_BEHIND}. */
  constructor(database: DatabaseSync, commits: Commits, state: State, changes: Changes, mostBehind: number) {
    this.#sql = statements(preparing(database));
    this.#commits = commits;
    this.#state = state;
    this.#changes = changes;
    this.#mostBehind = mostBehind;
    commits.onFailure(() => this.#written.clear());
    commits.onDurable(() => {
      for (const [held, instead] of this.#written) {
        state.behind.delete(held);
        if (instead !== undefined) state.blocksOf(instead.board)[instead.number] = instead.block;
      }
      this.#written.clear();
    });
  }

  /** The blocks to write with a commit up to the event `last`, because they would otherwise lack too many events. */
  oldest(last: number): LedgerWrite['totals'] {
    const through = this.#changes.newestSeq;
    const rows: LedgerWrite['totals'][number][] = [];
    for (const [block, { board, block: number, since }] of this.#state.behind) {
      if (since > last - this.#mostBehind) break;
      // The commit already writes the changed block.
      if (this.#written.has(block)) continue;
      // Copied, since it may change while it is written.
      rows.push([board, number, through, block.bytes.slice()]);
      this.#written.set(block, undefined);
    }
    return rows;
  }

  /** Writes every outdated block, in several commits. */
  async writeAll(): Promise<void> {
    const { behind } = this.#state;
    while (behind.size > 0) {
      await this.#commits.commit(() => {
        for (const [block, { board, block: number }] of [...behind].slice(0, BLOCKS_PER_COMMIT)) {
          this.#sql.write.run(board, number, this.#changes.newestSeq, block.bytes);
          this.#written.set(block, undefined);
        }
      });
      await nextTurn();
    }
  }

  /** Changes the totals of some players, inside a commit; they then include all events up to `through`. */
  change(
    board: number,
    players: Iterable<number>,
    change: (block: TotalsBlock, player: number) => void,
    through = this.#changes.newestSeq,
  ): void {
    for (const [number, own] of Map.groupBy(players, blockOf)) {
      const held = (this.#state.blocksOf(board)[number] ??= new TotalsBlock(number));
      // The state must not change before the commit is durable.
      const block = this.#written.get(held)?.block ?? held.copy();
      for (const player of own) change(block, player);
      this.#sql.write.run(board, number, through, block.bytes);
      this.#written.set(held, { board, number, block });
    }
  }
}

const statements = (prepare: Prepare) => ({
  write: prepare<never, [board: number, block: number, through: number, totals: Uint8Array]>(WRITE_TOTALS),
});
