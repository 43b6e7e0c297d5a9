import type { TotalColumns } from '../../domain/order-of-many.ts';
import { grown } from '../store/grown.ts';

/** Gathers totals for a `RankIndex`: some at a time, and how many there will be is not known before. */
export class GatheredTotals {
  #players = new Uint32Array(16);
  #points = new Float64Array(16);
  #reachedAt = new Float64Array(16);
  #count = 0;

  add(player: number, points: number, reachedAt: number): void {
    if (this.#count === this.#players.length) {
      this.#players = grown(this.#players, new Uint32Array(this.#count * 2));
      this.#points = grown(this.#points, new Float64Array(this.#count * 2));
      this.#reachedAt = grown(this.#reachedAt, new Float64Array(this.#count * 2));
    }
    this.#players[this.#count] = player;
    this.#points[this.#count] = points;
    this.#reachedAt[this.#count] = reachedAt;
    this.#count += 1;
  }

  /** Good until the next is added. */
  get columns(): TotalColumns {
    const end = this.#count;
    return { players: this.#players.subarray(0, end), points: this.#points.subarray(0, end), reachedAt: this.#reachedAt.subarray(0, end) };
  }
}
