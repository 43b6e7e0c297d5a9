const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long a step between two moments may be, as far as it is no whole number of days. */
const STEPS = [MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR];

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
  const step = STEPS.find((length) => length >= shortest) ?? Math.ceil(shortest / DAY) * DAY;
  return [...Array.from({ length: Math.ceil((until - from) / step) }, (_, i) => from + i * step), until];
}
