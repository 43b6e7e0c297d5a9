/** How a board makes one total of many events: add them up, keep the best one, or keep the latest one. */
export const SCORING_RULES = ['sum', 'best', 'latest'] as const;

export type ScoringRule = (typeof SCORING_RULES)[number];

/** Whether points won are points more: a receipt then shows signs and the sum, and a path to the podium has plans. */
export const ADDS_UP = { sum: true, best: false, latest: false } as const satisfies Record<ScoringRule, boolean>;

/** Which end of the points comes first: high for scores, low for times and strokes. */
export type Direction = 'high' | 'low';

/** A player's total in one period, and when they reached it (epoch milliseconds). `at` is the newest event counted. */
export interface Score {
  readonly points: number;
  readonly reachedAt: number;
  readonly latestAt: number;
}

/** What scoring needs to know of an event: whole points and its own time (epoch milliseconds). */
export interface ScoredEvent {
  readonly points: number;
  readonly at: number;
}

/**
 * The total after one more event; `undefined` before the first. Standings are this, folded over the ledger.
 *
 * - A total is reached at the time of the last event that changed it; an event of zero points never moves it
 *   (CTFd). Events may arrive late: the moment is the latest of those that changed the total, so that the
 *   order of arrival does not decide a tie.
 * - `best` keeps the value of one real event, and of equal ones the earliest (PlayFab: first to reach it).
 * - `latest` follows the events' own times, not their arrival; of two at one moment the one that arrived later counts.
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
  if (before === undefined) return { points, reachedAt: at, latestAt: at };
  const latestAt = Math.max(before.latestAt, at);
  switch (rule) {
    case 'sum': {
      const sum = before.points + points;
      if (!Number.isSafeInteger(sum)) return undefined;
      return { points: sum, reachedAt: points === 0 ? before.reachedAt : Math.max(before.reachedAt, at), latestAt };
    }
    case 'best': {
      const better = direction === 'high' ? points > before.points : points < before.points;
      if (better) return { points, reachedAt: at, latestAt };
      const reachedAt = points === before.points ? Math.min(before.reachedAt, at) : before.reachedAt;
      return { points: before.points, reachedAt, latestAt };
    }
    case 'latest': {
      if (at < before.latestAt) return before;
      return { points, reachedAt: points === before.points ? before.reachedAt : at, latestAt };
    }
  }
}

/** Events in columns, in the order of their arrival. */
export interface EventColumns {
  readonly at: ArrayLike<number>;
  readonly points: ArrayLike<number>;
}

/**
 * The total of those of the events [from, to) that had happened by a moment, itself included, whatever the order
 * they arrived in; `undefined` where none had. An event that was let in only beside others that had not happened by
 * then, because without them a sum leaves the numbers that are exact, is passed over.
 */
export function scoreBy(
  moment: number,
  rule: ScoringRule,
  direction: Direction,
  { at, points }: EventColumns,
  from: number,
  to: number,
): Score | undefined {
  let total: Score | undefined;
  for (let i = from; i < to; i += 1) {
    if (at[i]! <= moment) total = exactScore(rule, direction, total, { points: points[i]!, at: at[i]! }) ?? total;
  }
  return total;
}
