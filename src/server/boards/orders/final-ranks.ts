import { textOf } from '../../ranking/period-key.ts';
import type { PointsStore } from '../../store/points-store.ts';
import type { Change, PeriodKey } from '../../store/stored-values.ts';

/** Most ranks cached: some 10 MB. */
const MOST_RANKS = 100_000;

/** A cache of final ranks, which only a reopening changes. Boards show movement with one query, even without the database. */
export class FinalRanks {
  readonly #store: Pick<PointsStore, 'finalRanks'>;
  /** By text of the period's key, then by player; least recently begun first. `undefined` for unranked players. */
  readonly #held = new Map<string, Map<number, number | undefined>>();
  #size = 0;

  constructor(store: Pick<PointsStore, 'finalRanks'>) {
    this.#store = store;
  }

  /** Applies a change of the store. */
  follow(change: Change): void {
    if (change.kind === 'reopened') this.#forget(textOf(change.period));
  }

  /** The ranks of those `players` (by number) who are ranked in a closed period. */
  async of(period: PeriodKey, players: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const text = textOf(period);
    // If it is dropped meanwhile, the result is not cached.
    const held = this.#held.get(text) ?? new Map<number, number | undefined>();
    this.#held.set(text, held);
    const unknown = players.filter((player) => !held.has(player));
    const read = unknown.length === 0 ? undefined : await this.#store.finalRanks(period, unknown);
    const found = new Map(unknown.map((player) => [player, read?.get(player)]));
    const ranks = players.flatMap((player) => {
      const rank = found.has(player) ? found.get(player) : held.get(player);
      return rank === undefined ? [] : [[player, rank] as const];
    });
    if (this.#held.get(text) === held) this.#hold(held, found);
    return new Map(ranks);
  }

  #hold(held: Map<number, number | undefined>, found: ReadonlyMap<number, number | undefined>): void {
    const before = held.size;
    for (const [player, rank] of found) held.set(player, rank);
    this.#size += held.size - before;
    for (const [oldest] of this.#held) {
      if (this.#size <= MOST_RANKS) return;
      this.#forget(oldest);
    }
  }

  #forget(text: string): void {
    this.#size -= this.#held.get(text)?.size ?? 0;
    this.#held.delete(text);
  }
}
