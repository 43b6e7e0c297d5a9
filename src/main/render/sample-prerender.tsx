// The sample edition as HTML: bundled for Node, and imported by the build.
import '../../web/styles/site.css';

import type { SiteIdentity } from '../../contract/site-identity.ts';
import { createSampleSource } from '../../sample/sample-source.ts';
import { renderPage, type RenderedPage } from './render-page.tsx';
import { sampleEdition } from '../editions/sample-edition.tsx';

/** The page at `path` (below the base path, with its leading slash) in its default view. */
export function prerender(path: string, identity: SiteIdentity): Promise<RenderedPage> {
  return renderPage(sampleEdition(createSampleSource(), identity), path);
}
