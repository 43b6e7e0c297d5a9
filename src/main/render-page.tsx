import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';

import type { LeaderboardSource } from '../contract/leaderboard-source.ts';
import { parseView } from '../contract/view.ts';
import { createQueryClient } from '../web/data/query-client.ts';
import { documentTitle, headOf } from '../web/routes/document-head.ts';
import { createRoutes } from '../web/routes/routes.tsx';
import { App } from './app.tsx';

export interface RenderedPage {
  readonly html: string;
  readonly title: string;
  readonly description: string;
}

/**
 * Renders one address of the site to HTML, loading what it shows from `source`.
 * Rejects when a loader does, or when a route answers with a redirect, which no page of this site does.
 */
export async function renderPage(source: LeaderboardSource, path: string): Promise<RenderedPage> {
  const site = { source, queryClient: createQueryClient() };
  const basename = import.meta.env.BASE_URL;
  const url = new URL(basename.replace(/\/$/, '') + path, 'http://localhost');
  const handler = createStaticHandler(createRoutes(site), { basename });
  const context = await handler.query(new Request(url));
  if (context instanceof Response) throw new Error(`Rendering ${path}: a redirect to ${context.headers.get('location')}`);
  const [failure] = Object.values(context.errors ?? {});
  if (failure !== undefined) throw failure;
  const html = renderToString(
    <App site={site}>
      <StaticRouterProvider router={createStaticRouter(handler.dataRoutes, context)} context={context} hydrate={false} />
    </App>,
  );
  site.queryClient.clear();
  const head = headOf(
    context.matches.map(({ route }) => ({ handle: route.handle as unknown })),
    parseView(url.search),
  );
  return { html, title: documentTitle(head), description: head.description };
}
