import { hash } from 'node:crypto';

import { type Appearance, keptAppearanceSchema, NO_APPEARANCE } from '../../contract/operation/appearance.ts';
import { audited } from '../audit/audit-entry.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { Problem } from '../http/problem.ts';
import { storedDocument } from '../http/stored-document.ts';
import { followDocument } from '../store/follow-document.ts';
import type { PointsStore } from '../store/points-store.ts';
import { LOGO, type RecordChange, together } from '../store/records.ts';
import { checkedAppearance } from './checked-appearance.ts';
import { lookOf, type SiteLook } from './site-look.ts';

/** The name the store keeps the appearance under. */
const DOCUMENT = 'appearance';

type Documents = Pick<PointsStore, 'document' | 'changeDocument' | 'follow'>;

type Boards = Pick<LiveBoards, 'commits' | 'clock' | 'store'>;

/** The appearance as it is now, kept in the store. */
export class CurrentAppearance {
  readonly #documents: Documents;
  readonly #boards: Boards;
  #appearance!: Appearance;
  #look!: SiteLook;

  private constructor(documents: Documents, boards: Boards) {
    this.#documents = documents;
    this.#boards = boards;
  }

  /**
   * Reads the appearance from the store; the site's own where none was ever set.
   * @throws {Error} saying what to do, where the store has one this program cannot read. It is left as it is.
   */
  static async open(documents: Documents, boards: Boards): Promise<CurrentAppearance> {
    const current = new CurrentAppearance(documents, boards);
    await followDocument(documents, DOCUMENT, (text) => {
      current.#appearance = appearanceFrom(text);
      current.#look = lookOf(current.#appearance);
    });
    return current;
  }

  get value(): Appearance {
    return this.#appearance;
  }

  /** What is shown of it. */
  get look(): SiteLook {
    return this.#look;
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
    return inShort(this.#appearance);
  }

  /** Puts an appearance that was there before in place of the present one, as the audit log tells it, with its logo. */
  async bringBack({ logo: told, ...others }: Appearance): Promise<void> {
    const logo = told === undefined ? undefined : await this.#logoOf(told);
    await this.#put({ ...others, ...(logo !== undefined && { logo }) });
  }

  async #put(appearance: Appearance, still: (kept: Appearance) => void = () => {}): Promise<void> {
    const at = this.#boards.clock();
    const told = audited<{ readonly before: string | undefined }>(at, ({ before }) => ({
      act: 'set-appearance',
      before: inShort(appearanceFrom(before)),
      after: inShort(appearance),
    }));
    const former = {
      change: (_: unknown, { before }: { readonly before: string | undefined }): readonly RecordChange[] => {
        const { logo } = appearanceFrom(before);
        if (logo === undefined || logo === appearance.logo) return [];
        // By what the log tells of it: so that it can come back.
        return [{ kind: LOGO, id: markOf(logo), at, state: '', text: JSON.stringify({ logo }) }];
      },
    };
    const change = (kept: string | undefined) => {
      still(appearanceFrom(kept));
      return JSON.stringify(appearance);
    };
    await this.#boards.commits.betweenCommits(() => this.#documents.changeDocument(DOCUMENT, change, together(told, former)));
  }

  async #logoOf(told: string): Promise<string | undefined> {
    const { logo } = this.#appearance;
    if (logo !== undefined && markOf(logo) === told) return logo;
    const record = await this.#boards.store.record(LOGO, told);
    return record && (JSON.parse(record.text) as { readonly logo: string }).logo;
  }
}

/** With a logo that can be told from others, and is not repeated in full. */
function inShort({ logo, ...others }: Appearance): Appearance {
  return logo === undefined ? others : { ...others, logo: markOf(logo) };
}

function markOf(logo: string): string {
  return `SHA-256 ${hash('sha256', logo)}`;
}

/** The site's own where none was ever set. */
function appearanceFrom(text: string | undefined): Appearance {
  return text === undefined ? NO_APPEARANCE : storedDocument(text, keptAppearanceSchema, 'appearance');
}
