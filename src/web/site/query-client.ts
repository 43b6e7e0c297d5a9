import { QueryClient } from '@tanstack/react-query';

import { DATA_CACHE, retryDelay } from './data-cache.ts';

/** A data cache for one visitor, or for one render on a server. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: DATA_CACHE.unusedForMs,
        retry: DATA_CACHE.retries,
        retryDelay,
        staleTime: Infinity,
        // The default pauses every question while the browser says that it is offline; here it fails, and the page says so.
        networkMode: 'always',
      },
    },
  });
}
