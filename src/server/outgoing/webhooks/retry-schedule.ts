// When what could not be delivered is sent again: the schedule that Standard Webhooks recommends, over three days.
import { HOUR_MS, MINUTE_MS } from '../../../domain/durations.ts';

const SECOND_MS = 1000;

/** How long after each attempt that failed the next one is due, in milliseconds. After the last one it is given up. */
const PAUSES_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** So much of each pause is left to chance: those who failed together must not come back together. */
const JITTER = 0.2;

/** The longest that a receiver may ask to be left alone, in milliseconds. */
const LONGEST_ASKED_MS = 24 * HOUR_MS;

/** From when a message is given up that nobody could try to deliver, in milliseconds: as its receiver was off. A jittered schedule is over by then. */
export const GIVEN_UP_MS = 96 * HOUR_MS;

/**
 * How long to wait after as many attempts as `failed` in a row, in milliseconds; `undefined` if it is given up. `askedMs` is what the
 * receiver asked for (`Retry-After`), `chance` is a number from 0 to 1.
 */
export function pauseAfter(failed: number, askedMs: number, chance: number): number | undefined {
  const pause = PAUSES_MS[failed - 1];
  if (pause === undefined) return undefined;
  return Math.max(Math.round(pause * (1 - JITTER / 2 + JITTER * chance)), Math.min(askedMs, LONGEST_ASKED_MS));
}

/** How long a receiver that failed is left alone, whatever else waits for it, in milliseconds: longer with each failure in a row. */
export function restAfter(failedInARow: number, askedMs: number): number {
  return Math.max(Math.min(2 ** (failedInARow - 1) * SECOND_MS, 5 * MINUTE_MS), Math.min(askedMs, LONGEST_ASKED_MS));
}
