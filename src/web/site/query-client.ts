import { QueryClient } from '@tanstack/react-query';

const MINUTE = 60_000;

/** The data cache of the specification, section 9. */
const CACHE = { unusedFor: 5 * MINUTE, retries: 3, retryDelayCap: 30_000 } as const;

/** Milliseconds before retry number `failures` (0 for the first): 1 s, doubling, never more than 30 s. */
export function retryDelay(failures: number): number {
  return Math.min(1000 * 2 ** failures, CACHE.retryDelayCap);
}

/** A data cache for one visitor, or for one render on a server. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: CACHE.unusedFor,
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
