import type { Catalogue } from '../../../contract/catalogue.ts';
import type { PeriodKind } from '../../../domain/calendar.ts';
import { type PrizeGroup, prizeGroups } from '../../../domain/highlights/prize-groups.ts';

/** A catalogue's prizes by board and kind of period, cached because every answer needs them. */
export class PrizeRules {
  readonly #rules: Catalogue['prizes'];
  readonly #groups = new Map<string, readonly PrizeGroup[]>();

  constructor({ prizes }: Pick<Catalogue, 'prizes'>) {
    this.#rules = prizes;
  }

  /** The prizes of a board in a period of a kind, from the first rank down. */
  of(board: string, kind: PeriodKind): readonly PrizeGroup[] {
    const key = `${board} ${kind}`;
    const known = this.#groups.get(key);
    if (known !== undefined) return known;
    const isFor = (rule: Catalogue['prizes'][number]) =>
      (rule.board === undefined || rule.board === board) && (rule.period === undefined || rule.period === kind);
    const groups = prizeGroups(this.#rules.filter(isFor));
    this.#groups.set(key, groups);
    return groups;
  }
}
