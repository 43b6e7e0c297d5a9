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

interface Shown {
  readonly appearance: Appearance;
  readonly look: SiteLook;
}

const shown = (appearance: Appearance): Shown => ({ appearance, look: lookOf(appearance) });

/** Defaults if never set. Reading throws an Error with advice if this version cannot read it. */
const APPEARANCE: DocumentOf<Shown> = {
  name: 'appearance',
  read: (text) => shown(text === undefined ? NO_APPEARANCE : storedDocument(text, keptAppearanceSchema, 'appearance')),
  written: ({ appearance }) => appearance,
};

type Boards = Pick<LiveBoards, 'commits' | 'clock' | 'store'>;

/** The current appearance, kept in the store. */
export class CurrentAppearance {
  readonly #documents: Pick<PointsStore, 'changeDocument'>;
  readonly #boards: Boards;
  readonly #kept: KeptDocument<Shown>;

  private constructor(documents: Pick<PointsStore, 'changeDocument'>, boards: Boards, kept: KeptDocument<Shown>) {
    this.#documents = documents;
    this.#boards = boards;
    this.#kept = kept;
  }

  /** Reads the stored appearance, or the defaults. @throws {Error} with advice, if this version cannot read it. */
  static async open(documents: Pick<PointsStore, 'document' | 'changeDocument' | 'follow'>, boards: Boards): Promise<CurrentAppearance> {
    return new CurrentAppearance(documents, boards, await KeptDocument.open(documents, APPEARANCE));
  }

  get value(): Appearance {
    return this.#kept.value.appearance;
  }

  get look(): SiteLook {
    return this.#kept.value.look;
  }

  /**
   * Replaces the appearance, and resolves once it is durable. `still` is called inside the commit with the stored one.
   * @throws {Problem} bad-request with all errors in `sent`; as `still`. Nothing changes then.
   */
  async replace(sent: unknown, still: (kept: Appearance) => void = () => {}): Promise<Appearance> {
    const { faults, appearance } = await checkedAppearance(sent);
    if (appearance === undefined) throw new Problem('bad-request', 'The appearance is invalid. Nothing was changed.', faults);
    await this.#put(appearance, still);
    return appearance;
  }

  /** The current appearance for the audit log, with the SHA-256 of its logo. */
  get inShort(): Appearance {
    return inShort(this.value);
  }

  /** Restores an appearance from the audit log, with its logo. */
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
        // Under the hash in the log, so that it can be restored.
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

/** For the audit log: with the SHA-256 of the logo instead of the logo. */
function inShort({ logo, ...others }: Appearance): Appearance {
  return logo === undefined ? others : { ...others, logo: markOf(logo) };
}

function markOf(logo: string): string {
  return `SHA-256 ${hash('sha256', logo)}`;
}
