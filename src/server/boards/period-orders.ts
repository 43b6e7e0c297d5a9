import { PERIOD_KINDS, periodContaining, type PeriodSpan } from '../../domain/calendar.ts';
import type { Score } from '../../domain/scoring.ts';
import { keyOf, textOf } from '../ranking/period-key.ts';
import { orderKey } from '../ranking/player-order.ts';
import { RankIndex } from '../ranking/rank-index.ts';
import type { PointsStore } from '../store/points-store.ts';
import type { BoardSettings, PeriodKey } from '../store/stored-values.ts';

/** Past periods that are not closed yet are few and short-lived; their orders are kept for a while. */
const PAST_ORDERS = 16;

interface Held {
  readonly board: BoardSettings;
  readonly key: PeriodKey;
  readonly order: RankIndex;
}

/**
 * The orders of the periods that are not closed, without those who are not shown. An order is read from the store when
 * somebody first asks for it, and changed by every commit from then on.
 */
export class PeriodOrders {
  readonly #store: Pick<PointsStore, 'standings'>;
  readonly #isShown: (player: number) => boolean;
  readonly #clock: () => number;
  /** By the text of the period's key; last used, last forgotten. */
  readonly #held = new Map<string, Held>();
  readonly #loading = new Map<string, Promise<RankIndex>>();
  /** Orders that a commit is changing: forgotten, they would be read anew without what it adds. */
  #pinned: ReadonlySet<string> = new Set();

  /** `clock` gives epoch milliseconds. */
  constructor(store: Pick<PointsStore, 'standings'>, isShown: (player: number) => boolean, clock: () => number) {
    this.#store = store;
    this.#isShown = isShown;
    this.#clock = clock;
  }

  /** The order of a period of a board, at once if it is held. */
  of(board: BoardSettings, period: Pick<PeriodSpan, 'kind' | 'start'>): RankIndex | Promise<RankIndex> {
    const key = keyOf(board.name, period);
    const text = textOf(key);
    const known = this.#held.get(text);
    if (known !== undefined) {
      this.#held.delete(text);
      this.#held.set(text, known);
      return known.order;
    }
    let loading = this.#loading.get(text);
    if (loading === undefined) {
      loading = this.#load(board, key).finally(() => this.#loading.delete(text));
      this.#loading.set(text, loading);
    }
    return loading;
  }

  /** The orders of the present periods of a board, ready before anybody asks. */
  async loadPresent(board: BoardSettings): Promise<void> {
    for (const period of this.#present(board)) await this.of(board, period);
  }

  /**
   * Does `work` with the orders of periods of a board, by the text of their keys; they are kept meanwhile, whatever
   * else is read.
   */
  async kept<T>(
    board: BoardSettings,
    periods: ReadonlyMap<string, PeriodSpan>,
    work: (orders: ReadonlyMap<string, RankIndex>) => Promise<T>,
  ): Promise<T> {
    this.#pinned = new Set(periods.keys());
    try {
      const orders = new Map<string, RankIndex>();
      for (const [text, period] of periods) orders.set(text, await this.of(board, period));
      return await work(orders);
    } finally {
      this.#pinned = new Set();
      this.#forgetPast(board);
    }
  }

  /** The order of a period is read anew when next asked for. */
  forget(period: string): void {
    this.#held.delete(period);
  }

  /** The periods whose orders are in memory. */
  periods(): readonly PeriodKey[] {
    return Array.from(this.#held.values(), ({ key }) => key);
  }

  /** Takes a player out of every order. */
  remove(player: number): void {
    for (const { order } of this.#held.values()) order.delete(player);
  }

  /** Puts a player back into every order by their totals, which are given by the text of the period's key. */
  restore(player: number, scores: ReadonlyMap<string, Score | undefined>): void {
    for (const [text, { board, order }] of this.#held) {
      const score = scores.get(text);
      if (score !== undefined) order.move(player, orderKey(board, score.points), score.reachedAt);
      // Read while the totals were: without the player, and nobody knows their total in it.
      else if (!scores.has(text)) this.forget(text);
    }
  }

  async #load(board: BoardSettings, key: PeriodKey): Promise<RankIndex> {
    const totals: [number, number, number][] = [];
    for await (const { number, points, reachedAt } of this.#store.standings(key)) totals.push([number, orderKey(board, points), reachedAt]);
    // Asked when all are read: whoever was hidden meanwhile is not in it.
    const order = RankIndex.from(totals.filter(([number]) => this.#isShown(number)));
    this.#held.set(textOf(key), { board, key, order });
    this.#forgetPast(board);
    return order;
  }

  #present(board: BoardSettings): readonly PeriodSpan[] {
    const now = this.#clock();
    return PERIOD_KINDS.map((kind) => periodContaining(kind, now, board.calendar));
  }

  /** Keeps the orders of the present periods, and of the past ones only the newest few. */
  #forgetPast(board: BoardSettings): void {
    const present = new Set(this.#present(board).map((period) => textOf(keyOf(board.name, period))));
    const past = [...this.#held].filter(([text, { key }]) => key.board === board.name && !present.has(text) && !this.#pinned.has(text));
    for (const [text] of past.slice(0, -PAST_ORDERS)) this.#held.delete(text);
  }
}
