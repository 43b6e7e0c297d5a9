import * as z from 'zod/mini';

import { boardNameSchema } from '../../contract/parts/text-rules.ts';

/** What an API key may write; whatever is left out is not bounded. */
export const writeBoundsSchema = z.strictObject({
  /** The only boards it may post to. */
  boards: z.optional(z.array(boardNameSchema).check(z.minLength(1))),
  /** The most points that one event may give or take. */
  maxPoints: z.optional(z.int().check(z.minimum(1))),
  /** No event may take points. */
  noNegative: z.optional(z.literal(true)),
  /** No event may change the display name or the avatar of a player who is known. */
  noRename: z.optional(z.literal(true)),
});

export type WriteBounds = z.infer<typeof writeBoundsSchema>;

/** The rule that posting to a board breaks, or `undefined`. */
export function boardRule({ boards }: WriteBounds, board: string): string | undefined {
  if (boards === undefined || boards.includes(board)) return undefined;
  return `must be ${boards.map((name) => `"${name}"`).join(' or ')} with this API key`;
}

/** The rule that the points of one event break, or `undefined`. */
export function pointsRule({ maxPoints = Infinity, noNegative }: WriteBounds, points: number): string | undefined {
  const least = noNegative === true ? 0 : -maxPoints;
  if (points >= least && points <= maxPoints) return undefined;
  return maxPoints === Infinity ? 'must not be negative with this API key' : `must be from ${least} to ${maxPoints} with this API key`;
}

/** The bounds as an operator reads them, one text each. */
export function boundsText({ boards = [], maxPoints, noNegative, noRename }: WriteBounds): readonly string[] {
  return [
    ...(boards.length === 0 ? [] : [`only ${boards.join(', ')}`]),
    ...(maxPoints === undefined ? [] : [`at most ${maxPoints} points`]),
    ...(noNegative === true ? ['no negative points'] : []),
    ...(noRename === true ? ['no new names'] : []),
  ];
}
