import { timeText } from '../../contract/moment-text.ts';
import { finalTime, type PeriodKind, type PeriodSpan } from '../../domain/calendar.ts';
import { HOUR_MS } from '../../domain/durations.ts';
import { Problem } from '../http/problem.ts';
import type { PointsStore } from '../store/points-store.ts';
import type { BoardSettings, Change, EndedPeriod, PeriodKey } from '../store/stored-values.ts';
import type { CommitQueue } from './commit-queue.ts';
import type { BegunImport, ImportHolds } from './import-holds.ts';
import type { PeriodOrders } from './orders/period-orders.ts';

/** How long a period that was opened again stays open at least, in milliseconds: time to correct what is wrong. */
export const REOPENED_MS = HOUR_MS;

/** Nobody looked yet whether a period is open again. */
const NOT_LOOKED = new Error('Not looked yet');

/** What closing works with. */
export interface ClosingParts {
  readonly store: Pick<PointsStore, 'endedPeriods' | 'seal' | 'closePeriod' | 'latestClosed' | 'reopen'>;
  readonly boardNamed: (name: string) => BoardSettings;
  /** @throws {Problem} for a board that takes no points. */
  readonly boardForPoints: (name: string) => BoardSettings;
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
  /** How often a period was opened again, by whatever process: whoever looked before looks again. */
  #reopenings = 0;

  constructor(parts: ClosingParts) {
    this.#parts = parts;
  }

  /** Takes in a change of the store. */
  follow(change: Change): void {
    if (change.kind === 'reopened') this.#reopenings += 1;
  }

  /**
   * When a period becomes final, in epoch milliseconds, unless an import holds it open: after the grace or, if it was opened
   * again, after the time to correct it. A reopening that lies far in the future was dated by a wrong clock and is none; a
   * little, by the clock of another machine.
   */
  finalTime(period: Pick<PeriodSpan, 'end'>, reopenedAt = -Infinity): number {
    const { graceMs, clock } = this.#parts;
    const grace = finalTime(period, graceMs);
    return reopenedAt > clock() + REOPENED_MS ? grace : Math.max(grace, reopenedAt + REOPENED_MS);
  }

  /** {@link finalTime} of a period that is not closed, as far as the store knows of it. */
  async finalTimeOf(period: PeriodKey & Pick<PeriodSpan, 'end'>): Promise<number> {
    const ended = period.end > this.#parts.clock() ? [] : await this.#parts.store.endedPeriods(period.end);
    return this.finalTime(period, ended.find((other) => isSame(other, period))?.reopenedAt);
  }

  /** Whether nothing changes a period of a board any more, closed or not. */
  isFinal(board: string, period: Pick<PeriodSpan, 'end'>, reopenedAt: number | undefined): boolean {
    return this.#parts.clock() >= this.finalTime(period, reopenedAt) && !this.#parts.imports.isHeld(board, period.end);
  }

  /**
   * Whether a period of a board takes what was received at a time, in epoch milliseconds: before the grace is over, or
   * while an import holds it open. That it was opened again makes no difference.
   */
  counts(board: string, period: PeriodSpan, receivedAt: number): boolean {
    return receivedAt < this.finalTime(period) || this.#parts.imports.isHeld(board, period.end);
  }

  /**
   * Closes every period whose time has come, oldest first, each once, with its final ranks, and tells of each. A period is
   * sealed between two commits, after everything that was received before; while its ranks are written, commits go on. If
   * `isStopping` becomes true, the rest is left for another time. Rejects with what the first one that cannot be closed
   * was refused with, after it tried the others.
   */
  closeEnded(told: (closed: Closed) => void = () => {}, isStopping: () => boolean = () => false): Promise<void> {
    const closed = this.#running.then(() => this.#closeEnded(told, isStopping));
    this.#running = closed.catch(() => undefined);
    return closed;
  }

  /**
   * Opens the latest closed period of its kind on a board again. It stays open for {@link REOPENED_MS} or, if that is
   * later, until its own time is over; it takes no events that it would not have taken before.
   * @throws {Problem} conflict for any other period, while an import is under way on the board, and while a later period of
   * the kind is open again.
   */
  async reopen(period: PeriodKey, reason: string): Promise<void> {
    const { store, commits, imports, clock } = this.#parts;
    await this.#running;
    await commits.betweenCommits(async () => {
      const latest = await store.latestClosed(period.board, period.kind);
      const open = await this.#reopened(period.board);
      if (latest !== period.start || open.some(({ kind, start }) => kind === period.kind && start > period.start))
        throw notTheLatest(period, latest);
      try {
        await store.reopen(period, { at: clock(), reason }, () => {
          const hold = imports.list().find(({ board }) => board === period.board);
          if (hold !== undefined)
            throw new Problem(
              'conflict',
              `The import of ${JSON.stringify(hold.file)} is under way, and would fill the period again. Let it finish, or drop it.`,
            );
        });
      } catch (error) {
        // Another process closed a later one meanwhile, or opened this one again.
        throw error instanceof RangeError ? notTheLatest(period, await store.latestClosed(period.board, period.kind)) : error;
      }
    });
  }

  /**
   * Begins an import into a board, or takes up the one of the same file. Whoever begins one closes first what is due: which
   * periods it may still fill is a matter of their ends, and never of when somebody looked last.
   * @throws {Problem} conflict while a period of the board is open again; as `boardForPoints`.
   */
  async beginImport(board: string, file: string): Promise<BegunImport> {
    const { imports, boardForPoints } = this.#parts;
    for (let looked: number | undefined; ;) {
      try {
        return await imports.begin(board, file, () => {
          boardForPoints(board);
          if (looked !== this.#reopenings) throw NOT_LOOKED;
        });
      } catch (error) {
        if (error !== NOT_LOOKED) throw error;
      }
      looked = this.#reopenings;
      const [open] = await this.#reopened(board);
      if (open === undefined) continue;
      const until = timeText(this.finalTime(open, open.reopenedAt));
      throw new Problem(
        'conflict',
        `The ${open.kind} period from ${timeText(open.start)} is open again until ${until}. Import after that.`,
      );
    }
  }

  async #closeEnded(told: (closed: Closed) => void, isStopping: () => boolean): Promise<void> {
    const failures: unknown[] = [];
    for (const period of await this.#parts.store.endedPeriods(this.#parts.clock())) {
      if (isStopping()) break;
      try {
        await this.#close(period, told, isStopping);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  async #close(period: EndedPeriod, told: (closed: Closed) => void, isStopping: () => boolean): Promise<void> {
    const { store, orders, commits, clock } = this.#parts;
    if (!this.isFinal(period.board, period, period.reopenedAt)) return;
    const board = this.#parts.boardNamed(period.board);
    // Read before commits have to wait for it.
    await orders.of(board, period);
    const order = await commits.betweenCommits(async () => {
      // Asked again inside the commit: an import may have begun while this waited.
      const isSealed = await store.seal(period, (span, reopenedAt) => this.isFinal(period.board, span, reopenedAt));
      if (!isSealed) return undefined;
      await orders.of(board, period);
      // What another process closed meanwhile is not held.
      const shown = orders.held(board, period);
      return shown && { shown: shown.stretch(1, shown.size), unshown: orders.unshownIn(period), reopenings: this.#reopenings };
    });
    if (order === undefined) return;
    const players = [...order.shown, ...order.unshown];
    const closing = { at: clock(), unshown: order.unshown.length };
    // A period that was opened again since, and sealed again, has another order.
    const isOld = () => isStopping() || this.#reopenings !== order.reopenings;
    const isClosed = await store.closePeriod(period, players, closing, isOld);
    if (isClosed) told({ period, total: order.shown.length });
  }

  /** The periods of a board that were opened again and are not closed yet. */
  async #reopened(board: string): Promise<readonly EndedPeriod[]> {
    const open = await this.#parts.store.endedPeriods(Infinity);
    return open.filter((period) => period.board === board && period.reopenedAt !== undefined);
  }
}

function isSame(a: PeriodKey, b: PeriodKey): boolean {
  return a.board === b.board && a.kind === b.kind && a.start === b.start;
}

function notTheLatest({ board, kind }: { readonly board: string; readonly kind: PeriodKind }, latest: number | undefined): Problem {
  const which = latest === undefined ? 'None is closed.' : `The latest one starts at ${timeText(latest)}.`;
  return new Problem(
    'conflict',
    `Only the latest closed ${kind} period of "${board}" can be opened again, and only one at a time. ${which}`,
    [{ field: 'date', rule: 'must be in the latest closed period' }],
  );
}
