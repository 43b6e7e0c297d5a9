// Ranks among totals that are looked at once: only those that are asked for are put in order.
import { firstAbove } from '../../domain/ascending.ts';
import { orderOfMany, type TotalColumns } from '../../domain/order-of-many.ts';
import { compareKeys } from '../../domain/ordering.ts';
import type { Tie } from '../../domain/ranking.ts';
import { GatheredTotals } from './gathered-totals.ts';
import { type FieldOrder, type OrderedPlace, tiesIn } from './player-order.ts';

/** Into how many parts totals are parted. */
const PARTS = 4096;

/**
 * The order of totals that are looked at once and then forgotten, as those of a moment that is over: they are parted by
 * points, and only the parts that are asked about are put in order. A page among a million costs some passes over them,
 * where sorting them would take a tenth of a second.
 */
export class MomentOrder implements FieldOrder {
  readonly #totals: TotalColumns;
  /** Places in the columns, part by part, the most points first. */
  readonly #order: Uint32Array;
  /** Where each part starts, and behind them where the last one ends. */
  readonly #starts = new Uint32Array(PARTS + 1);
  readonly #sorted = new Set<number>();
  readonly #highest: number;
  /** What the distance from the highest points is multiplied by to know the part. */
  readonly #scale: number;

  constructor(totals: TotalColumns) {
    const { points } = totals;
    const size = points.length;
    let [lowest, highest] = [Infinity, -Infinity];
    for (let at = 0; at < size; at += 1) {
      lowest = Math.min(lowest, points[at]!);
      highest = Math.max(highest, points[at]!);
    }
    const scale = (PARTS - 1) / Math.max(1, highest - lowest);
    const starts = this.#starts;
    for (let at = 0; at < size; at += 1) starts[Math.floor((highest - points[at]!) * scale) + 1]! += 1;
    for (let part = 0; part < PARTS; part += 1) starts[part + 1]! += starts[part]!;
    const next = starts.slice();
    const order = new Uint32Array(size);
    for (let at = 0; at < size; at += 1) order[next[Math.floor((highest - points[at]!) * scale)]!++] = at;
    this.#totals = totals;
    this.#order = order;
    this.#highest = highest;
    this.#scale = scale;
  }

  get size(): number {
    return this.#order.length;
  }

  rankOf(player: number): number | undefined {
    return this.ranksOf([player])[0];
  }

  /** One pass over all totals finds the players. */
  ranksOf(players: readonly number[]): readonly number[] {
    const { players: numbers, points, reachedAt } = this.#totals;
    const asked = new Uint8Array(players.reduce((highest, player) => Math.max(highest, player), 0) + 1);
    for (const player of players) asked[player] = 1;
    const ranks: number[] = [];
    for (let at = 0; at < numbers.length; at += 1) {
      const player = numbers[at]!;
      if (asked[player] === 1) ranks.push(this.countBefore(player, points[at]!, reachedAt[at]!) + 1);
    }
    return ranks.toSorted((a, b) => a - b);
  }

  countBefore(player: number, points: number, reachedAt: number): number {
    const part = Math.floor((this.#highest - points) * this.#scale);
    if (part < 0) return 0;
    if (part >= PARTS) return this.size;
    const totals = this.#totals;
    const order = this.#order;
    let [first, end] = [this.#starts[part]!, this.#starts[part + 1]!];
    this.#sort(part);
    while (first < end) {
      const middle = (first + end) >>> 1;
      const at = order[middle]!;
      if (compareKeys(totals.points[at]!, totals.reachedAt[at]!, totals.players[at]!, points, reachedAt, player) < 0) first = middle + 1;
      else end = middle;
    }
    return first;
  }

  placesAt(ranks: readonly number[]): readonly OrderedPlace[] {
    const { players, points, reachedAt } = this.#totals;
    return ranks.map((rank) => {
      this.#sort(firstAbove(this.#starts, rank - 1, 0, PARTS + 1) - 1);
      const at = this.#order[rank - 1]!;
      return { player: players[at]!, rank, points: points[at]!, reachedAt: reachedAt[at]! };
    });
  }

  tiesAt(ranks: readonly number[]): readonly Tie[] {
    return tiesIn(this, ranks);
  }

  /** Puts a part in order, the first time that it is asked about. */
  #sort(part: number): void {
    if (this.#sorted.has(part)) return;
    this.#sorted.add(part);
    const places = this.#order.subarray(this.#starts[part], this.#starts[part + 1]);
    const { players, points, reachedAt } = this.#totals;
    const gathered = new GatheredTotals(places.length);
    for (const at of places) gathered.add(players[at]!, points[at]!, reachedAt[at]!);
    places.set(orderOfMany(gathered.columns).map((at) => places[at]!));
  }
}
