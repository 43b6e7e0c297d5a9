import { isRouteErrorResponse } from 'react-router';

import type { Missing, MissingModule } from './page.ts';

/** What the router is thrown, with status 404, for an address that lacks something: what that is, and the page that says so. */
export interface Instead {
  readonly what: Missing;
  readonly page: MissingModule;
}

/** What the router caught, if a loader threw an {@link Instead}; `undefined` for any other error. */
export function insteadOf(error: unknown): Instead | undefined {
  // What the router itself throws has a text as its data.
  const thrown = isRouteErrorResponse(error) ? (error.data as Partial<Instead> | null) : undefined;
  return thrown?.page && (thrown as Instead);
}

/** The page of any address that has none, in both editions. */
export function notFound(): Promise<MissingModule> {
  return import('./not-found.tsx');
}
