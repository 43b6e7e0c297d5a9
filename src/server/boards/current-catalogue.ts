import { type Catalogue, catalogueSchema, EMPTY_CATALOGUE } from '../../contract/catalogue.ts';
import type { PeriodKind } from '../../domain/calendar.ts';
import type { PrizeGroup } from '../../domain/highlights/prize-groups.ts';
import { audited } from '../audit/audit-entry.ts';
import { catalogueFaults } from './catalogue-faults.ts';
import { CATALOGUE, catalogueFrom } from './settling/kept-catalogue.ts';
import type { LiveBoards } from './live-boards.ts';
import { PrizeRules } from './settling/prize-rules.ts';
import { followDocument } from '../store/follow-document.ts';
import type { PointsStore } from '../store/points-store.ts';
import { Problem } from '../http/problem.ts';

type Documents = Pick<PointsStore, 'document' | 'changeDocument' | 'follow'>;

/** The catalogue as it is now, kept in the store. */
export class CurrentCatalogue {
  readonly #documents: Documents;
  readonly #boards: LiveBoards;
  #catalogue = EMPTY_CATALOGUE;
  #rules = new PrizeRules(EMPTY_CATALOGUE);

  private constructor(documents: Documents, boards: LiveBoards) {
    this.#documents = documents;
    this.#boards = boards;
  }

  /**
   * Reads the catalogue from the store; an empty one where none was ever set.
   * @throws {Error} saying what to do, where the store has one this program cannot read. It is left as it is.
   */
  static async open(documents: Documents, boards: LiveBoards): Promise<CurrentCatalogue> {
    const current = new CurrentCatalogue(documents, boards);
    await followDocument(documents, CATALOGUE, (text) => {
      current.#catalogue = catalogueFrom(text);
      current.#rules = new PrizeRules(current.#catalogue);
    });
    return current;
  }

  get value(): Catalogue {
    return this.#catalogue;
  }

  /** What can be won on a board in a period of a kind, from the first rank down. */
  prizes(board: string, kind: PeriodKind): readonly PrizeGroup[] {
    return this.#rules.of(board, kind);
  }

  /**
   * Puts a catalogue in place of the present one and resolves with it once it is durable; whoever listens to a
   * board is told, because prizes are shown on its rows. What a period that is over wins is settled before.
   * `still` is called inside the commit with what is there.
   * @throws {Problem} bad-request naming each field of `sent` and the rule it breaks; nothing is changed then. As `still`.
   */
  async replace(sent: unknown, still: (kept: Catalogue) => void = () => {}): Promise<Catalogue> {
    await this.#boards.reviews.beginDue();
    const change = (kept: string | undefined) => {
      still(catalogueFrom(kept));
      const faults = catalogueFaults(
        sent,
        this.#boards.boards().map(({ name }) => name),
      );
      if (faults.length > 0) throw new Problem('bad-request', 'The catalogue is not valid. Nothing was changed.', faults);
      return JSON.stringify(catalogueSchema.parse(sent));
    };
    const told = audited<Texts>(this.#boards.clock(), ({ before, after }) => ({
      act: 'set-catalogue',
      before: catalogueFrom(before),
      after: JSON.parse(after),
    }));
    await this.#boards.commits.betweenCommits(() => this.#documents.changeDocument(CATALOGUE, change, told));
    return catalogueSchema.parse(sent);
  }
}

/** A document before a change, and after it. */
interface Texts {
  readonly before: string | undefined;
  readonly after: string;
}
