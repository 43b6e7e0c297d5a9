import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts';

/** How long a step between two moments may be, as far as it is no whole number of days. */
const STEPS_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS, 3 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS];

/** How many steps a replay has at most: some seconds short of a minute to watch, and one move of a slider each. */
export const MAX_STEPS = 128;

/**
 * The moments at which a replay of [from, until] stops: `from`, then one step after the other, and `until` itself.
 * Steps are a length that people count in, and as short as {@link MAX_STEPS} allows. All in epoch milliseconds; one
 * moment where `until` is not later than `from`.
 */
export function replayMoments(from: number, until: number): readonly number[] {
  if (until <= from) return [until];
  const shortest = (until - from) / MAX_STEPS;
  const step = STEPS_MS.find((length) => length >= shortest) ?? Math.ceil(shortest / DAY_MS) * DAY_MS;
  return [...Array.from({ length: Math.ceil((until - from) / step) }, (_, i) => from + i * step), until];
}
