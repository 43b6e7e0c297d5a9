import { type Catalogue, catalogueSchema } from '../../contract/catalogue.ts';
import type { PeriodKind } from '../../domain/calendar.ts';
import { type Activity, activityFinder } from '../../domain/earning/activity.ts';
import type { PrizeGroup } from '../../domain/highlights/prize-groups.ts';
import { Problem } from '../http/problem.ts';
import { catalogueFaults } from './catalogue-faults.ts';
import type { BoardList } from './points/board-list.ts';
import type { KeepingDocuments } from './points/commit-queue.ts';
import { KeptSetting } from './points/kept-setting.ts';
import { CATALOGUE } from './settling/kept-catalogue.ts';
import type { Reviews } from './settling/reviews.ts';

interface CatalogueParts extends KeepingDocuments {
  readonly boards: Pick<BoardList, 'boards'>;
  readonly reviews: Pick<Reviews, 'prizes' | 'beginDue'>;
}

/** The current catalogue, kept in the store. */
export class CurrentCatalogue {
  readonly #parts: CatalogueParts;
  readonly #setting: KeptSetting<Catalogue>;
  #finder: { readonly of: Catalogue; readonly find: (named: string) => Activity | undefined } | undefined;

  constructor(parts: CatalogueParts) {
    this.#parts = parts;
    this.#setting = new KeptSetting(parts, CATALOGUE, 'set-catalogue');
  }

  get value(): Catalogue {
    return this.#setting.value;
  }

  /** The catalogue's activity that an event names by its id or title, if any. */
  activity(named: string): Activity | undefined {
    const { value } = this;
    if (this.#finder?.of !== value) this.#finder = { of: value, find: activityFinder(value.activities) };
    return this.#finder.find(named);
  }

  /** The public name of an event's activity: its title, or else the event's text. */
  titleOf(named: string): string {
    return this.activity(named)?.title ?? named;
  }

  /** The prizes of a board in a period of a kind, from the first rank down. */
  prizes(board: string, kind: PeriodKind): readonly PrizeGroup[] {
    return this.#parts.reviews.prizes(board, kind);
  }

  /**
   * Replaces the catalogue and resolves with it once it is durable and pages are notified, since rows show prizes. Fixes the prizes of
   * ended periods first. `still`: called inside the commit with the current catalogue.
   * @throws {Problem} bad-request naming each invalid field of `sent` and its rule; nothing is changed then. As `still`.
   */
  async replace(sent: unknown, still: (kept: Catalogue) => void = () => {}): Promise<Catalogue> {
    const { boards, reviews } = this.#parts;
    await reviews.beginDue();
    return this.#setting.change((kept) => {
      still(kept);
      const names = boards.boards().map(({ name }) => name);
      const faults = catalogueFaults(sent, names);
      if (faults.length > 0) throw new Problem('bad-request', 'The catalogue is not valid. Nothing was changed.', faults);
      return catalogueSchema.parse(sent);
    });
  }
}
