import { compareKeys } from '../../domain/ordering.ts';
import { firstPlace } from '../../domain/ascending.ts';
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
    const place = this.#before(key);
    this.#come.splice(this.#comeBefore(key), 0, key);
    this.#moved.set(player, key);
    return { rankBefore, rank: place.rank, above: place.above };
  }

  /** Where a total of a player who has no place here would stand. */
  placeFor(player: number, points: number, reachedAt: number): PendingPlace {
    return this.#before({ player, points, reachedAt });
  }

  /** Takes a player off, and tells the rank they had. */
  #leave(player: number): number | undefined {
    const earlier = this.#moved.get(player);
    if (earlier !== undefined) {
      const { rank } = this.#before(earlier);
      this.#come.splice(this.#comeBefore(earlier), 1);
      return rank;
    }
    const total = this.#order.totalOf(player);
    if (total === undefined) return undefined;
    const key = { player, points: total.points, reachedAt: total.reachedAt };
    const there = this.#order.countBefore(player, key.points, key.reachedAt) + 1;
    const left = this.#leftUpTo(there);
    const rank = there - left + this.#comeBefore(key);
    this.#left.splice(left, 0, there);
    return rank;
  }

  #before(key: Key): PendingPlace {
    const stayed = this.#order.countBefore(key.player, key.points, key.reachedAt);
    const come = this.#comeBefore(key);
    const aboveThere = this.#lastStayed(stayed);
    const aboveCome = this.#come[come - 1]?.points;
    return {
      rank: stayed - this.#leftUpTo(stayed) + come + 1,
      // Of two in front, the one with fewer points is closer.
      above: aboveThere === undefined || aboveCome === undefined ? (aboveThere ?? aboveCome) : Math.min(aboveThere, aboveCome),
    };
  }

  /** The points on the last of the order's ranks up to one that nobody left. */
  #lastStayed(upTo: number): number | undefined {
    const left = this.#leftUpTo(upTo);
    let rank = upTo;
    if (this.#left[left - 1] === upTo) {
      // The ranks that follow each other up to this one are all left: it is the rank before the first of them.
      const gap = upTo - (left - 1);
      rank = this.#left[firstPlace(0, left, (i) => this.#left[i]! - i < gap)]! - 1;
    }
    return rank === 0 ? undefined : this.#order.pointsOn(rank);
  }

  #leftUpTo(rank: number): number {
    return firstPlace(0, this.#left.length, (i) => this.#left[i]! <= rank);
  }

  #comeBefore({ player, points, reachedAt }: Key): number {
    return firstPlace(0, this.#come.length, (i) => {
      const other = this.#come[i]!;
      return compareKeys(other.points, other.reachedAt, other.player, points, reachedAt, player) < 0;
    });
  }
}
