import { hash } from 'node:crypto';

import { type Appearance, keptAppearanceSchema, NO_APPEARANCE } from '../../contract/operation/appearance.ts';
import { audited } from '../audit/audit-entry.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { Problem } from '../http/problem.ts';
import { faultsOf } from '../http/schema-faults.ts';
import { followDocument } from '../store/follow-document.ts';
import type { PointsStore } from '../store/points-store.ts';
import { checkedAppearance } from './checked-appearance.ts';
import { lookOf, type SiteLook } from './site-look.ts';

/** The name the store keeps the appearance under. */
const DOCUMENT = 'appearance';

type Documents = Pick<PointsStore, 'document' | 'changeDocument' | 'follow'>;

/** The appearance as it is now, kept in the store. */
export class CurrentAppearance {
  readonly #documents: Documents;
  readonly #boards: Pick<LiveBoards, 'commits' | 'clock'>;
  #appearance!: Appearance;
  #look!: SiteLook;

  private constructor(documents: Documents, boards: Pick<LiveBoards, 'commits' | 'clock'>) {
    this.#documents = documents;
    this.#boards = boards;
  }

  /**
   * Reads the appearance from the store; the site's own where none was ever set.
   * @throws {Error} saying what to do, where the store has one this program cannot read. It is left as it is.
   */
  static async open(documents: Documents, boards: Pick<LiveBoards, 'commits' | 'clock'>): Promise<CurrentAppearance> {
    const current = new CurrentAppearance(documents, boards);
    await followDocument(documents, DOCUMENT, (text) => {
      current.#appearance = keptIn(text);
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
    const told = audited<{ readonly before: string | undefined }>(this.#boards.clock(), ({ before }) => ({
      act: 'set-appearance',
      before: inShort(keptIn(before)),
      after: inShort(appearance),
    }));
    const change = (kept: string | undefined) => {
      still(keptIn(kept));
      return JSON.stringify(appearance);
    };
    await this.#boards.commits.betweenCommits(() => this.#documents.changeDocument(DOCUMENT, change, told));
    return appearance;
  }
}

/** With a logo that can be told from others, and is not repeated in full. */
function inShort({ logo, ...others }: Appearance): object {
  return logo === undefined ? others : { ...others, logo: `SHA-256 ${hash('sha256', logo)}` };
}

function keptIn(text: string | undefined): Appearance {
  return text === undefined ? NO_APPEARANCE : appearanceFrom(text);
}

function appearanceFrom(text: string): Appearance {
  let kept: unknown;
  try {
    kept = JSON.parse(text);
  } catch {
    throw unreadable('it is not JSON');
  }
  const parsed = keptAppearanceSchema.safeParse(kept);
  if (parsed.success) return parsed.data;
  const [fault] = faultsOf(parsed.error);
  throw unreadable(`${fault!.field} ${fault!.rule}`);
}

function unreadable(why: string): Error {
  return new Error(
    `The appearance in the database cannot be read: ${why}. It was not changed. Use the version of Laurels that wrote it, or a later one.`,
  );
}
