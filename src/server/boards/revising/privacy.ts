import { type EventDetail, OPEN_PRIVACY, type Privacy, privacySchema } from '../../../contract/operation/privacy.ts';
import { audited } from '../../audit/audit-entry.ts';
import { type Changed, type DocumentOf, type DocumentTexts, KeptDocument } from '../../store/kept-document.ts';
import type { PointsStore } from '../../store/points-store.ts';
import type { Change } from '../../store/stored-values.ts';
import type { Committing } from '../points/commit-queue.ts';

/** Open where it was never set. */
export const PRIVACY: DocumentOf<Privacy> = {
  name: 'privacy',
  read: (text) => (text === undefined ? OPEN_PRIVACY : privacySchema.parse(JSON.parse(text))),
};

/** What it works with. */
export interface CurrentPrivacyParts extends Committing {
  readonly store: Pick<PointsStore, 'changeDocument'>;
}

/** What visitors may see of players, kept in the store. */
export class CurrentPrivacy {
  readonly #parts: CurrentPrivacyParts;
  readonly #kept: KeptDocument<Privacy>;

  constructor(parts: CurrentPrivacyParts, texts: DocumentTexts) {
    this.#parts = parts;
    this.#kept = new KeptDocument(PRIVACY, texts);
  }

  /** Takes in a change of the store. */
  follow(change: Change): void {
    this.#kept.follow(change);
  }

  get value(): Privacy {
    return this.#kept.value;
  }

  /** What everybody may read of the events behind a total. */
  get events(): EventDetail {
    return this.value.events;
  }

  /**
   * Resolves with the setting once it is durable and true of every answer. `still` is called inside the commit with what is there.
   * @throws as `still`.
   */
  async replace(privacy: Privacy, still: (kept: Privacy) => void = () => {}): Promise<Privacy> {
    const { store, commits, clock } = this.#parts;
    const told = audited<Changed<Privacy>>(clock(), ({ before, after }) => ({ act: 'set-privacy', before, after }));
    const change = (kept: Privacy) => {
      still(kept);
      return privacy;
    };
    await commits.betweenCommits(() => this.#kept.change(store, change, told));
    return privacy;
  }
}
