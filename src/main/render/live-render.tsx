// The live edition as HTML: bundled for Node by the build, and imported by the live server.
import '../../web/styles/site.css';

import { renderToStaticMarkup } from 'react-dom/server';

import type { LiveRankingsQuestion, LiveSource } from '../../contract/live-source.ts';
import type { SiteDocument } from '../../contract/site-documents.ts';
import { OWN_IDENTITY, type SiteIdentity } from '../../contract/site-identity.ts';
import { DocumentPage, headOf } from '../../web/live/documents/document-page.tsx';
import { kindSearch } from '../../web/live/links/addresses.ts';
import { LiveFooter } from '../../web/live/pages/live-footer.tsx';
import { LIVE_MISSING, LIVE_PAGES } from '../../web/live/pages/live-pages.ts';
import { EmbeddedBoard } from '../../web/live/wall/embedded-board.tsx';
import { createAnswerCache } from '../../web/site/answer-cache.ts';
import { siteRoutes } from '../../web/site/site-routes.tsx';
import type { Edition } from '../editions/edition.ts';
import { liveEdition } from '../editions/live-edition.tsx';
import { renderPage, type RenderedPage } from './render-page.tsx';

export { boardCard } from '../../web/live/board/board-card.ts';
export { playerCard } from '../../web/live/player/player-head.ts';

/** The page at `path` (with its leading slash and query), now. Rejects with the source's error. */
export function renderLive(source: LiveSource, path: string, identity: SiteIdentity = OWN_IDENTITY): Promise<RenderedPage> {
  // No retries: what is missing in the store stays missing; only network errors are worth retrying.
  return renderPage(liveEdition(source, createAnswerCache([], 0), identity), path);
}

/** A document in the site's frame, at the path of its kind. */
export function renderDocument(source: LiveSource, document: SiteDocument, identity: SiteIdentity): Promise<RenderedPage> {
  const answers = createAnswerCache([], 0);
  const path = `/${document.kind}`;
  const page = { path, load: async () => ({ head: () => headOf(document), Component: () => <DocumentPage document={document} /> }) };
  const edition: Edition = {
    ...liveEdition(source, answers, identity),
    routes: (onGone) =>
      siteRoutes({ source, answers, pages: [...LIVE_PAGES, page], missing: LIVE_MISSING, footer: <LiveFooter /> }, onGone),
  };
  return renderPage(edition, path);
}

/** A board to embed in another site, with this many rows below the podium. Rejects as `LiveSource.rankings`. */
export async function renderEmbed(source: LiveSource, question: LiveRankingsQuestion, rows: number, identity: SiteIdentity) {
  const view = await source.rankings(question);
  const { Frame } = liveEdition(source, createAnswerCache([], 0), identity);
  const href = `/leaderboard${kindSearch(question.period, { ...question, period: 'daily' })}`;
  const html = renderToStaticMarkup(
    <Frame>
      <EmbeddedBoard view={view} rows={rows} href={href} />
    </Frame>,
  );
  return { html, title: `${view.board.title} · ${identity.name}` };
}
