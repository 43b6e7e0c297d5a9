// Ranks totals that are read once, and sorts only those needed.
import { firstAbove } from '../../domain/ascending.ts';
import { orderOfMany, type TotalColumns } from '../../domain/order-of-many.ts';
import { compareKeys } from '../../domain/ordering.ts';
import type { Tie } from '../../domain/ranking.ts';
import { GatheredTotals } from './gathered-totals.ts';
import { type FieldOrder, type OrderedPlace, tiesIn } from './player-order.ts';

/** Number of buckets. */
const PARTS = 4096;

/**
 * The order of totals that are read once and then discarded, such as those of a past moment: they are bucketed by points, and only
 * requested buckets are sorted. A page among a million takes some passes over them, where sorting would take a tenth of a second.
 */
export class MomentOrder implements FieldOrder {
  readonly #totals: TotalColumns;
  /** Column indexes by bucket, most points first. */
  readonly #order: Uint32Array;
  /** Start of each bucket, followed by the end of the last. */
  readonly #starts = new Uint32Array(PARTS + 1);
  readonly #sorted = new Set<number>();
  readonly #highest: number;
  /** Multiplier from the distance to the highest points to the bucket. */
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

  /** Finds the players in one pass over all totals. */
  ranksOf(players: readonly number[]): readonly number[] {
    const { players: numbers, points, reachedAt } = this.#totals;
    const isWanted = new Uint8Array(players.reduce((highest, player) => Math.max(highest, player), 0) + 1);
    for (const player of players) isWanted[player] = 1;
    const ranks: number[] = [];
    for (let at = 0; at < numbers.length; at += 1) {
      const player = numbers[at]!;
      if (isWanted[player] === 1) ranks.push(this.countBefore(player, points[at]!, reachedAt[at]!) + 1);
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

  /** Sorts a bucket on first use. */
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
