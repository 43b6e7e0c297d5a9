import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { RouteObject } from 'react-router';

import { parseView } from '../../contract/view.ts';
import type { PageHandle } from './document-head.ts';
import type { PageModule } from './page.ts';
import { RootError, RootLayout } from './root-layout.tsx';
import { RouteError } from './route-error.tsx';

/** The path of the route for every address that is no page. */
export const ANY_OTHER = '*';

/** An address below the site's own, `''` for that one, and how to get the module of its page. */
export type PageRoute<Source> = readonly [path: string, load: () => Promise<PageModule<Source>>];

/** What the routes of an edition are made of. */
export interface SiteParts<Source> {
  readonly source: Source;
  readonly queryClient: QueryClient;
  readonly pages: readonly PageRoute<Source>[];
  readonly footer: ReactNode;
}

/**
 * The routes of an edition. Pages load when they are first visited; when one's module cannot be had, `onGone`
 * may do something about it, and the error is shown once it resolves.
 */
export function siteRoutes<Source>({ source, queryClient, pages, footer }: SiteParts<Source>, onGone: () => Promise<void>): RouteObject[] {
  const page = (load: () => Promise<PageModule<Source>>) => async () => {
    const module = await load().catch(async (error: unknown) => {
      await onGone();
      throw error;
    });
    const handle: PageHandle = { head: module.head };
    return {
      Component: module.Component,
      handle,
      loader: async ({ request }: { request: Request }) => {
        const url = new URL(request.url);
        return (await module.load?.({ source, queryClient, view: parseView(url.search), url })) ?? null;
      },
    };
  };
  return [
    {
      path: '/',
      element: <RootLayout footer={footer} />,
      errorElement: <RootError footer={footer} />,
      HydrateFallback: () => null,
      children: [
        {
          ErrorBoundary: RouteError,
          children: [
            ...pages.map(([path, load]): RouteObject =>
              // As every file server has it: /EARN is another address, and the server has answered it with a 404.
              path === '' ? { index: true, lazy: page(load) } : { path, caseSensitive: true, lazy: page(load) },
            ),
            { path: ANY_OTHER, lazy: page(() => import('./not-found.tsx')) },
          ],
        },
      ],
    },
  ];
}
