import { MINUTE_MS } from '../../domain/durations.ts';

/** The data cache of the specification, section 9. */
export const DATA_CACHE = { unusedForMs: 5 * MINUTE_MS, retries: 3, retryDelayCapMs: 30_000 } as const;

/** Milliseconds before retry number `failures` (0 for the first): 1 s, doubling, never more than 30 s. */
export function retryDelay(failures: number): number {
  return Math.min(1000 * 2 ** failures, DATA_CACHE.retryDelayCapMs);
}
