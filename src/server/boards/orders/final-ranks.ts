import { textOf } from '../../ranking/period-key.ts';
import type { PointsStore } from '../../store/points-store.ts';
import type { Change, PeriodKey } from '../../store/stored-values.ts';

/** How many ranks are held at most: some 10 MB. */
const MOST_RANKS = 100_000;

/**
 * The final ranks of players that were asked for before. Of a closed period they stay, unless it is opened again: so a
 * board tells how far each moved, and the database is asked once, and may be away.
 */
export class FinalRanks {
  readonly #store: Pick<PointsStore, 'finalRanks'>;
  /** By the text of the period's key, then by player; last begun, last forgotten. `undefined` of who is not ranked. */
  readonly #held = new Map<string, Map<number, number | undefined>>();
  #size = 0;

  constructor(store: Pick<PointsStore, 'finalRanks'>) {
    this.#store = store;
  }

  /** Takes in a change of the store. */
  follow(change: Change): void {
    if (change.kind === 'reopened') this.#forget(textOf(change.period));
  }

  /** The ranks of those of some players (by number) who are ranked in a period that is closed. */
  async of(period: PeriodKey, players: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const text = textOf(period);
    // One that is forgotten meanwhile takes what is read no further.
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
