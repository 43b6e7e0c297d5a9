import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';

import { parseView } from '../../contract/view.ts';
import type { KeptAnswer } from '../../web/site/answer-cache.ts';
import { documentTitle } from '../../web/site/document-head.tsx';
import { headFormat } from '../../web/ui/number-format.ts';
import { insteadOf } from '../../web/site/instead.ts';
import type { SharedPicture } from '../../web/site/page.ts';
import type { PageHandle } from '../../web/site/page.ts';
import type { Edition } from '../editions/edition.ts';

export interface RenderedPage {
  readonly html: string;
  readonly title: string;
  readonly description: string;
  readonly picture?: SharedPicture;
  /** 200, or the status of the failed loader: then the page says what is missing. */
  readonly status: number;
  /** The loaded answers, for the browser to start from. */
  readonly answers: KeptAnswer[] | undefined;
}

/**
 * Renders one address of the site to HTML, loading its data. Rejects with a loader's error, unless there is a page about it; with a
 * `Response` if the page is elsewhere (its `location`) or does not exist (404): the not-found page is only rendered for addresses without a
 * page.
 */
export async function renderPage({ answers, identity, routes, Frame }: Edition, path: string): Promise<RenderedPage> {
  const basename = import.meta.env.BASE_URL;
  const url = new URL(basename.replace(/\/$/, '') + path, 'http://localhost');
  const handler = createStaticHandler(
    routes(() => Promise.resolve()),
    { basename },
  );
  const context = await handler.query(new Request(url));
  // oxlint-disable-next-line typescript/only-throw-error -- a response that is not a page
  if (context instanceof Response) throw context;
  const [failure] = Object.values(context.errors ?? {});
  const instead = insteadOf(failure);
  if (failure !== undefined && instead === undefined) throw failure;
  const { id, path: pattern, handle } = context.matches.at(-1)!.route;
  // oxlint-disable-next-line typescript/only-throw-error -- as above
  if (instead?.what.kind === 'page' && pattern !== '*') throw new Response(null, { status: context.statusCode });
  const html = renderToString(
    <Frame>
      <StaticRouterProvider router={createStaticRouter(handler.dataRoutes, context)} context={context} hydrate={false} />
    </Frame>,
  );
  const head =
    instead === undefined
      ? (handle as PageHandle).head(parseView(url.search), context.loaderData[id] as never, headFormat(identity))
      : instead.page.head(instead.what as never);
  return { html, ...head, title: documentTitle(head, identity.name), status: context.statusCode, answers: answers?.kept() };
}
