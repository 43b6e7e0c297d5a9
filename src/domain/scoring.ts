/** How a board makes one total of many events: add them up, keep the best one, or keep the latest one. */
export const SCORING_RULES = ['sum', 'best', 'latest'] as const;

export type ScoringRule = (typeof SCORING_RULES)[number];

/** Whether points won are points more: a receipt then shows signs and the sum, and a path to the podium has plans. */
export const ADDS_UP = { sum: true, best: false, latest: false } as const satisfies Record<ScoringRule, boolean>;

/** Which end of the points comes first: high for scores, low for times and strokes. */
export type Direction = 'high' | 'low';

/**
 * A player's total in one period, and when they reached it (epoch milliseconds). `movedAt` is the latest own time of an
 * event that can move the total, -Infinity where none has: in a sum those of zero points cannot.
 */
export interface Score {
  readonly points: number;
  readonly reachedAt: number;
  readonly movedAt: number;
}

/** What scoring needs to know of an event: whole points and its own time (epoch milliseconds). */
export interface ScoredEvent {
  readonly points: number;
  readonly at: number;
}

/**
 * The total after one more event; `undefined` before the first. Standings are this, folded over the ledger. Neither the
 * points nor the moment depend on the order in which events arrive (docs/decisions/ranking.md):
 *
 * - A sum is reached at the latest own time among its events that are not zero (CTFd: an event of zero points never
 *   moves it). Where all are zero, zero was reached with the first of them.
 * - `best` keeps the value of one real event, and is reached at the first time of that value (PlayFab).
 * - `latest` is the event that is latest by its own time; of two at one moment the better one.
 *
 * @throws {RangeError} if a sum leaves the whole numbers that are exact.
 */
export function score(rule: ScoringRule, direction: Direction, before: Score | undefined, event: ScoredEvent): Score {
  const after = exactScore(rule, direction, before, event);
  if (after === undefined) throw new RangeError('The total would leave the numbers that are exact');
  return after;
}

/** As {@link score}; `undefined` if a sum leaves the whole numbers that are exact. */
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

/** Events in columns, in the order of their arrival. */
export interface EventColumns {
  readonly at: ArrayLike<number>;
  readonly points: ArrayLike<number>;
}

/**
 * The total of those of the events [from, to) that had happened by a moment, itself included, whatever the order
 * they arrived in; `undefined` where none had. An event that was let in only beside others that had not happened by
 * then, because without them a sum leaves the numbers that are exact, is passed over. `before` is the total that events before made.
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
