// The sample edition as HTML: imported by the build once it is bundled for Node.
import '../../web/styles/tokens.css';
import '../../web/styles/fallback-font.css';
import '../../web/styles/base.css';

import { createSampleSource } from '../../sample/sample-source.ts';
import { renderPage, type RenderedPage } from './render-page.tsx';
import { sampleEdition } from '../editions/sample-edition.tsx';

/** The page at `path` (below the base path, with its leading slash) as the default view shows it. */
export function prerender(path: string): Promise<RenderedPage> {
  return renderPage(sampleEdition(createSampleSource()), path);
}
