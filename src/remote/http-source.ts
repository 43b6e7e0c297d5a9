import { createEndpointSource } from '../contract/endpoint-source.ts';
import { ApiFailure } from '../contract/exchange.ts';
import type { LiveSource } from '../contract/live-source.ts';
import { PAGE_ENDPOINTS } from '../contract/page-endpoints.ts';
import { createExchange } from './api-client.ts';

/**
 * Answers pages over HTTP, from the API at `origin` (for example `https://play.example`, or `''` for the page's own), never older than the
 * last change that was `heard` of. `headers` are sent with every request.
 */
export function createHttpSource(origin: string, heard?: () => string, headers?: Readonly<Record<string, string>>): LiveSource {
  // "no-cache" revalidates the browser's copy, which usually takes a few bytes.
  const exchange = createExchange(PAGE_ENDPOINTS, { origin, cache: 'no-cache', ...(heard && { heard }) });
  return createEndpointSource(
    async (id, asked) => (await exchange(id, asked, headers)).answer,
    (error) => (error instanceof ApiFailure ? { status: error.status, faults: error.problem?.errors ?? [] } : undefined),
  );
}
