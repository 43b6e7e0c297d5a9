import { compareKeys } from '../../domain/ordering.ts';
import { MomentOrder, type Totals } from './moment-order.ts';
import type { FieldOrder } from './player-order.ts';

/** The order of a moment that is over, to be entered from a player or a total too. Each entering is a pass over all totals. */
export class MomentField extends MomentOrder implements FieldOrder {
  readonly #totals: Totals;

  constructor(totals: Totals) {
    super(totals);
    this.#totals = totals;
  }

  rankOf(player: number): number | undefined {
    return this.among([player]).ranks([1, 1])[0];
  }

  ranksOf(players: readonly number[]): readonly number[] {
    return this.among(players).ranks([1, players.length]);
  }

  countBefore(player: number, points: number, reachedAt: number): number {
    const totals = this.#totals;
    let before = 0;
    for (let at = 0; at < this.size; at += 1) {
      const isBefore = compareKeys(totals.points[at]!, totals.reachedAt[at]!, totals.players[at]!, points, reachedAt, player) < 0;
      if (isBefore) before += 1;
    }
    return before;
  }
}
