import type { TotalColumns } from '../../domain/order-of-many.ts';

/** Collects up to `room` totals for a `RankIndex`. */
export class GatheredTotals {
  readonly #players: Uint32Array;
  readonly #points: Float64Array;
  readonly #reachedAt: Float64Array;
  #count = 0;

  constructor(room: number) {
    this.#players = new Uint32Array(room);
    this.#points = new Float64Array(room);
    this.#reachedAt = new Float64Array(room);
  }

  add(player: number, points: number, reachedAt: number): void {
    this.#players[this.#count] = player;
    this.#points[this.#count] = points;
    this.#reachedAt[this.#count] = reachedAt;
    this.#count += 1;
  }

  /** Valid until the next `add`. */
  get columns(): TotalColumns {
    const end = this.#count;
    return { players: this.#players.subarray(0, end), points: this.#points.subarray(0, end), reachedAt: this.#reachedAt.subarray(0, end) };
  }
}
