import { QueryClient } from '@tanstack/react-query';

import { MINUTE_MS } from '../../domain/durations.ts';

/** The data cache of the specification, section 9. */
const CACHE = { unusedForMs: 5 * MINUTE_MS, retries: 3, retryDelayCapMs: 30_000 } as const;

/** Milliseconds before retry number `failures` (0 for the first): 1 s, doubling, never more than 30 s. */
export function retryDelay(failures: number): number {
  return Math.min(1000 * 2 ** failures, CACHE.retryDelayCapMs);
}

/** A data cache for one visitor, or for one render on a server. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: CACHE.unusedForMs,
        retry: CACHE.retries,
        retryDelay,
        staleTime: Infinity,
        // The default pauses every question while the browser is offline. The sample edition answers from
        // the bundle, so a visitor on a train would wait for ever for data already on the device.
        networkMode: 'always',
      },
    },
  });
}
