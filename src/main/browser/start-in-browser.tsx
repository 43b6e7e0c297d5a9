import { StrictMode, startTransition, useLayoutEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';

import { replayEarlyEvents } from '../../web/boot/early-events.ts';
import { ANY_PATH, isPrerendered } from '../../web/boot/prerendered.ts';
import { insteadOf } from '../../web/site/instead.ts';
import type { Edition } from '../editions/edition.ts';
import { forgetReload, reloadOnce } from './reload-once.ts';

type Router = ReturnType<typeof createBrowserRouter>;

/**
 * Starts an edition in the document: hydrates prerendered HTML if it is for this address, otherwise renders from scratch, then replays the
 * visitor's early input. Pages are below `basename`.
 */
export async function startInBrowser({ routes, Frame }: Edition, basename = import.meta.env.BASE_URL): Promise<void> {
  dropTrailingSlash();
  nameEntry();
  const router: Router = createBrowserRouter(
    routes(() => reloadOnce(router.state.navigation.location)),
    { basename },
  );
  await initialised(router);
  // Otherwise the first render scrolls to the top, and a link moves away under the finger of a visitor who has scrolled to it.
  router.state.preventScrollReset = true;
  const [error] = Object.values(router.state.errors ?? {});
  const missing = insteadOf(error)?.what.kind;
  const isShown = error === undefined || missing !== undefined;
  if (isShown) forgetReload();
  // Whether the router agrees with the server that there is a page at this address, or that there is none.
  const isTheSame = isShown && (missing === 'page') === (document.documentElement.dataset['renderedFor'] === ANY_PATH);

  const container = document.getElementById('root')!;
  const app = (
    <StrictMode>
      <Frame>
        <RouterProvider router={router} />
        <Started />
      </Frame>
    </StrictMode>
  );
  startTransition(() => {
    if (isPrerendered() && isTheSame) hydrateRoot(container, app);
    else createRoot(container).render(app);
  });
}

/** Static hosts redirect `/earn` to `/earn/` before serving the folder; the page's own address has no slash. */
function dropTrailingSlash(): void {
  const { pathname, search, hash } = location;
  if (pathname.endsWith('/') && pathname !== import.meta.env.BASE_URL) {
    history.replaceState(history.state, '', (pathname.replace(/\/+$/, '') || import.meta.env.BASE_URL) + search + hash);
  }
}

/**
 * Gives a new entry of the browser history a key. The router uses the same key for all entries that it did not create, and would scroll a
 * page opened by URL to the position of the page before it.
 */
function nameEntry(): void {
  const entry = history.state as { readonly key?: string } | null;
  if (entry?.key === undefined) history.replaceState({ ...entry, key: `${performance.timeOrigin}` }, '');
}

/** Resolves once the first page's module and data are loaded. */
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

/** Runs once React listens, before the browser handles the next key, which must not get lost between the two pages. */
function Started() {
  useLayoutEffect(() => {
    const root = document.documentElement;
    replayEarlyEvents();
    delete root.dataset['restoring'];
    root.dataset['ready'] = '';
  }, []);
  return null;
}
