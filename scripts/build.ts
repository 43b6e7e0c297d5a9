// Builds the sample edition into build/site: scripts and styles, every route as HTML, and files for hosts.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { injectManifest } from '@serwist/build';
import { build, type Manifest } from 'vite';

import type * as SamplePrerender from '../src/main/render/sample-prerender.tsx';
import { composePage, type PageParts } from '../src/main/serve/compose-page.ts';
import { caddyfile, headersFile, nginxConfig } from './build/hosting-files.ts';
import { appearanceIn } from '../src/cli/files/appearance-file.ts';
import { lookFiles } from '../src/server/appearance/look-files.ts';
import { lookOf, OWN_LOOK } from '../src/server/appearance/site-look.ts';
import { Drawing } from '../src/server/pictures/drawing.ts';
import { webManifest } from '../src/server/appearance/web-manifest.ts';
import { contentSecurityPolicyForMeta } from '../src/server/http/security-headers.ts';
import { ANY_PATH } from '../src/web/boot/prerendered.ts';
import { SAMPLE_PAGES } from '../src/web/sample/sample-pages.ts';
import { bundlerRoot } from './build/bundler-root.ts';
import { writeCompressedCopies } from './build/compressed-copies.ts';
import { cspHashes } from './build/csp-hashes.ts';
import { inlineScript } from './build/inline-script.ts';
import { importedBy, pageModules } from './build/page-modules.ts';
import { notificationStyles, takeStyles } from './build/site-styles.ts';
import { ROOT } from './tools/child-process.ts';
import { writeCardFonts } from './build/subset-font.ts';
import { buildFolder, inputsHash } from './build/stale.ts';

const OUT = buildFolder('sample');
const SITE = join(OUT, 'site');
const BASE = process.env['BASE_PATH'] ?? '/';
const SITE_URL = process.env['SITE_URL']?.replace(/\/+$/, '');

const ENTRY = 'index.html';
const NOT_FOUND = '/404';

/** Routes with their own files, the page's module, and the path of its HTML. */
const PAGES = [
  ...SAMPLE_PAGES.map(({ path, load }) => ({ path, module: importedBy('src/web/sample', load), file: join(path, 'index.html') })),
  { path: NOT_FOUND, module: 'src/web/site/not-found.tsx', file: '404.html' },
];

if (!/^\/(?:[\w.~-]+\/)*$/.test(BASE)) fail(`BASE_PATH must begin and end with "/", such as /games/; it is "${BASE}"`);
if (SITE_URL !== undefined && !URL.canParse(SITE_URL))
  fail(`SITE_URL must be an address such as https://play.example; it is "${SITE_URL}"`);

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

const appearance = process.env['LAURELS_APPEARANCE'];
const look =
  appearance === undefined ? OWN_LOOK : lookOf(await appearanceIn(resolve(appearance)).catch((error: Error) => fail(error.message)), BASE);

const inputs = await inputsHash();
await rm(OUT, { recursive: true, force: true });
const common = { root: bundlerRoot(), configLoader: 'native', logLevel: 'warn' } as const;

// The three bundles: for browsers, for rendering HTML here, and inline scripts.
await build({ ...common, build: { outDir: SITE, manifest: true, emptyOutDir: true } });
await build({
  ...common,
  build: { ssr: 'src/main/render/sample-prerender.tsx', outDir: join(OUT, 'prerender'), emptyOutDir: true, copyPublicDir: false },
});
const [beforePaint, startScripts] = await Promise.all([
  inlineScript('src/web/boot/before-paint.ts'),
  inlineScript('src/web/boot/start-scripts.ts'),
]);

const manifest = JSON.parse(await readFile(join(SITE, '.vite/manifest.json'), 'utf8')) as Manifest;
const css = await takeStyles(SITE);
const csp = cspHashes([beforePaint, startScripts], [css, ...(look.style === '' ? [] : [look.style]), await notificationStyles()]);

const { prerender } = (await import(pathToFileURL(join(OUT, 'prerender/sample-prerender.js')).href)) as typeof SamplePrerender;
const template = await readFile(join(SITE, ENTRY), 'utf8');
for (const { path, module, file } of PAGES) {
  const { html, title, description } = await prerender(path, look.identity);
  const parts: PageParts = {
    html,
    title,
    description,
    css,
    look,
    beforePaint,
    startScripts,
    renderedFor: path === NOT_FOUND ? ANY_PATH : BASE.replace(/\/$/, '') + path,
    modules: pageModules(manifest, BASE, ENTRY, module),
    policy: contentSecurityPolicyForMeta(csp),
    base: BASE,
    ...(SITE_URL !== undefined && path !== NOT_FOUND && { address: SITE_URL + BASE.replace(/\/$/, '') + path }),
    ...(SITE_URL !== undefined && { origin: SITE_URL }),
  };
  await write(join(SITE, file), composePage(template, parts));
}
await rm(join(OUT, 'prerender'), { recursive: true });
await rm(join(SITE, '.vite'), { recursive: true });

await write(join(SITE, 'site.webmanifest'), webManifest(BASE, look));
const pictures = lookFiles(look, BASE);
if (pictures.size > 0) await drawPictures();
await write(
  join(SITE, 'robots.txt'),
  SITE_URL === undefined ? 'User-agent: *\nAllow: /\n' : `User-agent: *\nAllow: /\nSitemap: ${SITE_URL}${BASE}sitemap.xml\n`,
);
if (SITE_URL !== undefined) await write(join(SITE, 'sitemap.xml'), sitemap(SITE_URL));
await writeServiceWorker();

await write(join(SITE, '_headers'), headersFile({ ...csp, base: BASE }));
await write(join(OUT, 'hosting/nginx.conf'), nginxConfig({ ...csp, base: BASE }));
await write(join(OUT, 'hosting/Caddyfile'), caddyfile({ ...csp, base: BASE }));
await writeCompressedCopies(SITE);

await write(join(OUT, 'csp.json'), JSON.stringify(csp, null, 2));
// Last, because it marks the build as complete.
await write(join(OUT, 'build.json'), JSON.stringify({ base: BASE, inputs }, null, 2));

/** A game's own icons and cards replace the site's. */
async function drawPictures(): Promise<void> {
  const fonts = join(OUT, 'fonts');
  await writeCardFonts(ROOT, fonts);
  const drawing = new Drawing(fonts);
  for (const [path, file] of pictures) if ('picture' in file) await write(join(SITE, path), await drawing.draw(file.picture));
  drawing.end();
  await rm(fonts, { recursive: true });
}

async function write(file: string, text: string | Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

function sitemap(origin: string): string {
  const urls = SAMPLE_PAGES.map(({ path }) => `<url><loc>${origin}${BASE.replace(/\/$/, '')}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`;
}

async function writeServiceWorker(): Promise<void> {
  const file = join(SITE, 'service-worker.js');
  const source = join(OUT, 'service-worker.source.js');
  await write(source, await inlineScript('src/worker/service-worker.ts'));
  await injectManifest({
    swSrc: source,
    swDest: file,
    globDirectory: SITE,
    globPatterns: [
      '**/*.html',
      'assets/**',
      ...(look.version === '' ? ['icon.svg'] : ['icon-32.png', 'logo.png']),
      'icon-192.png',
      'site.webmanifest',
    ],
    globIgnores: ['404.html'],
    // Files with a hash in their names need no other revision.
    dontCacheBustURLsMatching: /^assets\//,
    modifyURLPrefix: { '': BASE },
  });
  await rm(source);
}
