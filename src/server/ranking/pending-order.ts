import { compareKeys } from '../../domain/ordering.ts';
import { firstAbove, firstPlace } from '../../domain/ascending.ts';
import type { RankIndex } from './rank-index.ts';

/** A total as an order counts it; `reachedAt` is epoch milliseconds. */
interface Key {
  readonly player: number;
  readonly points: number;
  readonly reachedAt: number;
}

/** Where a total stands: its rank, and the points of the player one place above, `undefined` for the leader. */
export interface PendingPlace {
  readonly rank: number;
  readonly above: number | undefined;
}

/**
 * An order as it will be once a commit is durable, while everybody else still sees it as it is. Holds what the commit
 * moves, beside the order: the ranks that will be left, and the totals that will come.
 */
export class PendingOrder {
  readonly #order: RankIndex;
  /** The totals that are there instead of the order's, by player. */
  readonly #moved = new Map<number, Key>();
  /** Best first. */
  readonly #come: Key[] = [];
  /** The ranks of the order that those who moved had in it, ascending. */
  readonly #left: number[] = [];

  constructor(order: RankIndex) {
    this.#order = order;
  }

  /** Puts a player on a total, in place of the one they had; `rankBefore` is `undefined` if they had none. */
  move(player: number, points: number, reachedAt: number): PendingPlace & { readonly rankBefore: number | undefined } {
    const rankBefore = this.#leave(player);
    const key = { player, points, reachedAt };
    const come = this.#comeBefore(key);
    const { rank, above } = this.#place(key, come);
    insert(this.#come, come, key);
    this.#moved.set(player, key);
    return { rankBefore, rank, above };
  }

  /** Where a total of a player who has no place here would stand. */
  placeFor(player: number, points: number, reachedAt: number): PendingPlace {
    const key = { player, points, reachedAt };
    return this.#place(key, this.#comeBefore(key));
  }

  /** Takes a player off, and tells the rank they had. */
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

  /** Where a total stands behind so many of those that came. */
  #place({ player, points, reachedAt }: Key, come: number): PendingPlace {
    const { before, above } = this.#order.placeFor(player, points, reachedAt);
    const left = this.#leftUpTo(before);
    const aboveThere = this.#left[left - 1] === before ? this.#lastStayed(before, left) : above;
    const aboveCome = come === 0 ? undefined : this.#come[come - 1]!.points;
    return {
      rank: before - left + come + 1,
      // Of two in front, the one with fewer points is closer.
      above: aboveThere === undefined || aboveCome === undefined ? (aboveThere ?? aboveCome) : Math.min(aboveThere, aboveCome),
    };
  }

  /** The points on the last of the order's ranks in front of one that was left, and of those before it, that nobody left. */
  #lastStayed(upTo: number, left: number): number | undefined {
    // The ranks that follow each other up to this one are all left: it is the rank before the first of them.
    const gap = upTo - (left - 1);
    const rank = this.#left[firstPlace(0, left, (i) => this.#left[i]! - i < gap)]! - 1;
    return rank === 0 ? undefined : this.#order.pointsOn(rank);
  }

  /** How many of the ranks up to one are left. */
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

/** Most come one at a time, and to the end: that is quicker than making room. */
function insert<T>(values: T[], place: number, value: T): void {
  if (place === values.length) values.push(value);
  else values.splice(place, 0, value);
}
