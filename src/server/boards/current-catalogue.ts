import { type Catalogue, catalogueSchema, EMPTY_CATALOGUE, keptCatalogueSchema } from '../../contract/catalogue.ts';
import type { PeriodKind } from '../../domain/calendar.ts';
import { type PrizeGroup, prizeGroups } from '../../domain/highlights/prize-groups.ts';
import { catalogueFaults } from './catalogue-faults.ts';
import type { LiveBoards } from './live-boards.ts';
import { followDocument } from '../store/follow-document.ts';
import type { PointsStore } from '../store/points-store.ts';
import { Problem } from '../http/problem.ts';
import { faultsOf } from '../http/schema-faults.ts';

/** The name the store keeps the catalogue under. */
const DOCUMENT = 'catalogue';

type Documents = Pick<PointsStore, 'document' | 'changeDocument' | 'follow'>;

/** The catalogue as it is now, kept in the store. */
export class CurrentCatalogue {
  readonly #documents: Documents;
  readonly #boards: LiveBoards;
  #catalogue = EMPTY_CATALOGUE;
  /** By board and kind of period: every answer about a board asks. */
  readonly #prizes = new Map<string, readonly PrizeGroup[]>();

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
    await followDocument(documents, DOCUMENT, (text) => {
      current.#catalogue = text === undefined ? EMPTY_CATALOGUE : catalogueFrom(text);
      current.#prizes.clear();
    });
    return current;
  }

  get value(): Catalogue {
    return this.#catalogue;
  }

  /** What can be won on a board in a period of a kind, from the first rank down. */
  prizes(board: string, kind: PeriodKind): readonly PrizeGroup[] {
    const key = `${board} ${kind}`;
    const known = this.#prizes.get(key);
    if (known !== undefined) return known;
    const groups = prizeGroups(
      this.#catalogue.prizes.filter(
        (rule) => (rule.board === undefined || rule.board === board) && (rule.period === undefined || rule.period === kind),
      ),
    );
    this.#prizes.set(key, groups);
    return groups;
  }

  /**
   * Puts a catalogue in place of the present one and resolves with it once it is durable; whoever listens to a
   * board is told, because prizes are shown on its rows.
   * @throws {Problem} bad-request naming each field of `sent` and the rule it breaks; nothing is changed then.
   */
  async replace(sent: unknown): Promise<Catalogue> {
    await this.#boards.commits.betweenCommits(() =>
      this.#documents.changeDocument(DOCUMENT, () => {
        const faults = catalogueFaults(
          sent,
          this.#boards.boards().map(({ name }) => name),
        );
        if (faults.length > 0) throw new Problem('bad-request', 'The catalogue is not valid. Nothing was changed.', faults);
        return JSON.stringify(catalogueSchema.parse(sent));
      }),
    );
    return catalogueSchema.parse(sent);
  }
}

function catalogueFrom(text: string): Catalogue {
  let kept: unknown;
  try {
    kept = JSON.parse(text);
  } catch {
    throw unreadable('it is not JSON');
  }
  const parsed = keptCatalogueSchema.safeParse(kept);
  if (parsed.success) return parsed.data;
  const [fault] = faultsOf(parsed.error);
  throw unreadable(`${fault!.field} ${fault!.rule}`);
}

function unreadable(why: string): Error {
  return new Error(
    `The catalogue in the database cannot be read: ${why}. It was not changed. Use the version of Laurels that wrote it, or a later one.`,
  );
}
