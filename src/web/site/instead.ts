import { isRouteErrorResponse } from 'react-router';

import type { Missing, MissingModule } from './page.ts';

/** Thrown to the router, with status 404, where something is missing: what it is, and the page about it. */
export interface Instead {
  readonly what: Missing;
  readonly page: MissingModule;
}

/** The {@link Instead} that a loader threw; `undefined` for any other error. */
export function insteadOf(error: unknown): Instead | undefined {
  const thrown = isRouteErrorResponse(error) ? (error.data as Partial<Instead> | null) : undefined;
  return thrown?.page && (thrown as Instead);
}

/** The page for an address without one. */
export function notFound(): Promise<MissingModule> {
  return import('./not-found.tsx');
}
