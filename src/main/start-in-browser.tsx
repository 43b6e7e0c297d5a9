import { StrictMode, startTransition, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';

import type { LeaderboardSource } from '../contract/leaderboard-source.ts';
import { replayEarlyEvents } from '../web/boot/early-events.ts';
import { isPrerendered } from '../web/boot/prerendered.ts';
import { createQueryClient } from '../web/data/query-client.ts';
import { createRoutes } from '../web/routes/routes.tsx';
import { App } from './app.tsx';
import { forgetReload, reloadOnce } from './reload-once.ts';
import { watchForNewVersion } from './watch-for-new-version.ts';

/** How long the podium takes to rise, stagger included, in milliseconds; after it a podium just stands. */
const RISE = 600;

type Router = ReturnType<typeof createBrowserRouter>;

/**
 * Starts an edition's pages in the document: takes over prerendered HTML where it is what the address asks
 * for, renders anew where it is not, then plays back what the visitor did meanwhile.
 */
export async function startInBrowser(source: LeaderboardSource): Promise<void> {
  dropTrailingSlash();
  const site = { source, queryClient: createQueryClient() };
  const router: Router = createBrowserRouter(
    createRoutes(site, () => reloadOnce(router.state.navigation.location)),
    {
      basename: import.meta.env.BASE_URL,
    },
  );
  await initialised(router);
  if (router.state.errors === null) forgetReload();

  const container = document.getElementById('root')!;
  const focused = document.activeElement;
  const app = (
    <StrictMode>
      <App site={site}>
        <RouterProvider router={router} />
        <Started focused={focused} />
      </App>
    </StrictMode>
  );
  startTransition(() => {
    if (isPrerendered() && router.state.errors === null) hydrateRoot(container, app);
    else createRoot(container).render(app);
  });
  watchForNewVersion();
}

/** Static hosts redirect `/earn` to `/earn/` before serving the folder; the page's own address has no slash. */
function dropTrailingSlash(): void {
  const { pathname, search, hash } = location;
  if (pathname.endsWith('/') && pathname !== import.meta.env.BASE_URL) {
    history.replaceState(history.state, '', pathname.replace(/\/+$/, '') + search + hash);
  }
}

/** Resolves when the first page's module and data are there. */
function initialised(router: Router): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe((state) => {
      if (!state.initialized) return;
      stop();
      resolve();
    });
  });
}

/** Runs once React listens. */
function Started({ focused }: { readonly focused: Element | null }) {
  useEffect(() => {
    const root = document.documentElement;
    replayEarlyEvents(focused);
    delete root.dataset['restoring'];
    root.dataset['ready'] = '';
    const timer = setTimeout(() => delete root.dataset['rise'], RISE);
    return () => clearTimeout(timer);
  }, [focused]);
  return null;
}
