// The retry schedule recommended by Standard Webhooks, over three days.
import { HOUR_MS, MINUTE_MS } from '../../../domain/durations.ts';

const SECOND_MS = 1000;

/** Delays between attempts, in milliseconds. */
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

/** The random share of each delay, so that retries spread out. */
const JITTER = 0.2;

/** The longest accepted `Retry-After`, in milliseconds. */
const LONGEST_ASKED_MS = 24 * HOUR_MS;

/** The age at which an unsent message is dropped, in milliseconds: later than any retry schedule ends. */
export const GIVEN_UP_MS = 96 * HOUR_MS;

/** The delay after `failed` consecutive failures, in milliseconds; `undefined` to give up. `askedMs` is `Retry-After`, `chance` from 0 to 1. */
export function pauseAfter(failed: number, askedMs: number, chance: number): number | undefined {
  const pause = PAUSES_MS[failed - 1];
  if (pause === undefined) return undefined;
  return Math.max(Math.round(pause * (1 - JITTER / 2 + JITTER * chance)), Math.min(askedMs, LONGEST_ASKED_MS));
}

/** How long to pause all deliveries to a failing receiver, in milliseconds. */
export function restAfter(failedInARow: number, askedMs: number): number {
  return Math.max(Math.min(2 ** (failedInARow - 1) * SECOND_MS, 5 * MINUTE_MS), Math.min(askedMs, LONGEST_ASKED_MS));
}
