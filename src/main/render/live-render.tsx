// The live edition as HTML: bundled by the build for Node, and imported by the live server.
import '../../web/styles/site.css';

import type { LiveSource } from '../../contract/live-source.ts';
import { OWN_IDENTITY, type SiteIdentity } from '../../contract/site-identity.ts';
import { createAnswerCache } from '../../web/site/answer-cache.ts';
import { liveEdition } from '../editions/live-edition.tsx';
import { renderPage, type RenderedPage } from './render-page.tsx';

export { boardCard } from '../../web/live/board/board-card.ts';
export { playerCard } from '../../web/live/player/player-head.ts';

/** The page at `path` (with its leading slash and its query), at present. Rejects with what the source rejects with. */
export function renderLive(source: LiveSource, path: string, identity: SiteIdentity = OWN_IDENTITY): Promise<RenderedPage> {
  // What the store does not have it will not have a moment later; only a network is worth asking again.
  return renderPage(liveEdition(source, createAnswerCache([], 0), identity), path);
}
