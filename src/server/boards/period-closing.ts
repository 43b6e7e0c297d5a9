import { textOf, unshownIn } from '../ranking/period-key.ts';
import { orderKey } from '../ranking/player-order.ts';
import { RankIndex } from '../ranking/rank-index.ts';
import type { PointsStore } from '../store/points-store.ts';
import type { BoardSettings, PeriodKey } from '../store/stored-values.ts';
import type { BoardChanges } from './board-changes.ts';
import type { CommitQueue } from './commit-queue.ts';
import type { PeriodOrders } from './period-orders.ts';
import type { ShownPlayers } from './shown-players.ts';

/** When the first and the last event arrived for a period that had ended by then, in epoch milliseconds. */
export interface LateArrivals {
  readonly first: number;
  readonly last: number;
}

/** What closing works with. */
export interface ClosingParts {
  readonly store: Pick<PointsStore, 'endedPeriods' | 'closePeriod' | 'clearClosed' | 'scoreOf' | 'document' | 'saveDocument'>;
  readonly boardNamed: (name: string) => BoardSettings;
  readonly orders: PeriodOrders;
  readonly players: ShownPlayers;
  readonly commits: CommitQueue;
  readonly changes: BoardChanges;
  /** By the text of the period's key. */
  readonly lateArrivals: Map<string, LateArrivals>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Closes periods that have ended: their order becomes their final ranks. When it is time to is for `closing.ts` to say. */
export class PeriodClosing {
  readonly #parts: ClosingParts;

  constructor(parts: ClosingParts) {
    this.#parts = parts;
  }

  /** When events arrived for a period that had ended by then and is not closed, as far as this process knows. */
  lateArrivals(period: PeriodKey): LateArrivals | undefined {
    return this.#parts.lateArrivals.get(textOf(period));
  }

  /**
   * Closes every period that has ended, oldest first, each once, with its final ranks; not those that `isHeld` says are
   * still being filled. The order is taken between two commits; while it is written, commits go on, and none changes it.
   * If `isStopping` becomes true, the rest is left for another time.
   */
  async closeEnded(
    isHeld: (period: PeriodKey & { readonly end: number }) => boolean = () => false,
    isStopping: () => boolean = () => false,
  ): Promise<void> {
    const { store, orders, commits, changes, clock } = this.#parts;
    for (const period of await store.endedPeriods(clock())) {
      let written: Promise<boolean> | undefined;
      await commits.betweenCommits(async () => {
        if (isStopping() || isHeld(period)) return;
        const board = this.#parts.boardNamed(period.board);
        const order = await orders.of(board, period);
        const absent = await this.#absentIn(board, period);
        // Also when there is nobody any more: a closing that was cut may have counted somebody.
        if (absent.length > 0 || (await store.document(unshownIn(period))) !== undefined)
          await store.saveDocument(unshownIn(period), String(absent.length));
        written = store.closePeriod(period, [...order.stretch(1, order.size), ...absent], clock(), isStopping);
      });
      if ((await written) !== true) continue;
      changes.begin();
      orders.forget(textOf(period));
      this.#parts.lateArrivals.delete(textOf(period));
      changes.tell(period.board);
    }
    await store.clearClosed(isStopping);
  }

  /**
   * The players with points in a period that is not closed who are not shown, in the order of their totals. In its
   * archive they come behind all others, who so keep the ranks they were shown with.
   */
  async #absentIn(board: BoardSettings, period: PeriodKey): Promise<readonly number[]> {
    const totals: [number, number, number][] = [];
    for (const number of this.#parts.players.absences.keys()) {
      const score = await this.#parts.store.scoreOf(period, number);
      if (score !== undefined) totals.push([number, orderKey(board, score.points), score.reachedAt]);
    }
    return RankIndex.from(totals).stretch(1, totals.length);
  }
}
