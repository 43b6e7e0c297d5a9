import type { ApiPeriod } from '../../../contract/parts/answer-parts.ts';
import { timeText } from '../../../contract/moment-text.ts';
import { finalTime, type PeriodKind, type PeriodSpan } from '../../../domain/calendar.ts';
import { HOUR_MS } from '../../../domain/durations.ts';
import { audited } from '../../audit/audit-entry.ts';
import { Problem } from '../../http/problem.ts';
import type { PointsStore } from '../../store/points-store.ts';
import { type RecordChange, together } from '../../store/records.ts';
import type { BoardSettings, Change, EndedPeriod, PeriodKey } from '../../store/stored-values.ts';
import { type Agreement, ANYTHING } from '../revising/agreement.ts';
import type { Webhooks } from '../../outgoing/webhooks/webhooks.ts';
import { finalNews } from './closing-news.ts';
import type { Committing } from '../points/commit-queue.ts';
import type { BegunImport, ImportHolds } from '../revising/import-holds.ts';
import { awardedKey, awards } from './payouts.ts';
import type { PeriodOrders } from '../../ranking/period-orders.ts';
import { type Reviews, isSame } from './reviews.ts';

/** `open`: running, or waiting for late events. `provisional`: under review. `final`: can no longer change. */
export type PeriodState = ApiPeriod['state'];

/** How long a reopened period stays open at least, in milliseconds: time for corrections. */
export const REOPENED_MS = HOUR_MS;

/** Not checked yet whether a period is reopened. */
const NOT_LOOKED = new Error('Not looked yet');

export interface ClosingParts extends Committing {
  readonly store: Pick<PointsStore, 'record' | 'endedPeriods' | 'seal' | 'closePeriod' | 'latestClosed' | 'reopen' | 'scoreOf'>;
  readonly webhooks: Pick<Webhooks, 'recordsFor'>;
  readonly boardNamed: (name: string) => BoardSettings;
  /** @throws {Problem} for a board that accepts no points. */
  readonly boardForPoints: (name: string) => BoardSettings;
  readonly orders: PeriodOrders;
  readonly imports: ImportHolds;
  readonly reviews: Reviews;
  /** How long after its end a period becomes final, in milliseconds. */
  readonly graceMs: number;
}

/** A closed period, and how many are ranked in it. */
export interface Closed {
  readonly period: PeriodKey;
  readonly total: number;
}

/** Decides what periods accept, and closes them: their order becomes their final ranks. */
export class PeriodClosing {
  readonly #parts: ClosingParts;
  #running: Promise<unknown> = Promise.resolve();
  /** Number of reopenings by any process, to detect one since a check. */
  #reopenings = 0;

  constructor(parts: ClosingParts) {
    this.#parts = parts;
  }

  /** Applies a change of the store. */
  follow(change: Change): void {
    if (change.kind === 'reopened') this.#reopenings += 1;
  }

  /** Until when a period accepts its events, in epoch milliseconds, unless an import holds it open. */
  countsUntil(period: Pick<PeriodSpan, 'end'>): number {
    return finalTime(period, this.#parts.graceMs);
  }

  /**
   * When a period becomes final, in epoch milliseconds, unless an import holds it open: after grace period and review or, if reopened,
   * after the time for corrections. A reopening far in the future was dated by a wrong clock and is ignored; a small difference is another
   * machine's clock.
   */
  finalTime(board: string, period: PeriodSpan, reopenedAt?: number): number {
    const { reviews, clock } = this.#parts;
    const until = this.countsUntil(period);
    if (reopenedAt !== undefined) return reopenedAt > clock() + REOPENED_MS ? until : Math.max(until, reopenedAt + REOPENED_MS);
    return reviews.of(board, period)?.finalAt ?? until + reviews.expectedMs(board, period);
  }

  /** {@link finalTime} of a period that is not closed, with its reopening from the store. */
  async finalTimeOf(board: string, period: PeriodSpan): Promise<number> {
    const ended = period.end > this.#parts.clock() ? [] : await this.#parts.store.endedPeriods(period.end);
    return this.finalTime(board, period, ended.find((other) => isSame(other, { ...period, board }))?.reopenedAt);
  }

  /** Whether a period can no longer change, closed or not. */
  isFinal(board: string, period: PeriodSpan, reopenedAt: number | undefined): boolean {
    return this.#parts.clock() >= this.finalTime(board, period, reopenedAt) && !this.isHeld(board, period);
  }

  stateOf(board: string, period: PeriodSpan, closed: boolean): PeriodState {
    if (closed) return 'final';
    return (this.#parts.reviews.of(board, period)?.finalAt ?? -Infinity) > this.countsUntil(period) ? 'provisional' : 'open';
  }

  /** Whether an import holds a period open, which then accepts events after the grace period. Not while it is under review. */
  isHeld(board: string, period: PeriodSpan): boolean {
    return this.#parts.imports.isHeld(board, period.end) && this.#parts.reviews.of(board, period) === undefined;
  }

  /**
   * Closes every due period, oldest first, with its final ranks, and calls `onClosed` for each. A period is sealed between two commits, after
   * everything received before; commits continue while its ranks are written. If `isStopping` turns true, the rest is left for later.
   * Rejects with the first error, after trying the others.
   */
  closeEnded(onClosed: (closed: Closed) => void = () => {}, isStopping: () => boolean = () => false): Promise<void> {
    const closed = this.#running.then(() => this.#closeEnded(onClosed, isStopping));
    this.#running = closed.catch(() => undefined);
    return closed;
  }

  /**
   * Closes a reopened period now instead of after the time for corrections; if interrupted, it closes then.
   * @throws {Problem} conflict if it is not reopened, and while an import is running that it waits for.
   */
  closeAgain(period: PeriodKey): Promise<void> {
    const closed = this.#running.then(() => this.#closeAgain(period));
    this.#running = closed.catch(() => undefined);
    return closed;
  }

  async #closeAgain(period: PeriodKey): Promise<void> {
    const { clock } = this.#parts;
    const open = (await this.#reopened(period.board)).find((other) => isSame(other, period));
    if (open === undefined) throw new Problem('conflict', 'The period has not been reopened. Nothing was changed.');
    const mayClose = (span: PeriodSpan, reopenedAt: number | undefined) =>
      reopenedAt !== undefined && clock() >= this.countsUntil(span) && !this.isHeld(period.board, span);
    if (!mayClose(open, open.reopenedAt))
      throw new Problem('conflict', 'The period cannot be closed while an import is running. Nothing was changed.');
    await this.#close(open, { mayClose });
  }

  /** Whether a period was reopened and is not closed yet. */
  async isOpenAgain(period: PeriodKey): Promise<boolean> {
    return (await this.#reopened(period.board)).some((other) => isSame(other, period));
  }

  /**
   * Reopens the latest closed period of its kind on a board, for {@link REOPENED_MS} or until its own time is over, if that is later. It
   * accepts no events that it would not have accepted before.
   * @throws {Problem} conflict as {@link refuseReopening}; as `agreed`.
   */
  async reopen(period: PeriodKey, reason: string, agreed: Agreement = ANYTHING): Promise<void> {
    const { store, commits, clock } = this.#parts;
    await this.#running;
    await commits.betweenCommits(async () => {
      await this.refuseReopening(period);
      const check = await agreed();
      try {
        const at = clock();
        const mayOpen = () => {
          this.#refuseDuringImport(period.board);
          check();
        };
        const entry = audited(at, () => ({ ...aboutPeriod('reopen-period', period), reason }));
        await store.reopen(period, { at, reason }, mayOpen, entry);
      } catch (error) {
        // Another process closed a later one meanwhile, or reopened this one.
        throw error instanceof RangeError ? notTheLatest(period, await store.latestClosed(period.board, period.kind)) : error;
      }
    });
  }

  /** Ends a review early: the period is final immediately and closes next. @throws {Problem} conflict as `Reviews.endNow`; as `agreed`. */
  async settle(period: PeriodKey, agreed: Agreement = ANYTHING): Promise<void> {
    const { commits, reviews } = this.#parts;
    await commits.betweenCommits(async () => reviews.endNow(period, await agreed()));
  }

  /**
   * @throws {Problem} conflict for a period that cannot be reopened: not the latest closed one of its kind; during an import into the
   * board; while a later one is reopened; under review; or with prizes awarded.
   */
  async refuseReopening(period: PeriodKey): Promise<void> {
    if (this.#parts.reviews.of(period.board, period) !== undefined)
      throw new Problem('conflict', 'The period is still under review and does not need to be reopened.');
    const { kind, id } = awardedKey(period);
    if ((await this.#parts.store.record(kind, id)) !== undefined)
      throw new Problem('conflict', 'The prizes of this period were awarded, so its results are final.');
    const latest = await this.#parts.store.latestClosed(period.board, period.kind);
    const open = await this.#reopened(period.board);
    if (latest !== period.start || open.some(({ kind, start }) => kind === period.kind && start > period.start))
      throw notTheLatest(period, latest);
    this.#refuseDuringImport(period.board);
  }

  /**
   * Begins an import into a board, or resumes that of the same file. Due periods must be closed first, so that what it can fill depends on
   * their ends, not on when someone last checked.
   * @throws {Problem} conflict while a period of the board is reopened; as `boardForPoints`.
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
      const until = timeText(this.finalTime(board, open, open.reopenedAt));
      throw new Problem(
        'conflict',
        `The ${open.kind} period from ${timeText(open.start)} is open again until ${until}. Import after that.`,
      );
    }
  }

  #refuseDuringImport(name: string): void {
    const hold = this.#parts.imports.list().find(({ board }) => board === name);
    if (hold !== undefined)
      throw new Problem(
        'conflict',
        `The import of ${JSON.stringify(hold.file)} is running and would add to the period. Let it finish or drop it.`,
      );
  }

  async #closeEnded(onClosed: (closed: Closed) => void, isStopping: () => boolean): Promise<void> {
    const { reviews } = this.#parts;
    await reviews.begin();
    const failures: unknown[] = [];
    for (const period of await this.#parts.store.endedPeriods(this.#parts.clock())) {
      if (isStopping()) break;
      try {
        await this.#close(period, { onClosed, isStopping });
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  async #close(
    period: EndedPeriod,
    {
      onClosed = () => {},
      isStopping = () => false,
      mayClose = (span, reopenedAt) => this.isFinal(period.board, span, reopenedAt),
    }: {
      readonly onClosed?: (closed: Closed) => void;
      readonly isStopping?: () => boolean;
      readonly mayClose?: (span: PeriodSpan, reopenedAt: number | undefined) => boolean;
    },
  ): Promise<void> {
    const { store, orders, commits, clock } = this.#parts;
    if (!mayClose(period, period.reopenedAt)) return;
    const board = this.#parts.boardNamed(period.board);
    // Loaded before commits have to wait for it.
    await orders.of(board, period);
    const order = await commits.betweenCommits(async () => {
      // Checked again inside the commit: an import may have begun meanwhile.
      const isSealed = await store.seal(period, mayClose);
      if (!isSealed) return undefined;
      await orders.of(board, period);
      // A period closed by another process meanwhile has no order in memory.
      const shown = orders.held(board, period);
      return shown && { shown: shown.stretch(1, shown.size), unshown: orders.unshownIn(period), reopenings: this.#reopenings };
    });
    if (order === undefined) return;
    const players = [...order.shown, ...order.unshown];
    const closing = { at: clock(), unshown: order.unshown.length };
    // If it was reopened and sealed again, its order has changed.
    const isOld = () => isStopping() || this.#reopenings !== order.reopenings;
    const entry = audited(closing.at, () => ({
      ...aboutPeriod('close-period', period),
      after: { ranked: order.shown.length, unshown: closing.unshown },
    }));
    const awards = { change: () => this.#awards(period, order.shown, closing.at) };
    const news = await finalNews(store, period, { shown: order.shown, dueAt: this.finalTime(period.board, period), at: closing.at });
    const records = together(entry, awards, this.#parts.webhooks.recordsFor(...news));
    const isClosed = await store.closePeriod(period, players, closing, isOld, records);
    if (isClosed) onClosed({ period, total: order.shown.length });
  }

  #awards(period: PeriodKey, order: readonly number[], at: number): readonly RecordChange[] {
    const review = this.#parts.reviews.of(period.board, period);
    return review === undefined ? [] : awards(review, order, at);
  }

  /** A board's reopened periods that are not closed yet. */
  async #reopened(board: string): Promise<readonly EndedPeriod[]> {
    const open = await this.#parts.store.endedPeriods(Infinity);
    return open.filter((period) => period.board === board && period.reopenedAt !== undefined);
  }
}

function aboutPeriod<Name extends 'close-period' | 'reopen-period'>(act: Name, { board, kind, start }: PeriodKey) {
  return { act, board, subject: `${kind} from ${timeText(start)}` };
}

function notTheLatest({ board, kind }: { readonly board: string; readonly kind: PeriodKind }, latest: number | undefined): Problem {
  const which = latest === undefined ? 'None is closed.' : `The latest one starts at ${timeText(latest)}.`;
  return new Problem('conflict', `Only the latest closed ${kind} period of "${board}" can be reopened, and only one at a time. ${which}`, [
    { field: 'date', rule: 'must be in the latest closed period' },
  ]);
}
