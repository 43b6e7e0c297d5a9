import { PERIOD_KINDS, periodContaining, type PeriodSpan } from '../../domain/calendar.ts';
import type { TotalColumns } from '../../domain/order-of-many.ts';
import { GatheredTotals } from './gathered-totals.ts';
import { keyOf, textOf } from './period-key.ts';
import { orderKey } from './player-order.ts';
import { RankIndex } from './rank-index.ts';
import type { PointsStore } from '../store/points-store.ts';
import type { BoardSettings, Change, PeriodKey, TotalNow } from '../store/stored-values.ts';

/** Orders of past periods that are not closed yet, which are few and short-lived. */
const PAST_ORDERS = 16;

/** Hidden players, by number. */
export interface Absences {
  readonly value: { has(player: number): boolean };
}

/** A total in an order: points, and when they were reached. */
type Key = readonly [points: number, reachedAt: number];

/** A period's order in memory: visible players are ranked, totals of hidden ones are kept aside. */
interface Held {
  readonly board: BoardSettings;
  readonly key: PeriodKey;
  readonly order: RankIndex;
  readonly aside: Map<number, Key>;
}

/** An order being loaded. Concurrent changes are applied afterwards: they carry whole totals, so applying one twice is idempotent. */
interface Loading {
  readonly order: Promise<RankIndex>;
  readonly changed: TotalNow[];
  readonly board: string;
  /** Its period was closed or its board removed in the meantime, so it must not be kept. */
  isStale: boolean;
}

/** Orders of open periods, loaded from the store on first use and then following it. Otherwise only visibility changes them. */
export class PeriodOrders {
  readonly #store: Pick<PointsStore, 'standings' | 'finalStandings' | 'periodSizes'>;
  readonly #absences: Absences;
  readonly #clock: () => number;
  /** By text of the period's key; least recently used first. */
  readonly #held = new Map<string, Held>();
  readonly #loading = new Map<string, Loading>();
  /** Orders in use by the current commit, which must not be evicted. */
  #pinned: ReadonlySet<string> = new Set();

  /** `clock` returns epoch milliseconds. */
  constructor(store: Pick<PointsStore, 'standings' | 'finalStandings' | 'periodSizes'>, absences: Absences, clock: () => number) {
    this.#store = store;
    this.#absences = absences;
    this.#clock = clock;
  }

  /** A period's order, synchronously if it is in memory. */
  of(board: BoardSettings, period: Pick<PeriodSpan, 'kind' | 'start'>): RankIndex | Promise<RankIndex> {
    const held = this.held(board, period);
    if (held !== undefined) return held;
    const key = keyOf(board.name, period);
    const text = textOf(key);
    return (this.#loading.get(text) ?? this.#load(board, key, text)).order;
  }

  /** A period's order if it is in memory, in which case the period is not closed. */
  held(board: Pick<BoardSettings, 'name'>, period: Pick<PeriodSpan, 'kind' | 'start'>): RankIndex | undefined {
    const text = textOf(keyOf(board.name, period));
    const known = this.#held.get(text);
    if (known === undefined) return undefined;
    this.#held.delete(text);
    this.#held.set(text, known);
    return known.order;
  }

  /** The sizes of the newest orders in memory, by board and kind. */
  sizes(): readonly { readonly board: string; readonly kind: PeriodKey['kind']; readonly size: number }[] {
    const newest = new Map<string, Held>();
    for (const held of this.#held.values()) {
      const name = `${held.key.kind} ${held.key.board}`;
      if (held.key.start >= (newest.get(name)?.key.start ?? -Infinity)) newest.set(name, held);
    }
    return Array.from(newest.values(), ({ key: { board, kind }, order }) => ({ board, kind, size: order.size }));
  }

  /** Loads the orders of a board's current periods. */
  async loadPresent(board: BoardSettings): Promise<void> {
    for (const period of this.#present(board)) await this.of(board, period);
  }

  /** Calls `work` with the orders of those `periods` that are not closed, by text of their keys. None is evicted meanwhile. */
  async kept<T>(
    board: BoardSettings,
    periods: ReadonlyMap<string, PeriodSpan>,
    work: (orders: ReadonlyMap<string, RankIndex>) => Promise<T>,
  ): Promise<T> {
    this.#pinned = new Set(periods.keys());
    try {
      const orders = new Map<string, RankIndex>();
      for (const [text, period] of periods) {
        // Avoids loading a million final ranks for an event that is too late for them.
        if (this.#held.has(text) || !(await this.#isClosed(keyOf(board.name, period)))) orders.set(text, await this.of(board, period));
      }
      return await work(orders);
    } finally {
      this.#pinned = new Set();
      this.#forgetPast(board);
    }
  }

  /** A period's hidden players in order of their totals; its order must be in memory. */
  unshownIn(period: PeriodKey): readonly number[] {
    const { aside } = this.#held.get(textOf(period))!;
    const totals = new GatheredTotals(aside.size);
    for (const [player, key] of aside) totals.add(player, ...key);
    return RankIndex.from(totals.columns).stretch(1, aside.size);
  }

  /** Applies a change of the store. */
  follow(change: Change): void {
    if (change.kind === 'recorded' || change.kind === 'revised') {
      // A commit refers to each of its periods up to a thousand times.
      const texts = new Map<PeriodKey, string>();
      for (const total of change.totals) {
        let text = texts.get(total.period);
        if (text === undefined) texts.set(total.period, (text = textOf(total.period)));
        const held = this.#held.get(text);
        if (held === undefined) this.#loading.get(text)?.changed.push(total);
        else this.#put(held, total);
      }
    } else if (change.kind === 'closed') {
      const text = textOf(change.period);
      this.#held.delete(text);
      const loading = this.#loading.get(text);
      if (loading !== undefined) loading.isStale = true;
    } else if (change.kind === 'board' && change.settings === undefined) {
      // A new board with that name may have another direction.
      for (const [text, { key }] of this.#held) if (key.board === change.board) this.#held.delete(text);
      for (const loading of this.#loading.values()) if (loading.board === change.board) loading.isStale = true;
    }
  }

  /** Moves a player's totals into or out of the orders, by their current visibility. */
  showOrHide(player: number): void {
    const isShown = !this.#absences.value.has(player);
    for (const { order, aside } of this.#held.values()) {
      const kept = aside.get(player);
      const ranked = order.totalOf(player);
      if (isShown && kept !== undefined) {
        aside.delete(player);
        order.move(player, ...kept);
      } else if (!isShown && ranked !== undefined) {
        order.delete(player);
        aside.set(player, [ranked.points, ranked.reachedAt]);
      }
    }
  }

  /** Ignores the clock: another machine's may be ahead. */
  async #isClosed(period: PeriodKey): Promise<boolean> {
    return period.kind !== 'all-time' && (await this.#store.finalStandings(period, 1, 0)) !== undefined;
  }

  #put({ board, order, aside }: Held, { player, total }: TotalNow): void {
    const key: Key | undefined = total && [orderKey(board, total.points), total.reachedAt];
    const isShown = !this.#absences.value.has(player);
    if (isShown && key !== undefined) order.move(player, key[0], key[1]);
    else order.delete(player);
    if (!isShown && key !== undefined) aside.set(player, key);
    else aside.delete(player);
  }

  #load(board: BoardSettings, key: PeriodKey, text: string): Loading {
    const changed: TotalNow[] = [];
    const order = this.#read(board, key, text, changed).finally(() => this.#loading.delete(text));
    const loading = { order, changed, board: board.name, isStale: false };
    this.#loading.set(text, loading);
    return loading;
  }

  async #read(board: BoardSettings, key: PeriodKey, text: string, changed: readonly TotalNow[]): Promise<RankIndex> {
    const [first] = await this.#store.periodSizes(board.name, key.kind, key.start, Infinity);
    const ranked = new GatheredTotals(first?.start === key.start ? first.standings : 0);
    for await (const { players, points, reachedAt } of this.#store.standings(key))
      for (let i = 0; i < players.length; i += 1) ranked.add(players[i]!, orderKey(board, points[i]!), reachedAt[i]!);
    // It may have been closed before this process caught up.
    const isClosed = await this.#isClosed(key);
    // After the last await, since players may have been hidden meanwhile.
    const aside = new Map<number, Key>();
    ranked.remove(
      (player) => this.#absences.value.has(player),
      (player, ...total) => aside.set(player, total),
    );
    const held: Held = { board, key, order: this.#orderOf(board, ranked.columns), aside };
    for (const total of changed) this.#put(held, total);
    if (!isClosed && this.#loading.get(text)?.isStale !== true) this.#held.set(text, held);
    this.#forgetPast(board);
    return held.order;
  }

  /** On the first day of a week, month or game, several periods have the same totals. */
  #orderOf(board: BoardSettings, totals: TotalColumns): RankIndex {
    for (const { key, order } of this.#held.values()) if (key.board === board.name && order.isOf(totals)) return order.copy();
    return RankIndex.from(totals);
  }

  #present(board: BoardSettings): readonly PeriodSpan[] {
    const now = this.#clock();
    return PERIOD_KINDS.map((kind) => periodContaining(kind, now, board.calendar));
  }

  /** Keeps the orders of current periods, and only the newest past ones. */
  #forgetPast(board: BoardSettings): void {
    // This many are kept anyway, without asking the calendar for every commit.
    if (this.#held.size <= PAST_ORDERS) return;
    const present = new Set(this.#present(board).map((period) => textOf(keyOf(board.name, period))));
    const past = [...this.#held].filter(([text, { key }]) => key.board === board.name && !present.has(text) && !this.#pinned.has(text));
    for (const [text] of past.slice(0, -PAST_ORDERS)) this.#held.delete(text);
  }
}
