import type { TotalColumns } from '../../domain/order-of-many.ts';
import { grown } from '../store/grown.ts';

/** The least capacity after growing. */
const FIRST_ROOM = 16;

/** Collects totals for a `RankIndex`. */
export class GatheredTotals {
  #players: Uint32Array;
  #points: Float64Array;
  #reachedAt: Float64Array;
  #count = 0;

  /** Initial capacity for `room` totals. */
  constructor(room: number) {
    this.#players = new Uint32Array(room);
    this.#points = new Float64Array(room);
    this.#reachedAt = new Float64Array(room);
  }

  add(player: number, points: number, reachedAt: number): void {
    if (this.#count === this.#players.length) this.#grow(Math.max(FIRST_ROOM, this.#count * 2));
    this.#players[this.#count] = player;
    this.#points[this.#count] = points;
    this.#reachedAt[this.#count] = reachedAt;
    this.#count += 1;
  }

  /** Removes the totals of some players, and calls `removed` with each. */
  remove(isRemoved: (player: number) => boolean, removed: (player: number, points: number, reachedAt: number) => void): void {
    const { players, points, reachedAt } = this.columns;
    this.#count = 0;
    for (let i = 0; i < players.length; i += 1) {
      const player = players[i]!;
      if (isRemoved(player)) removed(player, points[i]!, reachedAt[i]!);
      // Never ahead of the one being read.
      else this.add(player, points[i]!, reachedAt[i]!);
    }
  }

  /** Valid until the next `add`. */
  get columns(): TotalColumns {
    const end = this.#count;
    return { players: this.#players.subarray(0, end), points: this.#points.subarray(0, end), reachedAt: this.#reachedAt.subarray(0, end) };
  }

  #grow(room: number): void {
    this.#players = grown(this.#players, new Uint32Array(room));
    this.#points = grown(this.#points, new Float64Array(room));
    this.#reachedAt = grown(this.#reachedAt, new Float64Array(room));
  }
}
