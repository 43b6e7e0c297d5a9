import { compareKeys } from '../../domain/ordering.ts';
import { firstAbove, firstPlace } from '../../domain/ascending.ts';
import type { RankIndex } from './rank-index.ts';

/** A total in an order; `reachedAt` is epoch milliseconds. */
interface Key {
  readonly player: number;
  readonly points: number;
  readonly reachedAt: number;
}

/** The rank of a total, and the points of the player one rank above, `undefined` for the leader. */
export interface PendingPlace {
  readonly rank: number;
  readonly above: number | undefined;
}

/** An order as it will be once a commit is durable: vacated ranks and new totals on top of the order, which others still see. */
export class PendingOrder {
  readonly #order: RankIndex;
  /** New totals by player, replacing those in the order. */
  readonly #moved = new Map<number, Key>();
  /** Best first. */
  readonly #come: Key[] = [];
  /** Vacated ranks in the order, ascending. */
  readonly #left: number[] = [];

  constructor(order: RankIndex) {
    this.#order = order;
  }

  /** Moves a player to a new total; `rankBefore` is `undefined` if they had none. */
  move(player: number, points: number, reachedAt: number): PendingPlace & { readonly rankBefore: number | undefined } {
    const rankBefore = this.#leave(player);
    const key = { player, points, reachedAt };
    const come = this.#comeBefore(key);
    const { rank, above } = this.#place(key, come);
    insert(this.#come, come, key);
    this.#moved.set(player, key);
    return { rankBefore, rank, above };
  }

  /** The rank that a total of a player who is not in the order would have. */
  placeFor(player: number, points: number, reachedAt: number): PendingPlace {
    const key = { player, points, reachedAt };
    return this.#place(key, this.#comeBefore(key));
  }

  /** Removes a player, and returns their rank. */
  #leave(player: number): number | undefined {
    const earlier = this.#moved.get(player);
    if (earlier !== undefined) {
      const come = this.#comeBefore(earlier);
      this.#come.splice(come, 1);
      const stayed = this.#order.countBefore(player, earlier.points, earlier.reachedAt);
      return stayed - this.#leftUpTo(stayed) + come + 1;
    }
    const total = this.#order.totalOf(player);
    if (total === undefined) return undefined;
    const there = this.#order.countBefore(player, total.points, total.reachedAt) + 1;
    const left = this.#leftUpTo(there);
    insert(this.#left, left, there);
    return there - left + this.#comeBefore({ player, points: total.points, reachedAt: total.reachedAt });
  }

  /** The rank of a total that comes after `come` of the new ones. */
  #place({ player, points, reachedAt }: Key, come: number): PendingPlace {
    const { before, above } = this.#order.placeFor(player, points, reachedAt);
    const left = this.#leftUpTo(before);
    const aboveThere = this.#left[left - 1] === before ? this.#lastStayed(before, left) : above;
    const aboveCome = come === 0 ? undefined : this.#come[come - 1]!.points;
    return {
      rank: before - left + come + 1,
      // Of the two in front, the closer one has fewer points.
      above: aboveThere === undefined || aboveCome === undefined ? (aboveThere ?? aboveCome) : Math.min(aboveThere, aboveCome),
    };
  }

  /** The points at the last rank up to `upTo` that was not vacated; `left` ranks up to there were. */
  #lastStayed(upTo: number, left: number): number | undefined {
    // Consecutive vacated ranks end here: it is the rank before the first of them.
    const gap = upTo - (left - 1);
    const rank = this.#left[firstPlace(0, left, (i) => this.#left[i]! - i < gap)]! - 1;
    return rank === 0 ? undefined : this.#order.pointsOn(rank);
  }

  /** The number of vacated ranks up to a rank. */
  #leftUpTo(rank: number): number {
    return firstAbove(this.#left, rank, 0, this.#left.length);
  }

  #comeBefore({ player, points, reachedAt }: Key): number {
    let first = 0;
    let end = this.#come.length;
    while (first < end) {
      const middle = (first + end) >>> 1;
      const other = this.#come[middle]!;
      if (compareKeys(other.points, other.reachedAt, other.player, points, reachedAt, player) < 0) first = middle + 1;
      else end = middle;
    }
    return first;
  }
}

/** Most values go to the end, where pushing is faster than splicing. */
function insert<T>(values: T[], place: number, value: T): void {
  if (place === values.length) values.push(value);
  else values.splice(place, 0, value);
}
