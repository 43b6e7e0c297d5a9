import type { Browser, Page, Request } from '@playwright/test';

import { ENDPOINTS } from '../../src/contract/api.ts';
import { CONSOLE_ROOMS } from '../../src/web/console/frame/console-rooms.ts';
import { LOADING } from '../../src/web/console/parts/parts-words.ts';
import { createApiClient } from '../../src/remote/api-client.ts';
import { openSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { buildIfStale } from '../build/stale.ts';
import { joinConsole } from '../tools/join-console.ts';
import { atMost, bytes, type Figure, shownOnly } from './figure.ts';
import { requestedAfter } from './requested-after.ts';
import { inScratch } from './scratch.ts';
import { spawnLive } from './spawned-server.ts';

/** Bytes over the network, as compressed by the server. */
const MOST_BYTES = 150_000;

const CODE = ['document', 'script', 'stylesheet'];

const KEY = 'a-key-for-the-bench-of-the-console';

/**
 * The bytes a browser with an empty cache loads from the link of an invitation to the console's overview, and for each page at its address:
 * until the page is shown with its data, and after that.
 */
export async function consoleWeight(browser: Browser): Promise<Figure[]> {
  await buildIfStale('live');
  return inScratch(async (scratch) => {
    await (await openSqliteStore(scratch.folder)).close();
    const { url } = await spawnLive(scratch, scratch.folder, KEY);
    const { link } = await createApiClient(ENDPOINTS, { origin: url, key: KEY })('inviteOperator', { body: { role: 'owner' } });
    const context = await browser.newContext();
    const overview = await loaded(await context.newPage(), (page) => joinConsole(page, link, 'Olga'));
    const storageState = await context.storageState();
    await context.close();
    const pages: (Loaded & { readonly name: string })[] = [];
    for (const { name, path } of CONSOLE_ROOMS) {
      const opened = await browser.newContext({ storageState });
      // The session belongs to the link's host.
      const address = `${new URL(link).origin}/console${path}`;
      pages.push({ name, ...(await loaded(await opened.newPage(), (page) => page.goto(address))) });
      await opened.close();
    }
    const [heaviest] = pages.toSorted((a, b) => b.code - a.code);
    return [
      atMost({
        what: `the heaviest page of the console, ${heaviest!.name}, opened by its address`,
        value: heaviest!.code,
        limit: MOST_BYTES,
        show: bytes,
      }),
      atMost({
        what: 'the console until its overview is shown: page, styles and scripts',
        value: overview.code,
        limit: MOST_BYTES,
        show: bytes,
      }),
      shownOnly('the console, fetched after that', bytes(overview.later)),
      shownOnly('the console, the typeface that the site has too', bytes(overview.fonts)),
    ];
  });
}

/** Bytes over the network. */
interface Loaded {
  /** Document, styles and scripts. */
  readonly code: number;
  /** Requests made after the page is shown. */
  readonly later: number;
  readonly fonts: number;
}

async function loaded(page: Page, open: (page: Page) => Promise<unknown>): Promise<Loaded> {
  const finished: Request[] = [];
  page.on('requestfinished', (request) => finished.push(request));
  await page.addInitScript((loading) => {
    const watch = new MutationObserver(() => {
      const main = document.querySelector('nav ~ main');
      if (main === null || main.querySelector('h1') === null || main.textContent.includes(loading)) return;
      watch.disconnect();
      performance.mark('shown');
    });
    watch.observe(document, { childList: true, subtree: true, characterData: true });
  }, LOADING);
  await open(page);
  await page.waitForFunction(() => performance.getEntriesByName('shown').length > 0);
  await page.waitForLoadState('networkidle');
  const after = await requestedAfter(page, 'shown');
  const sizeOf = async (types: readonly string[], isLater: boolean) => {
    const requests = finished.filter((one) => types.includes(one.resourceType()) && after.includes(one.url()) === isLater);
    const sizes = await Promise.all(requests.map(async (request) => (await request.sizes()).responseBodySize));
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  return { code: await sizeOf(CODE, false), later: await sizeOf(CODE, true), fonts: await sizeOf(['font'], false) };
}
