import { periodContaining, type PeriodKind, type PeriodSpan } from '../../../domain/calendar.ts';
import type { Score } from '../../../domain/scoring.ts';
import { MomentField } from '../../ranking/moment-field.ts';
import { keyOf } from '../../ranking/period-key.ts';
import type { FieldOrder } from '../../ranking/player-order.ts';
import type { PointsStore } from '../../store/points-store.ts';
import type { BoardSettings, Change } from '../../store/stored-values.ts';
import { ArchiveOrder } from './archive-order.ts';
import { FinalRanks } from './final-ranks.ts';
import { PeriodHistories } from './period-histories.ts';
import type { PeriodOrders } from '../../ranking/period-orders.ts';

/**
 * Which standings of a kind are meant: a time within a period (epoch milliseconds), as that period stands or ended; or a
 * moment (epoch milliseconds), as the period that contains it stood then.
 */
export type AsOf = number | { readonly moment: number };

/** The order that was asked for, good until the next turn of the event loop, and whose it is. */
export interface AskedOrder {
  readonly period: PeriodSpan;
  /** Whether the ranks of the period are final; those of a moment of it may be others. */
  readonly closed: boolean;
  readonly order: FieldOrder;
}

/** What is read from. */
export interface AskedOrdersParts {
  readonly store: Pick<PointsStore, 'finalStandings' | 'finalRanks' | 'countedEvents' | 'periodSizes'>;
  readonly orders: PeriodOrders;
  /** `absences`: who is not shown, by number. */
  readonly players: { readonly absences: ReadonlyMap<number, unknown> };
}

/**
 * The order of any period, or of any moment: of a period that goes on the one in memory, of a closed one its final ranks,
 * of a moment what had happened by then.
 */
export class AskedOrders {
  readonly #parts: AskedOrdersParts;
  readonly #histories: PeriodHistories;
  readonly #finalRanks: FinalRanks;

  constructor(parts: AskedOrdersParts) {
    this.#parts = parts;
    this.#histories = new PeriodHistories(parts.store);
    this.#finalRanks = new FinalRanks(parts.store);
  }

  /** Takes in a change of the store. */
  follow(change: Change): void {
    this.#histories.follow(change);
    this.#finalRanks.follow(change);
  }

  /** `players`: by number, everybody who will be asked about by name. */
  async of(board: BoardSettings, kind: PeriodKind, asOf: AsOf, players: readonly number[]): Promise<AskedOrder> {
    const isPast = typeof asOf !== 'number';
    const period = periodContaining(kind, isPast ? asOf.moment : asOf, board.calendar);
    const held = isPast ? undefined : this.#parts.orders.held(board, period);
    if (held !== undefined) return { period, closed: false, order: held };
    const archive = await ArchiveOrder.open(this.#parts.store, board, period, isPast ? [] : players, this.#finalRanks);
    const closed = archive !== undefined;
    if (!isPast) return { period, closed, order: archive ?? (await this.#parts.orders.of(board, period)) };
    const unshown = await archive?.unshown();
    // Whoever is hidden while this waits is not shown either.
    const without = () => unshown ?? new Set(this.#parts.players.absences.keys());
    const totals = await this.#histories.totalsAt(board, historyOf(board, period), closed, asOf.moment, without);
    return { period, closed, order: new MomentField(totals) };
  }

  /** The order of a period as it stands or ended. */
  async ofPeriod(board: BoardSettings, period: PeriodSpan, players: readonly number[]): Promise<FieldOrder> {
    return (
      this.#parts.orders.held(board, period) ??
      (await ArchiveOrder.open(this.#parts.store, board, period, players, this.#finalRanks)) ??
      this.#parts.orders.of(board, period)
    );
  }

  /** The total of a player (by number) at a moment (epoch milliseconds) of a period; `undefined` if they had none by then. */
  scoreAt(board: BoardSettings, period: PeriodSpan, closed: boolean, moment: number, player: number): Promise<Score | undefined> {
    return this.#histories.scoreAt(board, historyOf(board, period), closed, moment, player);
  }
}

function historyOf(board: BoardSettings, period: PeriodSpan) {
  return { ...keyOf(board.name, period), end: period.end };
}
