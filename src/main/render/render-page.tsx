import { dehydrate, type DehydratedState } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';

import { parseView } from '../../contract/view.ts';
import { isOtherPage } from '../../web/live/asking/loaded-page.ts';
import { documentTitle, headOf } from '../../web/site/document-head.ts';
import type { SharedPicture } from '../../web/site/page.ts';
import type { Edition } from '../editions/edition.ts';

export interface RenderedPage {
  readonly html: string;
  readonly title: string;
  readonly description: string;
  readonly picture?: SharedPicture;
  /** Whether it is the page that was asked for; else one that says why that is not to be had. */
  readonly found: boolean;
  /** What was loaded for the page, for a browser to go on with. */
  readonly answers: DehydratedState;
}

/**
 * Renders one address of the site to HTML, loading what it shows.
 * Rejects when a loader does, with what it threw; with a `Response` where a page says that it is somewhere else.
 */
export async function renderPage({ queryClient, routes, Frame }: Edition, path: string): Promise<RenderedPage> {
  const basename = import.meta.env.BASE_URL;
  const url = new URL(basename.replace(/\/$/, '') + path, 'http://localhost');
  const handler = createStaticHandler(
    routes(() => Promise.resolve()),
    { basename },
  );
  const context = await handler.query(new Request(url));
  // oxlint-disable-next-line typescript/only-throw-error -- an answer that is no page, for whoever asked for one
  if (context instanceof Response) throw context;
  const [failure] = Object.values(context.errors ?? {});
  if (failure !== undefined) throw failure;
  const html = renderToString(
    <Frame>
      <StaticRouterProvider router={createStaticRouter(handler.dataRoutes, context)} context={context} hydrate={false} />
    </Frame>,
  );
  const answers = dehydrate(queryClient);
  queryClient.clear();
  const head = headOf(
    context.matches.map(({ route }) => ({ handle: route.handle as unknown, loaderData: context.loaderData[route.id] as unknown })),
    parseView(url.search),
  );
  const found = !Object.values(context.loaderData).some((loaded) => isOtherPage(loaded));
  return { html, ...head, title: documentTitle(head), found, answers };
}
