import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';

import type { LeaderboardSource } from '../../contract/leaderboard-source.ts';
import { parseView } from '../../contract/view.ts';
import type { PageHandle } from './document-head.ts';
import type { PageModule } from './page.ts';
import { RootError, RootLayout } from './root-layout.tsx';
import { RouteError } from './route-error.tsx';

/** The path of the route for every address that is no page. */
export const ANY_OTHER = '*';

/** What an edition is made of. */
export interface Site {
  readonly source: LeaderboardSource;
  readonly queryClient: QueryClient;
}

/**
 * The route table: one line a page. Pages load when they are first visited; when one's module cannot be had,
 * `onGone` may do something about it, and the error is shown once it resolves.
 */
export function createRoutes(site: Site, onGone: () => Promise<void> = () => Promise.resolve()): RouteObject[] {
  const page = (load: () => Promise<PageModule>) => async () => {
    const module = await load().catch(async (error: unknown) => {
      await onGone();
      throw error;
    });
    const handle: PageHandle = { head: module.head };
    return {
      Component: module.Component,
      handle,
      loader: async ({ request }: { request: Request }) => {
        await module.load?.({ ...site, view: parseView(new URL(request.url).search) });
        return null;
      },
    };
  };
  // As every file server has it: /EARN is another address, and the server has answered it with a 404.
  const caseSensitive = true;
  return [
    {
      path: '/',
      Component: RootLayout,
      ErrorBoundary: RootError,
      HydrateFallback: () => null,
      children: [
        {
          ErrorBoundary: RouteError,
          children: [
            { index: true, lazy: page(() => import('./home.tsx')) },
            { path: 'earn', caseSensitive, lazy: page(() => import('./earn.tsx')) },
            { path: 'whiteboard', caseSensitive, lazy: page(() => import('./whiteboard.tsx')) },
            { path: 'search', caseSensitive, lazy: page(() => import('./search.tsx')) },
            { path: 'leaderboard', caseSensitive, lazy: page(() => import('./leaderboard.tsx')) },
            { path: ANY_OTHER, lazy: page(() => import('./not-found.tsx')) },
          ],
        },
      ],
    },
  ];
}
