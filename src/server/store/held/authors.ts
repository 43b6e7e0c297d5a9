import type { Author, NewEvent } from '../stored-values.ts';

/** The numbers of authors in a database. Its rows never change, so a cached number stays valid. */
export class Authors {
  readonly #numbers = new Map<string, number>();
  readonly #numberIn: (by: string, imported: string) => Promise<number> | number;

  /** `numberIn` finds an author's row, or inserts it durably. */
  constructor(numberIn: (by: string, imported: string) => Promise<number> | number) {
    this.#numberIn = numberIn;
  }

  /** Makes the authors of events known to {@link numberOf}. */
  async meet(events: readonly NewEvent[]): Promise<void> {
    for (const { author } of events) {
      if (author === undefined || this.numberOf(author) !== null) continue;
      this.#numbers.set(nameOf(author), await this.#numberIn(author.by, author.import ?? ''));
    }
  }

  /** `null` for an unknown author. */
  numberOf(author: Author | undefined): number | null {
    return author === undefined ? null : (this.#numbers.get(nameOf(author)) ?? null);
  }
}

function nameOf({ by, import: imported = '' }: Author): string {
  return `${by} ${imported}`;
}
