import type { WriteBounds } from '../../../contract/api-key.ts';
import { Problem } from '../../http/problem.ts';

/** The rule broken by posting to a board, or `undefined`. */
export function boardRule({ boards }: WriteBounds, board: string): string | undefined {
  if (boards === undefined || boards.includes(board)) return undefined;
  return `must be ${boards.map((name) => `"${name}"`).join(' or ')} with this API key`;
}

/** The rule broken by an event's points, or `undefined`. */
export function pointsRule({ maxPoints = Infinity, noNegative }: WriteBounds, points: number): string | undefined {
  const least = noNegative === true ? 0 : -maxPoints;
  if (points >= least && points <= maxPoints) return undefined;
  return maxPoints === Infinity ? 'must not be negative with this API key' : `must be from ${least} to ${maxPoints} with this API key`;
}

/** @throws {Problem} bad-request listing the boards, if a new key names an unknown one, which is probably a typo. */
export function refuseUnknownBoards({ boards = [] }: WriteBounds, names: readonly string[]): void {
  const unknown = boards.findIndex((board) => !names.includes(board));
  if (unknown !== -1)
    throw new Problem('bad-request', `There is no board "${boards[unknown]}". The boards are ${names.join(', ')}. No key was created.`, [
      { field: `bounds.boards[${unknown}]`, rule: 'must be the name of a board' },
    ]);
}

/** The bounds in words, one text each. */
export function boundsText({ boards = [], maxPoints, noNegative, noRename, origins = [], guests, plays }: WriteBounds): readonly string[] {
  return [
    ...(boards.length === 0 ? [] : [`only ${boards.join(', ')}`]),
    ...(maxPoints === undefined ? [] : [`at most ${maxPoints} points`]),
    ...(noNegative === true ? ['no negative points'] : []),
    ...(noRename === true ? ['no renaming'] : []),
    ...(origins.length === 0 ? [] : [`on ${origins.join(', ')}`]),
    ...(guests === undefined ? [] : [`${guests} guests an hour`]),
    ...(plays === undefined ? [] : [`${plays} plays an hour`]),
  ];
}
