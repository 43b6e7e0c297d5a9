/** How a board folds events into a total: sum them, keep the best, or keep the latest. */
export const SCORING_RULES = ['sum', 'best', 'latest'] as const;

export type ScoringRule = (typeof SCORING_RULES)[number];

/** Whether totals are sums: receipts then show signs and the sum, and the path to the podium has plans. */
export const ADDS_UP = { sum: true, best: false, latest: false } as const satisfies Record<ScoringRule, boolean>;

/** Which points come first: high for scores, low for times and strokes. */
export type Direction = 'high' | 'low';

/**
 * A player's total in one period, and when it was reached (epoch milliseconds). `movedAt` is the latest own time of an event that can move
 * the total, -Infinity if there is none: zero points do not move a sum.
 */
export interface Score {
  readonly points: number;
  readonly reachedAt: number;
  readonly movedAt: number;
}

/** The part of an event needed for scoring: integer points and its own time (epoch milliseconds). */
export interface ScoredEvent {
  readonly points: number;
  readonly at: number;
}

/**
 * The total after one more event; `before` is `undefined` for the first. Standings are the ledger folded with this. Neither points nor
 * moment depend on the order of arrival (docs/decisions/ranking.md):
 *
 * - A sum is reached at the latest own time among its nonzero events (as in CTFd); if all are zero, at the first of them.
 * - `best` is the value of one event, reached at the first time of that value (as in PlayFab).
 * - `latest` is the latest event by its own time; the better one of two at the same moment.
 *
 * @throws {RangeError} if a sum is not a safe integer.
 */
export function score(rule: ScoringRule, direction: Direction, before: Score | undefined, event: ScoredEvent): Score {
  const after = exactScore(rule, direction, before, event);
  if (after === undefined) throw new RangeError('The total would not be a safe integer');
  return after;
}

/** The same as {@link score}, but `undefined` if a sum is not a safe integer. */
export function exactScore(rule: ScoringRule, direction: Direction, before: Score | undefined, event: ScoredEvent): Score | undefined {
  const { points, at } = event;
  if (before === undefined) return { points, reachedAt: at, movedAt: rule === 'sum' && points === 0 ? -Infinity : at };
  const isBetter = direction === 'high' ? points > before.points : points < before.points;
  switch (rule) {
    case 'sum': {
      const sum = before.points + points;
      if (!Number.isSafeInteger(sum)) return undefined;
      if (points !== 0) return reachedAt(sum, Math.max(before.movedAt, at));
      return before.movedAt === -Infinity && at < before.reachedAt ? { ...before, reachedAt: at } : before;
    }
    case 'best':
      return isBetter || (points === before.points && at < before.reachedAt) ? reachedAt(points, at) : before;
    case 'latest':
      return at > before.reachedAt || (at === before.reachedAt && isBetter) ? reachedAt(points, at) : before;
  }
}

function reachedAt(points: number, at: number): Score {
  return { points, reachedAt: at, movedAt: at };
}

/** Events in columns, in order of arrival. */
export interface EventColumns {
  readonly at: ArrayLike<number>;
  readonly points: ArrayLike<number>;
}

/**
 * The total at a moment (inclusive) of the events [from, to), regardless of their order of arrival, continuing from `before`; `undefined`
 * if there were none. Skips an event that would make the sum unsafe without others that happened later.
 */
export function scoreBy(
  moment: number,
  rule: ScoringRule,
  direction: Direction,
  { at, points }: EventColumns,
  from: number,
  to: number,
  before?: Score,
): Score | undefined {
  let total = before;
  for (let i = from; i < to; i += 1) {
    if (at[i]! <= moment) total = exactScore(rule, direction, total, { points: points[i]!, at: at[i]! }) ?? total;
  }
  return total;
}
