import type { ReactNode } from 'react';
import { data, type RouteObject } from 'react-router';

import { fetchedCode } from '../ui/floating/fetched-code.ts';
import { parseView } from '../../contract/view.ts';
import { LoadedHead } from './document-head.tsx';
import { SitePages } from './header/site-pages.ts';
import { type Instead, notFound } from './instead.ts';
import type { CacheOf, Missing, MissingModule, MissingModules, PageContext, PageHandle, PageLine } from './page.ts';
import { RootLayout } from './frame/root-layout.tsx';
import { RouteError } from './route-error.tsx';

export interface SiteParts<Source> {
  readonly source: Source;
  readonly answers: CacheOf<Source>;
  readonly pages: readonly PageLine<Source>[];
  readonly missing: MissingModules;
  readonly footer: ReactNode;
}

/**
 * The routes of an edition. Pages load on first visit. If a page's module cannot be loaded, `onGone` may handle that, and the error is
 * shown once it resolves.
 */
export function siteRoutes<Source>(
  { source, answers, pages, missing: missingModules, footer }: SiteParts<Source>,
  onGone: () => Promise<void>,
): RouteObject[] {
  const fetched = <T,>(load: () => Promise<T>): Promise<T> =>
    fetchedCode(load).catch(async (error: unknown) => {
      await onGone();
      throw error;
    });
  const missing = async (what: Missing): Promise<never> => {
    const page = await fetched<MissingModule>(missingModules[what.kind] ?? notFound);
    // oxlint-disable-next-line typescript/only-throw-error -- the router's own way to fail
    throw data({ what, page } satisfies Instead, 404);
  };
  const lazyPage = (page: PageLine<Source>) => async () => {
    const { head, load, period, Component } = await fetched(page.load);
    const handle: PageHandle = { head, ...(period && { period }) };
    return {
      element: (
        <>
          <Component />
          <LoadedHead head={head} />
        </>
      ),
      handle,
      loader: async ({ request }: { request: Request }) => {
        const url = new URL(request.url);
        const context: PageContext<Source> = { source, answers, view: parseView(url.search), url, page, missing };
        return (await load?.(context)) ?? null;
      },
    };
  };
  const framed = (children?: ReactNode) => (
    <SitePages value={pages}>
      <RootLayout footer={footer}>{children}</RootLayout>
    </SitePages>
  );
  return [
    {
      path: '/',
      element: framed(),
      errorElement: framed(<RouteError />),
      HydrateFallback: () => null,
      children: [
        {
          ErrorBoundary: RouteError,
          children: [
            // Case-sensitive, like file servers: /EARN is another URL, and the server has answered 404.
            ...pages.map((page) => ({ path: page.path, caseSensitive: true, lazy: lazyPage(page) })),
            { path: '*', element: null, loader: () => missing({ kind: 'page' }) },
          ],
        },
      ],
    },
  ];
}
