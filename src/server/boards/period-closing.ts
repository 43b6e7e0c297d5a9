import type { PeriodKind, PeriodSpan } from '../../domain/calendar.ts';
import { HOUR_MS } from '../../domain/durations.ts';
import { finalTime } from '../../domain/final-time.ts';
import { Problem } from '../http/problem.ts';
import type { PointsStore } from '../store/points-store.ts';
import type { BoardSettings, EndedPeriod, PeriodKey } from '../store/stored-values.ts';
import type { CommitQueue } from './commit-queue.ts';
import type { ImportHolds } from './import-holds.ts';
import type { PeriodOrders } from './orders/period-orders.ts';

/** How long a period that was opened again stays open at least, in milliseconds: time to correct what is wrong. */
export const REOPENED_MS = HOUR_MS;

/** What closing works with. */
export interface ClosingParts {
  readonly store: Pick<PointsStore, 'endedPeriods' | 'seal' | 'closePeriod' | 'latestClosed' | 'reopen'>;
  readonly boardNamed: (name: string) => BoardSettings;
  readonly orders: PeriodOrders;
  readonly commits: CommitQueue;
  readonly imports: ImportHolds;
  /** How long after its end a period becomes final, in milliseconds. */
  readonly graceMs: number;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** A period that was closed, and how many are ranked in it. */
export interface Closed {
  readonly period: PeriodKey;
  readonly total: number;
}

/** What periods take, and when they are closed: their order becomes their final ranks. */
export class PeriodClosing {
  readonly #parts: ClosingParts;
  #running: Promise<unknown> = Promise.resolve();

  constructor(parts: ClosingParts) {
    this.#parts = parts;
  }

  /** When a period becomes final, in epoch milliseconds, unless an import holds it open. */
  finalTime(period: Pick<PeriodSpan, 'end'>): number {
    return finalTime(period, this.#parts.graceMs);
  }

  /**
   * Whether a period of a board takes what was received at a time, in epoch milliseconds: before it becomes final, or
   * while an import holds it open.
   */
  counts(board: string, period: PeriodSpan, receivedAt: number): boolean {
    return receivedAt < this.finalTime(period) || this.#parts.imports.isHeld(board, period.end);
  }

  /**
   * Closes every period whose time has come, oldest first, each once, with its final ranks, and tells of each. A period is
   * sealed between two commits, after everything that was received before; while its ranks are written, commits go on. If
   * `isStopping` becomes true, the rest is left for another time.
   */
  closeEnded(told: (closed: Closed) => void = () => {}, isStopping: () => boolean = () => false): Promise<void> {
    const closed = this.#running.then(() => this.#closeEnded(told, isStopping));
    this.#running = closed.catch(() => undefined);
    return closed;
  }

  /**
   * Opens the latest closed period of its kind on a board again. It stays open for {@link REOPENED_MS} or, if that is
   * later, until its own time is over; it takes no events that it would not have taken before.
   * @throws {Problem} conflict for any other period.
   */
  async reopen(period: PeriodKey, reason: string): Promise<void> {
    const { store, commits, clock } = this.#parts;
    await this.#running;
    await commits.betweenCommits(async () => {
      const latest = await store.latestClosed(period.board, period.kind);
      if (latest !== period.start) throw notTheLatest(period, latest);
      await store.reopen(period, { at: clock(), reason });
    });
  }

  async #closeEnded(told: (closed: Closed) => void, isStopping: () => boolean): Promise<void> {
    const { store, orders, commits, clock } = this.#parts;
    for (const period of await store.endedPeriods(clock())) {
      if (isStopping()) return;
      if (!this.#isDue(period)) continue;
      const board = this.#parts.boardNamed(period.board);
      const order = await commits.betweenCommits(async () => {
        // Asked again: an import may have begun while this waited.
        if (!this.#isDue(period)) return undefined;
        await store.seal(period);
        const shown = await orders.of(board, period);
        return { shown: shown.stretch(1, shown.size), unshown: orders.unshownIn(period) };
      });
      if (order === undefined) continue;
      const players = [...order.shown, ...order.unshown];
      const isClosed = await store.closePeriod(period, players, { at: clock(), unshown: order.unshown.length }, isStopping);
      if (isClosed) told({ period, total: order.shown.length });
    }
  }

  #isDue({ board, end, reopenedAt = -Infinity }: EndedPeriod): boolean {
    const { imports, clock } = this.#parts;
    return clock() >= Math.max(this.finalTime({ end }), reopenedAt + REOPENED_MS) && !imports.isHeld(board, end);
  }
}

function notTheLatest({ board, kind }: { readonly board: string; readonly kind: PeriodKind }, latest: number | undefined): Problem {
  const which = latest === undefined ? 'None is closed.' : `The latest one starts at ${new Date(latest).toISOString()}.`;
  return new Problem('conflict', `Only the latest closed ${kind} period of "${board}" can be opened again. ${which}`, [
    { field: 'date', rule: 'must be in the latest closed period' },
  ]);
}
