// Builds the sample edition into build/site: scripts and styles, every route as HTML, and what hosts need.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import { injectManifest } from '@serwist/build';
import { build, type Manifest, type Rolldown } from 'vite';

import type * as SamplePrerender from '../src/main/sample-prerender.tsx';
import { caddyfile, headersFile, nginxConfig } from '../src/server/hosting-files.ts';
import { contentSecurityPolicyForMeta, type CspHashes } from '../src/server/security-headers.ts';
import { ANY_PATH } from '../src/web/boot/prerendered.ts';
import { composePage, type PageParts } from './compose-page.ts';
import { inputsHash } from './stale.ts';

const ROOT = join(import.meta.dirname, '..');
const OUT = join(ROOT, process.env['BUILD_DIR'] ?? 'build');
const SITE = join(OUT, 'site');
const BASE = process.env['BASE_PATH'] ?? '/';
const SITE_URL = process.env['SITE_URL']?.replace(/\/+$/, '');

/** Routes with a file of their own, the module of the page behind each, and where its HTML goes. */
const PAGES = [
  { path: '/', module: 'src/web/routes/home.tsx', file: 'index.html' },
  { path: '/earn', module: 'src/web/routes/earn.tsx', file: 'earn/index.html' },
  { path: '/whiteboard', module: 'src/web/routes/whiteboard.tsx', file: 'whiteboard/index.html' },
  { path: '/search', module: 'src/web/routes/search.tsx', file: 'search/index.html' },
  { path: '/leaderboard', module: 'src/web/routes/leaderboard.tsx', file: 'leaderboard/index.html' },
  { path: '/404', module: 'src/web/routes/not-found.tsx', file: '404.html' },
] as const;

const ENTRY = 'index.html';
const NOT_FOUND = '/404';
const COMPRESSIBLE = new Set(['.html', '.js', '.css', '.svg', '.json', '.txt', '.xml', '.webmanifest']);

if (!/^\/(?:[\w.~-]+\/)*$/.test(BASE)) fail(`BASE_PATH must begin and end with "/", such as /games/; it is "${BASE}"`);
if (SITE_URL !== undefined && !URL.canParse(SITE_URL))
  fail(`SITE_URL must be an address such as https://play.example; it is "${SITE_URL}"`);

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

const inputs = await inputsHash();
await rm(OUT, { recursive: true, force: true });
const logLevel = 'warn' as const;

// The three bundles: the browser's, the one that renders HTML here, and the inline scripts.
await build({ root: ROOT, logLevel, build: { outDir: SITE, manifest: true, emptyOutDir: true } });
await build({
  root: ROOT,
  logLevel,
  build: { ssr: 'src/main/sample-prerender.tsx', outDir: join(OUT, 'prerender'), emptyOutDir: true, copyPublicDir: false },
});
const [beforePaint, startScripts] = await Promise.all([
  inlineScript('src/web/boot/before-paint.ts'),
  inlineScript('src/web/boot/start-scripts.ts'),
]);

const manifest = JSON.parse(await readFile(join(SITE, '.vite/manifest.json'), 'utf8')) as Manifest;
const css = await takeStyles();
const csp: CspHashes = {
  scriptHashes: [beforePaint, startScripts].map(sha256),
  // The empty one, because the notification library puts its style element into the page before its text.
  styleHashes: [css, await notificationStyles(), ''].map(sha256),
};

const { prerender } = (await import(pathToFileURL(join(OUT, 'prerender/sample-prerender.js')).href)) as typeof SamplePrerender;
const template = await readFile(join(SITE, ENTRY), 'utf8');
for (const { path, module, file } of PAGES) {
  const parts: PageParts = {
    ...(await prerender(path)),
    css,
    beforePaint,
    startScripts,
    renderedFor: path === NOT_FOUND ? ANY_PATH : BASE.replace(/\/$/, '') + path,
    modules: modulesOf(module),
    policy: contentSecurityPolicyForMeta(csp),
    base: BASE,
    ...(SITE_URL !== undefined && path !== NOT_FOUND && { address: SITE_URL + BASE.replace(/\/$/, '') + path }),
    ...(SITE_URL !== undefined && { origin: SITE_URL }),
  };
  await write(join(SITE, file), composePage(template, parts));
}
await rm(join(OUT, 'prerender'), { recursive: true });
await rm(join(SITE, '.vite'), { recursive: true });

await writeManifest();
await write(
  join(SITE, 'robots.txt'),
  SITE_URL === undefined ? 'User-agent: *\nAllow: /\n' : `User-agent: *\nAllow: /\nSitemap: ${SITE_URL}${BASE}sitemap.xml\n`,
);
if (SITE_URL !== undefined) await write(join(SITE, 'sitemap.xml'), sitemap(SITE_URL));
await writeServiceWorker();

await write(join(SITE, '_headers'), headersFile({ ...csp, base: BASE }));
await write(join(OUT, 'hosting/nginx.conf'), nginxConfig({ ...csp, base: BASE }));
await write(join(OUT, 'hosting/Caddyfile'), caddyfile({ ...csp, base: BASE }));
await compress();

await write(join(OUT, 'csp.json'), JSON.stringify(csp, null, 2));
// Last, because it is what says that the build is whole.
await write(join(OUT, 'build.json'), JSON.stringify({ base: BASE, inputs }, null, 2));

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

function sha256(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** Bundles a script that stands in the HTML itself, as one expression without exports. */
async function inlineScript(entry: string): Promise<string> {
  const output = (await build({
    root: ROOT,
    configFile: false,
    logLevel,
    build: { write: false, copyPublicDir: false, lib: { entry: join(ROOT, entry), formats: ['iife'], name: 'laurels' }, minify: true },
  })) as Rolldown.RolldownOutput[];
  const [chunk] = output[0]!.output;
  return chunk.code.trim();
}

/** Takes the one stylesheet out of the site: it is inlined into every page, which saves a round trip before the first paint. */
async function takeStyles(): Promise<string> {
  const files = (await readdir(join(SITE, 'assets'))).filter((name) => name.endsWith('.css'));
  if (files.length !== 1) throw new Error(`Expected one stylesheet, found ${files.join(', ') || 'none'}`);
  const file = join(SITE, 'assets', files[0]!);
  const text = (await readFile(file, 'utf8')).trim();
  await rm(file);
  return text;
}

/** The stylesheet the notification library puts into the page by itself; the policy allows exactly this text. */
async function notificationStyles(): Promise<string> {
  const library = await readFile(join(ROOT, 'node_modules/sonner/dist/index.mjs'), 'utf8');
  const call = /__insertCSS\(("(?:[^"\\]|\\.)*")\)/.exec(library);
  if (call === null) throw new Error('sonner no longer inserts its stylesheet as it did: the policy cannot allow it');
  return JSON.parse(call[1]!) as string;
}

/** The scripts of a page, entry first, as addresses: what the start script fetches at once. */
function modulesOf(page: string): string[] {
  const keys = new Set<string>();
  const add = (key: string) => {
    if (keys.has(key)) return;
    keys.add(key);
    for (const next of manifest[key]!.imports ?? []) add(next);
  };
  add(ENTRY);
  add(page);
  return [...keys].map((key) => BASE + manifest[key]!.file);
}

async function writeManifest(): Promise<void> {
  const icon = (file: string, sizes: string, purpose: string) => ({ src: `${BASE}${file}`, sizes, type: 'image/png', purpose });
  await write(
    join(SITE, 'site.webmanifest'),
    JSON.stringify({
      name: 'Laurels',
      short_name: 'Laurels',
      description: 'Who leads the game: podium and rankings, daily and weekly.',
      id: BASE,
      start_url: BASE,
      scope: BASE,
      display: 'standalone',
      background_color: '#080f14',
      theme_color: '#080f14',
      icons: [
        { src: `${BASE}icon.svg`, sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
        icon('icon-192.png', '192x192', 'any'),
        icon('icon-512.png', '512x512', 'any'),
        icon('icon-maskable-512.png', '512x512', 'maskable'),
      ],
    }),
  );
}

function sitemap(origin: string): string {
  const urls = PAGES.filter(({ path }) => path !== NOT_FOUND).map(
    ({ path }) => `<url><loc>${origin}${BASE.replace(/\/$/, '')}${path}</loc></url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`;
}

async function writeServiceWorker(): Promise<void> {
  const output = (await build({
    root: ROOT,
    configFile: false,
    logLevel,
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      copyPublicDir: false,
      lib: { entry: join(ROOT, 'src/worker/service-worker.ts'), formats: ['iife'], name: 'laurels' },
      minify: true,
    },
  })) as Rolldown.RolldownOutput[];
  const file = join(SITE, 'service-worker.js');
  const source = join(OUT, 'service-worker.source.js');
  await write(source, output[0]!.output[0].code);
  await injectManifest({
    swSrc: source,
    swDest: file,
    globDirectory: SITE,
    globPatterns: ['**/*.html', 'assets/**', 'icon.svg', 'icon-192.png', 'site.webmanifest'],
    globIgnores: ['404.html'],
    // Files with a hash in their name need no further revision.
    dontCacheBustURLsMatching: /^assets\//,
    modifyURLPrefix: { '': BASE },
  });
  await rm(source);
}

/** Compresses once, at the highest level, what any server may then hand out as it is. */
async function compress(): Promise<void> {
  for (const name of await readdir(SITE, { recursive: true })) {
    if (!COMPRESSIBLE.has(extname(name))) continue;
    const raw = await readFile(join(SITE, name));
    await writeFile(
      join(SITE, `${name}.br`),
      brotliCompressSync(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
    );
    await writeFile(join(SITE, `${name}.gz`), gzipSync(raw, { level: 9 }));
  }
}
