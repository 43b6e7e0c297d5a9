import { type Catalogue, catalogueSchema } from '../../contract/catalogue.ts';
import type { PeriodKind } from '../../domain/calendar.ts';
import type { PrizeGroup } from '../../domain/highlights/prize-groups.ts';
import { audited } from '../audit/audit-entry.ts';
import { catalogueFaults } from './catalogue-faults.ts';
import { CATALOGUE } from './settling/kept-catalogue.ts';
import type { LiveBoards } from './live-boards.ts';
import { type Changed, KeptDocument } from '../store/kept-document.ts';
import type { PointsStore } from '../store/points-store.ts';
import { Problem } from '../http/problem.ts';

/** The catalogue as it is now, kept in the store. */
export class CurrentCatalogue {
  readonly #documents: Pick<PointsStore, 'changeDocument'>;
  readonly #boards: LiveBoards;
  readonly #kept: KeptDocument<Catalogue>;

  private constructor(documents: Pick<PointsStore, 'changeDocument'>, boards: LiveBoards, kept: KeptDocument<Catalogue>) {
    this.#documents = documents;
    this.#boards = boards;
    this.#kept = kept;
  }

  /**
   * Reads the catalogue from the store; an empty one where none was ever set.
   * @throws {Error} saying what to do, where the store has one this program cannot read. It is left as it is.
   */
  static async open(documents: Pick<PointsStore, 'document' | 'changeDocument' | 'follow'>, boards: LiveBoards): Promise<CurrentCatalogue> {
    return new CurrentCatalogue(documents, boards, await KeptDocument.open(documents, CATALOGUE));
  }

  get value(): Catalogue {
    return this.#kept.value;
  }

  /** What can be won on a board in a period of a kind, from the first rank down. */
  prizes(board: string, kind: PeriodKind): readonly PrizeGroup[] {
    return this.#boards.reviews.prizes(board, kind);
  }

  /**
   * Puts a catalogue in place of the present one and resolves with it once it is durable; whoever listens to a
   * board is told, because prizes are shown on its rows. What a period that is over wins is settled before.
   * `still` is called inside the commit with what is there.
   * @throws {Problem} bad-request naming each field of `sent` and the rule it breaks; nothing is changed then. As `still`.
   */
  async replace(sent: unknown, still: (kept: Catalogue) => void = () => {}): Promise<Catalogue> {
    const { reviews, commits, clock } = this.#boards;
    await reviews.beginDue();
    const change = (kept: Catalogue) => {
      still(kept);
      const faults = catalogueFaults(
        sent,
        this.#boards.boards().map(({ name }) => name),
      );
      if (faults.length > 0) throw new Problem('bad-request', 'The catalogue is not valid. Nothing was changed.', faults);
      return catalogueSchema.parse(sent);
    };
    const told = audited<Changed<Catalogue>>(clock(), ({ before, after }) => ({ act: 'set-catalogue', before, after }));
    await commits.betweenCommits(() => this.#kept.change(this.#documents, change, told));
    return catalogueSchema.parse(sent);
  }
}
