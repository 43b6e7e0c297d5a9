import * as z from 'zod/mini';

import {
  type Excess,
  exceeded,
  exceededByPlay,
  type Limits,
  limitsOverTime,
  type Pace,
  type PlayLimits,
  type PlayPace,
} from '../../../domain/plausibility.ts';
import { PODIUM_PLACES } from '../../../domain/podium.ts';
import { Problem } from '../../http/problem.ts';
import { type Changed, documentBeside, type DocumentOf } from '../../store/kept-document.ts';
import type { DocumentBeside } from '../../store/points-store.ts';
import type { BoardSettings, Hold } from '../../store/stored-values.ts';
import type { KeepingDocuments } from './commit-queue.ts';
import { KeptSetting } from './kept-setting.ts';

const limitSchema = z.nullable(z.number());

const playSchema = z.object({
  seconds: limitSchema,
  rate: limitSchema,
  hour: limitSchema,
  day: limitSchema,
  podium: z.boolean(),
});

/** By board name. */
const keptSchema = z.record(
  z.string(),
  z.object({
    event: limitSchema,
    hour: limitSchema,
    day: limitSchema,
    history: limitSchema,
    play: z.optional(playSchema),
    names: z.optional(z.boolean()),
    challenge: z.optional(z.boolean()),
    replays: z.optional(z.int()),
  }),
);

type KeptLimits = Readonly<Record<string, BoardLimits>>;

/**
 * The limits beyond which a board holds points for review. `names`: hold new players whose name looks like another's. `podium`: hold plays
 * that would bring a player to the all-time podium. `challenge`: plays count for the day on which they began. `replays`: how many are kept
 * per day, by default {@link DEFAULT_REPLAYS}.
 */
export interface BoardLimits extends Limits {
  readonly play?: (PlayLimits & { readonly podium: boolean }) | undefined;
  readonly names?: boolean | undefined;
  readonly challenge?: boolean | undefined;
  readonly replays?: number | undefined;
}

export const DEFAULT_REPLAYS = 10;

const NO_LIMITS: BoardLimits = { event: null, hour: null, day: null, history: null };

/** The limits of all boards. */
export const LIMITS: DocumentOf<KeptLimits> = {
  name: 'limits',
  read: (text) => (text === undefined ? {} : keptSchema.parse(JSON.parse(text))),
};

/** The limits of boards, kept in the store. */
export class PointsLimits {
  readonly #setting: KeptSetting<KeptLimits>;

  constructor(parts: KeepingDocuments) {
    this.#setting = new KeptSetting(parts, LIMITS, 'set-limits');
  }

  /** A board's limits; `undefined` if it never had any, so that none of its points are on hold. The same object until limits change. */
  of(board: string): BoardLimits | undefined {
    return limitsOf(this.#setting.value, board);
  }

  /** A board's limits as an operator set them. */
  settings(board: string): BoardLimits {
    return this.of(board) ?? NO_LIMITS;
  }

  /** `still`: called inside the commit with the current limits. @throws {Problem} conflict for limits over time on unsummed boards. */
  async replace(board: BoardSettings, limits: BoardLimits, still: (kept: BoardLimits) => void = () => {}): Promise<void> {
    const isRefused = !limitsOverTime(board);
    const refused: string[] = (['hour', 'day', 'history'] as const).filter((rule) => limits[rule] !== null && isRefused);
    if (board.direction === 'low' && (limits.play?.rate ?? null) !== null) refused.push('play.rate');
    if (refused.length > 0)
      throw new Problem(
        'conflict',
        `"${board.name}" does not add points up so that more is better, so it cannot have these limits.`,
        refused.map((field) => ({ field, rule: 'must be null on this board' })),
      );
    const change = (kept: KeptLimits) => {
      still(limitsOf(kept, board.name) ?? NO_LIMITS);
      return { ...kept, [board.name]: limits };
    };
    const toAudit = ({ before }: Changed<KeptLimits>) => ({
      board: board.name,
      before: limitsOf(before, board.name) ?? NO_LIMITS,
      after: limits,
    });
    await this.#setting.change(change, toAudit);
  }
}

/** Sets a board's limits, or removes them, in the commit that creates or removes it. `wanted`: given a lookup of other boards' limits. */
export function limitsBeside(
  board: string,
  wanted: (of: (other: string) => BoardLimits | undefined) => BoardLimits | undefined,
): DocumentBeside {
  return documentBeside(LIMITS, (kept) => {
    const limits = wanted((other) => limitsOf(kept, other));
    if (limits === limitsOf(kept, board)) return kept;
    const { [board]: _, ...others } = kept;
    return { ...others, ...(limits && { [board]: limits }) };
  });
}

/** The limits of another board that this one can have. */
export function applicable({ event, names, challenge, replays, play, ...overTime }: BoardLimits, board: BoardSettings): BoardLimits {
  const kept = play && (board.direction === 'high' ? play : { ...play, rate: null });
  return { ...NO_LIMITS, ...(limitsOverTime(board) && overTime), event, names, challenge, replays, ...(kept && { play: kept }) };
}

function limitsOf(kept: KeptLimits, board: string): BoardLimits | undefined {
  return Object.hasOwn(kept, board) ? kept[board] : undefined;
}

/** Why a board with these limits holds a play; `undefined` if it does not. */
export function playHeldBy({ play }: BoardLimits, points: number, pace: PlayPace): Hold | undefined {
  const excess = play && exceededByPlay(play, pace, points);
  if (excess === undefined) return undefined;
  const [has, most] = [excess.value, excess.limit].map((each) => each.toLocaleString('en'));
  const reason = {
    seconds: `A play of ${has} seconds, under the limit of ${most}.`,
    rate: `${has} in one second of play, over the limit of ${most}.`,
    hour: `${has} plays in one hour, over the limit of ${most}.`,
    day: `${has} plays in one day, over the limit of ${most}.`,
  }[excess.rule];
  return { rule: 'play', reason };
}

/** Why a board holds a play that would bring a player to this rank of all time, given their rank before; `undefined` if it does not. */
export function podiumHeldBy(rank: number, rankBefore: number | undefined): Hold | undefined {
  if (rank > PODIUM_PLACES || (rankBefore !== undefined && rankBefore <= PODIUM_PLACES)) return undefined;
  return { rule: 'podium', reason: `This reaches rank ${rank} of all time, so an operator reviews it first.` };
}

/** Why a board with these limits holds an event, given the player's `pace` before it; `undefined` if it does not. */
export function heldBy(limits: BoardLimits, board: BoardSettings, points: number, pace: Pace): Hold | undefined {
  const excess = exceeded(limits, board.direction, pace, points);
  return excess && { rule: excess.rule, reason: reasonOf(excess, board, limits) };
}

/** Why an event is held, in words. */
function reasonOf({ rule, value, limit }: Excess, { direction }: BoardSettings, { history }: BoardLimits): string {
  const [has, most] = [value, limit].map((each) => each.toLocaleString('en'));
  if (rule === 'history') return `${has} in one day, over the limit of ${most} (${history} times the player’s best day so far).`;
  return `${has} in one ${rule}, ${rule === 'event' && direction === 'low' ? 'under' : 'over'} the limit of ${most}.`;
}
