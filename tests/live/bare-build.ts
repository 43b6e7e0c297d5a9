import { boardCard, playerCard, renderDocument, renderEmbed, renderLive } from '../../src/main/render/live-render.tsx';
import type { LiveBuild } from '../../src/main/serve/live-build.ts';
import { LIVE_PAGES } from '../../src/web/live/pages/live-pages.ts';

/** Only the pages themselves, in an empty template. */
export const BARE_BUILD: LiveBuild = {
  template:
    '<html lang="en"><head><title></title><meta name="description"><link rel="icon" href="/icon.svg">' +
    '<link rel="apple-touch-icon" href="/icon.png"></head><body><div id="root"></div></body></html>',
  page: { css: '', beforePaint: '', startScripts: '' },
  modules: Object.fromEntries(LIVE_PAGES.map(({ path }) => [path, []])),
  csp: { scriptHashes: [], styleHashes: [] },
  console: { css: '', theme: '', modules: [] },
  documentScript: '',
  embed: { css: '', script: '' },
  files: '',
  fonts: '',
  play: '',
  licences: '',
  render: renderLive,
  renderDocument,
  renderEmbed,
  playerCard,
  boardCard,
};
