import { brotliCompressSync } from 'node:zlib';

import { chromium, type Browser, type Page, type Request } from '@playwright/test';

import { HOME_PLAYERS, SAMPLE_PLAYERS } from '../../src/sample/players.ts';
import { openSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { buildIfStale } from '../build/stale.ts';
import { findBrowser, LAUNCH_ARGS } from '../tools/find-browser.ts';
import { consoleWeight } from './console-weight.ts';
import { atLeast, atMost, bytes, shownOnly, type Figure } from './figure.ts';
import { requestedAfter } from './requested-after.ts';
import { inScratch } from './scratch.ts';
import { seedPlayers } from './seed-players.ts';
import type { ServedSite } from './served-site.ts';
import { spawnLive } from './spawned-server.ts';

/** Bytes over the network, as compressed by the server. */
const MOST_BYTES = { scripts: 98_000, liveScripts: 108_000, styles: 8_000, fonts: 50_000 };

/** The number of players on the live edition's board. */
const LIVE_PLAYERS = 100;

/** How long an untouched page is observed, in milliseconds, as the live edition never stops listening. */
const WATCHED_MS = 2_000;

/** Elements with styles and scripts; typed data blocks are neither. */
const STYLE = /<style>(.*?)<\/style>/gs;
const SCRIPT = /<script>(.*?)<\/script>/gs;

/** One response of a first visit. */
interface Fetched {
  readonly type: string;
  readonly path: string;
  readonly encoding: string | undefined;
  /** Size of the body over the network. */
  readonly size: number;
}

/**
 * The bytes a browser with an empty cache loads for `/` until the page is ready and idle, without interaction; and its content without
 * scripts. Excludes the service worker, which loads the other pages later, for offline use.
 */
export async function weight(site: ServedSite): Promise<Figure[]> {
  const { executablePath } = await findBrowser();
  const browser = await chromium.launch({ executablePath, args: [...LAUNCH_ARGS] });
  try {
    const { fetched, html } = await firstLoad(browser, site.address, (page) => page.waitForLoadState('networkidle'));
    const sizeOf = (type: string) => fetched.filter((one) => one.type === type).reduce((sum, { size }) => sum + size, 0);
    const others = fetched.filter(({ type }) => !['document', 'script', 'stylesheet', 'font'].includes(type));
    const compressed = fetched.filter(({ type }) => type === 'document' || type === 'script');
    return [
      // Inlined parts of the HTML count too, compressed separately.
      atMost({ what: 'scripts', value: sizeOf('script') + inline(html, SCRIPT), limit: MOST_BYTES.scripts, show: bytes }),
      atMost({ what: 'styles', value: sizeOf('stylesheet') + inline(html, STYLE), limit: MOST_BYTES.styles, show: bytes }),
      atMost({ what: 'fonts', value: sizeOf('font'), limit: MOST_BYTES.fonts, show: bytes }),
      shownOnly('HTML, styles and inline scripts included', bytes(sizeOf('document'))),
      shownOnly('other files', bytes(others.reduce((sum, { size }) => sum + size, 0))),
      shownOnly('requests', String(fetched.length)),
      atMost({
        what: 'pages and scripts sent without brotli',
        value: compressed.filter(({ encoding }) => encoding !== 'br').length,
        limit: 0,
        show: String,
      }),
      ...(await liveScripts(browser)),
      ...(await consoleWeight(browser)),
      await readWithoutScripts(browser, site.address, '/', SAMPLE_PLAYERS.slice(0, HOME_PLAYERS)),
      await readWithoutScripts(browser, site.address, '/leaderboard', SAMPLE_PLAYERS),
    ];
  } finally {
    await browser.close();
  }
}

/**
 * The scripts of the live edition's `/` until the page is ready, and those it loads afterwards without interaction. It never stops
 * listening for changes, so there is no idle state to wait for.
 */
async function liveScripts(browser: Browser): Promise<Figure[]> {
  await buildIfStale('live');
  return inScratch(async (scratch) => {
    const store = await openSqliteStore(scratch.folder);
    await seedPlayers(store, LIVE_PLAYERS, Date.now());
    await store.close();
    const { url } = await spawnLive(scratch, scratch.folder, 'a-key-for-the-bench-of-weight');
    const sizeOf = (fetched: readonly Fetched[]) =>
      fetched.filter(({ type }) => type === 'script').reduce((sum, { size }) => sum + size, 0);
    let later: readonly string[] = [];
    const { fetched, html } = await firstLoad(browser, url, async (page) => {
      await page.waitForTimeout(WATCHED_MS);
      later = await requestedAfter(page, 'ready');
    });
    const isLater = ({ path }: Fetched) => later.some((name) => new URL(name).pathname === path);
    return [
      atMost({
        what: 'scripts of the live edition',
        value: sizeOf(fetched.filter((one) => !isLater(one))) + inline(html, SCRIPT),
        limit: MOST_BYTES.liveScripts,
        show: bytes,
      }),
      shownOnly('scripts of the live edition, fetched after that', bytes(sizeOf(fetched.filter(isLater)))),
    ];
  });
}

async function firstLoad(
  browser: Browser,
  address: string,
  ended: (page: Page) => Promise<void>,
): Promise<{ fetched: Fetched[]; html: string }> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (document.documentElement.dataset['ready'] === undefined) return;
      watch.disconnect();
      performance.mark('ready');
    });
    watch.observe(document, { attributes: true, subtree: true, attributeFilter: ['data-ready'] });
  });
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  const response = await page.goto(address);
  await page.locator('html[data-ready]').waitFor();
  await ended(page);
  const html = (await response?.text()) ?? '';
  // An open connection is not a file.
  const files = requests.filter((request) => request.resourceType() !== 'eventsource');
  const fetched = await Promise.all(files.map(asFetched));
  await context.close();
  return { fetched, html };
}

async function asFetched(request: Request): Promise<Fetched> {
  const response = await request.response();
  if (response === null || !response.ok())
    throw new Error(`${request.url()} was not answered: ${request.failure()?.errorText ?? response?.status()}`);
  return {
    type: request.resourceType(),
    path: new URL(request.url()).pathname,
    encoding: response.headers()['content-encoding'],
    size: (await request.sizes()).responseBodySize,
  };
}

/** The total brotli size in bytes of all elements of a kind in the HTML. */
function inline(html: string, element: RegExp): number {
  return brotliCompressSync([...html.matchAll(element)].map(([, text]) => text).join('\n')).length;
}

async function readWithoutScripts(
  browser: Browser,
  address: string,
  path: string,
  players: readonly { readonly username: string }[],
): Promise<Figure> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(new URL(path, address).href);
  const readable = await Promise.all(players.map(({ username }) => page.locator('main').getByText(username, { exact: true }).isVisible()));
  await context.close();
  return atLeast({
    what: `names to be read on ${path} with scripts off`,
    value: readable.filter(Boolean).length,
    limit: players.length,
    show: String,
  });
}
