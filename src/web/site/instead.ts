import { isRouteErrorResponse } from 'react-router';

import type { Missing, MissingModule } from './page.ts';

/** Thrown to the router, with status 404, if something is missing: names it, and the page that explains it. */
export interface Instead {
  readonly what: Missing;
  readonly page: MissingModule;
}

/** The {@link Instead} thrown by a loader; `undefined` for any other error. */
export function insteadOf(error: unknown): Instead | undefined {
  const thrown = isRouteErrorResponse(error) ? (error.data as Partial<Instead> | null) : undefined;
  return thrown?.page && (thrown as Instead);
}

/** The page for a URL without a page. */
export function notFound(): Promise<MissingModule> {
  return import('./not-found.tsx');
}
