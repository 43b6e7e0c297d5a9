import * as z from 'zod/mini';

import { type Excess, exceeded, type Limits, limitsOverTime, type Pace } from '../../../domain/plausibility.ts';
import { Problem } from '../../http/problem.ts';
import type { Changed, DocumentOf } from '../../store/kept-document.ts';
import type { BoardSettings, Hold } from '../../store/stored-values.ts';
import type { KeepingDocuments } from './commit-queue.ts';
import { KeptSetting } from './kept-setting.ts';

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
const NO_LIMITS: BoardLimits = { event: null, hour: null, day: null, history: null };

/** The limits of all boards. */
export const LIMITS: DocumentOf<KeptLimits> = {
  name: 'limits',
  read: (text) => (text === undefined ? {} : keptSchema.parse(JSON.parse(text))),
};

/** What boards take without a look, kept in the store. */
export class PointsLimits {
  readonly #setting: KeptSetting<KeptLimits>;

  constructor(parts: KeepingDocuments) {
    this.#setting = new KeptSetting(parts, LIMITS, 'set-limits');
  }

  /**
   * Of a board, `undefined` if it was never limited: then nothing of it is held. Of one whose limits were all taken away something
   * may be. The same object as long as no limits change.
   */
  of(board: string): BoardLimits | undefined {
    return limitsOf(this.#setting.value, board);
  }

  /** What an operator set for a board. */
  settings(board: string): BoardLimits {
    return this.of(board) ?? NO_LIMITS;
  }

  /**
   * `still` is called inside the commit with what is there.
   * @throws {Problem} conflict for a limit over time where points are not added up to more. As `still`.
   */
  async replace(board: BoardSettings, limits: BoardLimits, still: (kept: BoardLimits) => void = () => {}): Promise<void> {
    const refused = (['hour', 'day', 'history'] as const).filter((rule) => limits[rule] !== null && !limitsOverTime(board));
    if (refused.length > 0)
      throw new Problem(
        'conflict',
        `"${board.name}" does not add points up so that more is better: there is nothing to limit over time.`,
        refused.map((field) => ({ field, rule: 'must be null on this board' })),
      );
    const change = (kept: KeptLimits) => {
      still(limitsOf(kept, board.name) ?? NO_LIMITS);
      return { ...kept, [board.name]: limits };
    };
    const tell = ({ before }: Changed<KeptLimits>) => ({
      board: board.name,
      before: limitsOf(before, board.name) ?? NO_LIMITS,
      after: limits,
    });
    await this.#setting.change(change, tell);
  }
}

function limitsOf(kept: KeptLimits, board: string): BoardLimits | undefined {
  return Object.hasOwn(kept, board) ? kept[board] : undefined;
}

/** Why a board with limits holds an event with these points, of whoever has had `pace` before it; `undefined` if it takes it. */
export function heldBy(limits: BoardLimits, board: BoardSettings, points: number, pace: Pace): Hold | undefined {
  const excess = exceeded(limits, board.direction, pace, points);
  return excess && { rule: excess.rule, reason: reasonOf(excess, board, limits) };
}

/** Why an event is held, in words. */
function reasonOf({ rule, value, limit }: Excess, { direction }: BoardSettings, { history }: BoardLimits): string {
  const [has, most] = [value, limit].map((each) => each.toLocaleString('en'));
  if (rule === 'history') return `${has} in one day, over ${history} times the player’s best day so far (${most}).`;
  return `${has} in one ${rule}, ${rule === 'event' && direction === 'low' ? 'under' : 'over'} the limit of ${most}.`;
}
