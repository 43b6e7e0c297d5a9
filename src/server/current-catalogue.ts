import { type Catalogue, catalogueSchema, EMPTY_CATALOGUE } from '../contract/catalogue.ts';
import type { PeriodKind } from '../domain/calendar.ts';

/** The catalogue as it is now. `version` changes with it. */
export class CurrentCatalogue {
  #catalogue: Catalogue = EMPTY_CATALOGUE;
  version = 0;

  get value(): Catalogue {
    return this.#catalogue;
  }

  /** What a rank wins on a board in a period; `''` where that is nothing. */
  prizes(board: string, kind: PeriodKind): (rank: number) => string {
    const rules = this.#catalogue.prizes.filter(
      (rule) => (rule.board === undefined || rule.board === board) && (rule.period === undefined || rule.period === kind),
    );
    return (rank) => rules.find(({ from, to = from }) => rank >= from && rank <= to)?.prize ?? '';
  }

  replace(catalogue: Catalogue): void {
    this.#catalogue = catalogueSchema.parse(catalogue);
    this.version += 1;
  }
}
