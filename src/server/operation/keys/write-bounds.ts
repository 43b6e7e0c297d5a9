import type { WriteBounds } from '../../../contract/api-key.ts';
import { Problem } from '../../http/problem.ts';

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

/**
 * A key that can do nothing is a typing error.
 * @throws {Problem} bad-request naming the boards there are, if a new key is to post to one that is none of them.
 */
export function refuseUnknownBoards({ boards = [] }: WriteBounds, names: readonly string[]): void {
  const unknown = boards.findIndex((board) => !names.includes(board));
  if (unknown !== -1)
    throw new Problem('bad-request', `There is no board "${boards[unknown]}". The boards are ${names.join(', ')}. No key was made.`, [
      { field: `bounds.boards[${unknown}]`, rule: 'must be the name of a board' },
    ]);
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
