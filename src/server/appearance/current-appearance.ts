import { hash } from 'node:crypto';

import { type Appearance, keptAppearanceSchema, NO_APPEARANCE } from '../../contract/operation/appearance.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { Problem } from '../http/problem.ts';
import { storedDocument } from '../http/stored-document.ts';
import { type Changed, type DocumentOf, KeptDocument } from '../store/kept-document.ts';
import type { PointsStore } from '../store/points-store.ts';
import { LOGO, type RecordChange } from '../store/records.ts';
import { checkedAppearance } from './checked-appearance.ts';
import { lookOf, type SiteLook } from './site-look.ts';

/** An appearance, and what is shown of it. */
interface Shown {
  readonly appearance: Appearance;
  readonly look: SiteLook;
}

const shown = (appearance: Appearance): Shown => ({ appearance, look: lookOf(appearance) });

/** The site's own where none was ever set. Reading throws an Error that says what to do, where the store has one this program cannot read. */
const APPEARANCE: DocumentOf<Shown> = {
  name: 'appearance',
  read: (text) => shown(text === undefined ? NO_APPEARANCE : storedDocument(text, keptAppearanceSchema, 'appearance')),
  written: ({ appearance }) => appearance,
};

type Boards = Pick<LiveBoards, 'commits' | 'clock' | 'store'>;

/** The appearance as it is now, kept in the store. */
export class CurrentAppearance {
  readonly #documents: Pick<PointsStore, 'changeDocument'>;
  readonly #boards: Boards;
  readonly #kept: KeptDocument<Shown>;

  private constructor(documents: Pick<PointsStore, 'changeDocument'>, boards: Boards, kept: KeptDocument<Shown>) {
    this.#documents = documents;
    this.#boards = boards;
    this.#kept = kept;
  }

  /**
   * Reads the appearance from the store; the site's own where none was ever set.
   * @throws {Error} saying what to do, where the store has one this program cannot read. It is left as it is.
   */
  static async open(documents: Pick<PointsStore, 'document' | 'changeDocument' | 'follow'>, boards: Boards): Promise<CurrentAppearance> {
    return new CurrentAppearance(documents, boards, await KeptDocument.open(documents, APPEARANCE));
  }

  get value(): Appearance {
    return this.#kept.value.appearance;
  }

  /** What is shown of it. */
  get look(): SiteLook {
    return this.#kept.value.look;
  }

  /**
   * Puts an appearance in place of the present one and resolves with it once it is durable. Pages have it from then on.
   * `still` is called inside the commit with what is there.
   * @throws {Problem} bad-request naming each field of `sent` and the rule it breaks; nothing is changed then. As `still`.
   */
  async replace(sent: unknown, still: (kept: Appearance) => void = () => {}): Promise<Appearance> {
    const { faults, appearance } = await checkedAppearance(sent);
    if (appearance === undefined) throw new Problem('bad-request', 'The appearance is not valid. Nothing was changed.', faults);
    await this.#put(appearance, still);
    return appearance;
  }

  /** What the audit log would tell of it now: of its logo the SHA-256. */
  get inShort(): Appearance {
    return inShort(this.value);
  }

  /** Puts an appearance that was there before in place of the present one, as the audit log tells it, with its logo. */
  async bringBack({ logo: told, ...others }: Appearance): Promise<void> {
    let { logo } = this.value;
    if (told === undefined) logo = undefined;
    else if (logo === undefined || markOf(logo) !== told) {
      const record = await this.#boards.store.record(LOGO, told);
      logo = record && (JSON.parse(record.text) as { readonly logo: string }).logo;
    }
    await this.#put({ ...others, ...(logo !== undefined && { logo }) });
  }

  async #put(appearance: Appearance, still: (kept: Appearance) => void = () => {}): Promise<void> {
    const at = this.#boards.clock();
    const records = {
      change(_: unknown, { before: { appearance: was } }: Changed<Shown>): readonly RecordChange[] {
        const entry = auditEntry({ act: 'set-appearance', before: inShort(was), after: inShort(appearance) }, at);
        if (was.logo === undefined || was.logo === appearance.logo) return [entry];
        // By what the log tells of it: so that it can come back.
        return [entry, { kind: LOGO, id: markOf(was.logo), at, state: '', text: JSON.stringify({ logo: was.logo }) }];
      },
    };
    const change = (kept: Shown) => {
      still(kept.appearance);
      return shown(appearance);
    };
    await this.#boards.commits.betweenCommits(() => this.#kept.change(this.#documents, change, records));
  }
}

/** As the audit log has it: of its logo the SHA-256, so that it can be told from others and is not repeated in full. */
function inShort({ logo, ...others }: Appearance): Appearance {
  return logo === undefined ? others : { ...others, logo: markOf(logo) };
}

function markOf(logo: string): string {
  return `SHA-256 ${hash('sha256', logo)}`;
}
