// Builds the live edition's pages into build-live: files for browsers, and the server's renderer.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { build, type InlineConfig, type Manifest } from 'vite';

import type { BuiltPages } from '../src/main/serve/live-build.ts';
import { OWN_LOOK } from '../src/server/appearance/site-look.ts';
import { webManifest } from '../src/server/appearance/web-manifest.ts';
import { LIVE_PAGES } from '../src/web/live/pages/live-pages.ts';
import { bundlerRoot } from './build/bundler-root.ts';
import { writeCompressedCopies } from './build/compressed-copies.ts';
import { cspHashes } from './build/csp-hashes.ts';
import { inlinePage } from './build/inline-page.ts';
import { inlineScript } from './build/inline-script.ts';
import { collectLicences, noteModules } from './build/licences.ts';
import { importedBy, pageModules } from './build/page-modules.ts';
import { notificationStyles, takeStyles } from './build/site-styles.ts';
import { ROOT } from './tools/child-process.ts';
import { buildFolder, inputsHash } from './build/stale.ts';
import { writeCardFonts, writeFallbackFonts } from './build/subset-font.ts';

const OUT = buildFolder('live');
const SITE = join(OUT, 'site');

/** The live edition is always at the root of its site. */
const BASE = '/';
const ENTRY = 'src/main/browser/live-browser.tsx';

/** The console is a separate bundle, so that it does not change what visitors load. */
const CONSOLE = { base: '/console/', folder: join(SITE, 'console'), entry: 'src/main/browser/console-browser.tsx' } as const;

/** The module of each page, by path. */
const PAGES = [
  ...LIVE_PAGES.map(({ path, load }) => [path, importedBy('src/web/live/pages', load)] as const),
  ['/404', 'src/web/site/not-found.tsx'] as const,
];

const inputs = await inputsHash();
await rm(OUT, { recursive: true, force: true });
const modules = new Set<string>();
const common = {
  root: bundlerRoot(),
  base: BASE,
  configLoader: 'native',
  logLevel: 'warn',
  plugins: [noteModules(modules)],
} satisfies InlineConfig;

await build({
  ...common,
  build: { outDir: SITE, manifest: true, emptyOutDir: true, rolldownOptions: { input: join(common.root, ENTRY) } },
});
await build({
  ...common,
  base: CONSOLE.base,
  build: {
    outDir: CONSOLE.folder,
    manifest: true,
    emptyOutDir: true,
    copyPublicDir: false,
    rolldownOptions: { input: join(common.root, CONSOLE.entry) },
  },
});
await build({
  ...common,
  // Bundled entirely: outside a bundle React would use its development build, several times slower.
  ssr: { noExternal: true },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    chunkSizeWarningLimit: 5000,
    ssr: 'src/main/render/live-render.tsx',
    outDir: join(OUT, 'render'),
    emptyOutDir: true,
    copyPublicDir: false,
  },
});
await writeCardFonts(ROOT, join(OUT, 'fonts'));
await writeFallbackFonts(ROOT, join(OUT, 'fonts'));
const [beforePaint, startScripts, documentScript, theme, serviceWorker] = await Promise.all([
  inlineScript('src/web/boot/before-paint.ts'),
  inlineScript('src/web/boot/start-scripts.ts'),
  inlineScript('src/web/boot/document-controls.ts'),
  inlineScript('src/web/boot/console-theme.ts'),
  inlineScript('src/worker/retiring-worker.ts'),
]);

const manifest = JSON.parse(await readFile(join(SITE, '.vite/manifest.json'), 'utf8')) as Manifest;
const css = await takeStyles(SITE);
const consoleManifest = JSON.parse(await readFile(join(CONSOLE.folder, '.vite/manifest.json'), 'utf8')) as Manifest;
const csp = cspHashes([beforePaint, startScripts], [css, await notificationStyles()]);
const pages: BuiltPages = {
  template: await readFile(join(ROOT, 'index.html'), 'utf8'),
  page: { css, beforePaint, startScripts },
  modules: Object.fromEntries(PAGES.map(([path, module]) => [path, pageModules(manifest, BASE, ENTRY, module)])),
  csp,
  console: {
    css: await stylesOfConsole(),
    theme,
    modules: pageModules(consoleManifest, CONSOLE.base, CONSOLE.entry, ''),
  },
  documentScript,
  embed: await inlinePage('clients/embed/embed.ts'),
};

for (const folder of [SITE, CONSOLE.folder]) await rm(join(folder, '.vite'), { recursive: true });
await write(join(SITE, 'site.webmanifest'), webManifest(BASE, OWN_LOOK));
await write(join(SITE, 'robots.txt'), 'User-agent: *\nAllow: /\n');
await write(join(SITE, 'service-worker.js'), serviceWorker);
await writeCompressedCopies(SITE);
await write(join(OUT, 'pages.json'), JSON.stringify(pages));
await write(join(OUT, 'play.json'), JSON.stringify(await inlinePage('clients/play/play.ts')));
await write(join(OUT, 'licences.json'), JSON.stringify(collectLicences(ROOT, modules)));
// Last, because it marks the build as complete.
await write(join(OUT, 'build.json'), JSON.stringify({ inputs }, null, 2));

/** The console's styles, with the site's typeface, which its visitors have cached. */
async function stylesOfConsole(): Promise<string> {
  const assets = join(CONSOLE.folder, 'assets');
  const fonts = (await readdir(assets)).filter((name) => name.endsWith('.woff2'));
  await Promise.all(fonts.map((name) => rm(join(assets, name))));
  return (await takeStyles(CONSOLE.folder)).replaceAll(`${CONSOLE.base}assets/`, `${BASE}assets/`);
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
