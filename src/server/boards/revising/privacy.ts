import { type EventDetail, OPEN_PRIVACY, type Privacy, privacySchema } from '../../../contract/operation/privacy.ts';
import { audited } from '../../audit/audit-entry.ts';
import type { PointsStore } from '../../store/points-store.ts';
import type { Change } from '../../store/stored-values.ts';
import type { Committing } from '../points/commit-queue.ts';

/** The name the store keeps the setting under. */
const PRIVACY = 'privacy';

/** The setting as the store keeps it; open where none was ever set. */
export async function keptPrivacy(store: Pick<PointsStore, 'document'>): Promise<Privacy> {
  return privacyIn(await store.document(PRIVACY));
}

/** What it works with. */
export interface CurrentPrivacyParts extends Committing {
  readonly store: Pick<PointsStore, 'changeDocument'>;
}

/** What visitors may see of players, kept in the store. */
export class CurrentPrivacy {
  readonly #parts: CurrentPrivacyParts;
  #privacy: Privacy;

  /** `privacy`: as {@link keptPrivacy} has it. */
  constructor(parts: CurrentPrivacyParts, privacy: Privacy) {
    this.#parts = parts;
    this.#privacy = privacy;
  }

  /** Takes in a change of the store. */
  follow(change: Change): void {
    if (change.kind === 'document' && change.name === PRIVACY) this.#privacy = privacyIn(change.text);
  }

  get value(): Privacy {
    return this.#privacy;
  }

  /** What everybody may read of the events behind a total. */
  get events(): EventDetail {
    return this.#privacy.events;
  }

  /**
   * Resolves with the setting once it is durable and true of every answer. `still` is called inside the commit with what is there.
   * @throws as `still`.
   */
  async replace(privacy: Privacy, still: (kept: Privacy) => void = () => {}): Promise<Privacy> {
    const { store, commits, clock } = this.#parts;
    const told = audited<{ readonly before: string | undefined }>(clock(), ({ before }) => ({
      act: 'set-privacy',
      before: privacyIn(before),
      after: privacy,
    }));
    const change = (kept: string | undefined) => {
      still(privacyIn(kept));
      return JSON.stringify(privacy);
    };
    await commits.betweenCommits(() => store.changeDocument(PRIVACY, change, told));
    return privacy;
  }
}

function privacyIn(text: string | undefined): Privacy {
  return text === undefined ? OPEN_PRIVACY : privacySchema.parse(JSON.parse(text));
}
