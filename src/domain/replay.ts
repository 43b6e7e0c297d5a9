import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts';

/** Step lengths below a day. */
const STEPS_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS, 3 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS];

/** Most steps of a replay, so that it takes under a minute and each slider move is one step. */
export const MAX_STEPS = 128;

/**
 * The moments of a replay of [from, until]: `from`, then one per step, and `until`. Steps have round lengths, as short as {@link MAX_STEPS}
 * allows. Epoch milliseconds; one moment if `until` is not after `from`.
 */
export function replayMoments(from: number, until: number): readonly number[] {
  if (until <= from) return [until];
  const shortest = (until - from) / MAX_STEPS;
  const step = STEPS_MS.find((length) => length >= shortest) ?? Math.ceil(shortest / DAY_MS) * DAY_MS;
  return [...Array.from({ length: Math.ceil((until - from) / step) }, (_, i) => from + i * step), until];
}
