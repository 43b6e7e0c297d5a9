import * as z from 'zod/mini';

import { type Limits, limitsOverTime } from '../../../domain/plausibility.ts';
import { audited } from '../../audit/audit-entry.ts';
import { Problem } from '../../http/problem.ts';
import { type Changed, type DocumentOf, type DocumentTexts, KeptDocument } from '../../store/kept-document.ts';
import type { PointsStore } from '../../store/points-store.ts';
import type { BoardSettings, Change } from '../../store/stored-values.ts';
import type { CommitQueue } from './commit-queue.ts';

const limitSchema = z.nullable(z.number());

/** By the name of the board. */
const keptSchema = z.record(
  z.string(),
  z.object({ event: limitSchema, hour: limitSchema, day: limitSchema, history: limitSchema, names: z.optional(z.boolean()) }),
);

type KeptLimits = Readonly<Record<string, BoardLimits>>;

/** What a board takes without a look. `names`: nobody new whose name looks like another player's. */
export interface BoardLimits extends Limits {
  readonly names?: boolean | undefined;
}

/** What a board that was never limited has. */
export const NO_LIMITS: BoardLimits = { event: null, hour: null, day: null, history: null };

/** The limits of all boards. */
export const LIMITS: DocumentOf<KeptLimits> = {
  name: 'limits',
  read: (text) => (text === undefined ? {} : keptSchema.parse(JSON.parse(text))),
};

/** What it works with. */
export interface PointsLimitsParts {
  readonly store: Pick<PointsStore, 'changeDocument'>;
  readonly commits: Pick<CommitQueue, 'betweenCommits'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** What boards take without a look, kept in the store. */
export class PointsLimits {
  readonly #parts: PointsLimitsParts;
  readonly #kept: KeptDocument<KeptLimits>;

  constructor(parts: PointsLimitsParts, texts: DocumentTexts) {
    this.#parts = parts;
    this.#kept = new KeptDocument(LIMITS, texts);
  }

  /** Takes in a change of the store. */
  follow(change: Change): void {
    this.#kept.follow(change);
  }

  /**
   * Of a board, `undefined` if it was never limited: then nothing of it is held. Of one whose limits were all taken away something
   * may be. The same object as long as no limits change.
   */
  of(board: string): BoardLimits | undefined {
    return limitsOf(this.#kept.value, board);
  }

  /**
   * `still` is called inside the commit with what is there.
   * @throws {Problem} conflict for a limit over time where points are not added up to more. As `still`.
   */
  async replace(board: BoardSettings, limits: BoardLimits, still: (kept: BoardLimits) => void = () => {}): Promise<void> {
    const { store, commits, clock } = this.#parts;
    const refused = (['hour', 'day', 'history'] as const).filter((rule) => limits[rule] !== null && !limitsOverTime(board));
    if (refused.length > 0)
      throw new Problem(
        'conflict',
        `"${board.name}" does not add points up so that more is better: there is nothing to limit over time.`,
        refused.map((field) => ({ field, rule: 'must be null on this board' })),
      );
    const entry = audited<Changed<KeptLimits>>(clock(), ({ before }) => ({
      act: 'set-limits',
      board: board.name,
      before: limitsOf(before, board.name) ?? NO_LIMITS,
      after: limits,
    }));
    const change = (kept: KeptLimits) => {
      still(limitsOf(kept, board.name) ?? NO_LIMITS);
      return { ...kept, [board.name]: limits };
    };
    await commits.betweenCommits(() => this.#kept.change(store, change, entry));
  }
}

function limitsOf(kept: KeptLimits, board: string): BoardLimits | undefined {
  return Object.hasOwn(kept, board) ? kept[board] : undefined;
}
