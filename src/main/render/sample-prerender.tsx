// The sample edition as HTML: imported by the build once it is bundled for Node.
import '../../web/styles/site.css';

import type { SiteIdentity } from '../../contract/site-identity.ts';
import { createSampleSource } from '../../sample/sample-source.ts';
import { renderPage, type RenderedPage } from './render-page.tsx';
import { sampleEdition } from '../editions/sample-edition.tsx';

/** The page at `path` (below the base path, with its leading slash) as the default view shows it. */
export function prerender(path: string, identity: SiteIdentity): Promise<RenderedPage> {
  return renderPage(sampleEdition(createSampleSource(), identity), path);
}
