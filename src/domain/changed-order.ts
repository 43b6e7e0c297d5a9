import { firstAbove } from './ascending.ts';

/** A player entering an order, and how many of its current players, including leaving ones, are ahead of their place. */
export interface Coming {
  readonly player: number;
  readonly before: number;
}

/** The player at a rank of a changed order: an entering player, by number, or a remaining one, by former rank. */
export type Standing = { readonly came: number } | { readonly stayed: number };

/** An order after some players leave and others enter, computed from current ranks. Ranks count from 1. */
export class ChangedOrder {
  /** Former ranks, ascending. */
  readonly #left: readonly number[];
  /** New ranks of entering players, best first. */
  readonly #come: ReadonlyMap<number, number>;
  readonly #befores: readonly number[];
  readonly #sizeBefore: number;

  /** `left`: ranks. `come`: best first. A player who moves is in both. */
  constructor(size: number, left: readonly number[], come: readonly Coming[]) {
    this.#sizeBefore = size;
    this.#befores = come.map(({ before }) => before);
    this.#left = Array.from(Uint32Array.from(left).toSorted());
    this.#come = new Map(come.map(({ player, before }, i) => [player, before - this.#leftUpTo(before) + i + 1]));
  }

  get size(): number {
    return this.#sizeBefore - this.#left.length + this.#come.size;
  }

  /** The new rank of the player at a rank; `undefined` if they leave. */
  rankAfter(rank: number): number | undefined {
    if (this.#leftUpTo(rank) !== this.#leftUpTo(rank - 1)) return undefined;
    return rank - this.#leftUpTo(rank) + this.#comeBefore(rank);
  }

  /** The rank of an entering player; `undefined` for any other player. */
  rankOf(player: number): number | undefined {
    return this.#come.get(player);
  }

  /** The player at a new rank, which must exist. */
  at(rank: number): Standing {
    let stayed = rank;
    for (const [player, came] of this.#come) {
      if (came === rank) return { came: player };
      if (came < rank) stayed -= 1;
    }
    for (const left of this.#left) if (left <= stayed) stayed += 1;
    return { stayed };
  }

  /** How many of the remaining players would change rank. */
  moved(): number {
    // Between two consecutive edges, everyone moves by the same number of ranks.
    const edges = [...this.#left, ...this.#left.map((rank) => rank + 1), ...this.#befores.map((before) => before + 1)];
    const starts = Uint32Array.from([1, ...edges, this.#sizeBefore + 1]).toSorted();
    let [moved, left, come] = [0, 0, 0];
    for (let i = 0; i + 1 < starts.length; i += 1) {
      const start = starts[i]!;
      while (this.#left[left]! < start) left += 1;
      while (this.#befores[come]! < start) come += 1;
      if (this.#left[left] !== start && left !== come) moved += starts[i + 1]! - start;
    }
    return moved;
  }

  #leftUpTo(rank: number): number {
    return firstAbove(this.#left, rank, 0, this.#left.length);
  }

  #comeBefore(rank: number): number {
    return firstAbove(this.#befores, rank - 1, 0, this.#befores.length);
  }
}
