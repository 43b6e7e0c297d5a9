import type { Browser, Page, Request } from '@playwright/test';

import { ENDPOINTS } from '../../src/contract/api.ts';
import { CONSOLE_ROOMS } from '../../src/web/console/frame/console-rooms.ts';
import { createApiClient } from '../../src/remote/api-client.ts';
import { openSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { buildIfStale } from '../build/stale.ts';
import { joinConsole } from '../tools/join-console.ts';
import { atMost, bytes, type Figure, shownOnly } from './figure.ts';
import { inScratch } from './scratch.ts';
import { spawnLive } from './spawned-server.ts';

/** Bytes over the network, as compressed by the server. */
const MOST_BYTES = 150_000;

const KEY = 'a-key-for-the-bench-of-the-console';

/** What a browser with an empty cache loads from the link of an invitation to the console's overview. */
export async function consoleWeight(browser: Browser): Promise<Figure[]> {
  await buildIfStale('live');
  return inScratch(async (scratch) => {
    await (await openSqliteStore(scratch.folder)).close();
    const { url } = await spawnLive(scratch, scratch.folder, KEY);
    const { link } = await createApiClient(ENDPOINTS, { origin: url, key: KEY })('inviteOperator', { body: { role: 'owner' } });
    const context = await browser.newContext();
    const page = await context.newPage();
    const finished: Request[] = [];
    page.on('requestfinished', (request) => finished.push(request));
    await joinConsole(page, link, 'Olga');
    await page.waitForLoadState('networkidle');
    const fetched = await Promise.all(
      finished.map(async (request) => ({ type: request.resourceType(), size: (await request.sizes()).responseBodySize })),
    );
    const sizeOf = (...types: readonly string[]) =>
      fetched.filter(({ type }) => types.includes(type)).reduce((sum, { size }) => sum + size, 0);
    const pages: { readonly name: string; readonly size: number }[] = [];
    const storageState = await context.storageState();
    await context.close();
    for (const { name, path } of CONSOLE_ROOMS) {
      const opened = await browser.newContext({ storageState });
      pages.push({ name, size: await pageSize(await opened.newPage(), `${url}/console${path}`) });
      await opened.close();
    }
    const [heaviest] = pages.toSorted((a, b) => b.size - a.size);
    return [
      atMost({
        what: `the heaviest page of the console, ${heaviest!.name}, opened by its address`,
        value: heaviest!.size,
        limit: MOST_BYTES,
        show: bytes,
      }),
      atMost({
        what: 'the console until its overview is shown: page, styles and scripts',
        value: sizeOf('document', 'script', 'stylesheet'),
        limit: MOST_BYTES,
        show: bytes,
      }),
      shownOnly('the console, the typeface that the site has too', bytes(sizeOf('font'))),
    ];
  });
}

/** What a page loads: document, styles and scripts, in bytes. */
async function pageSize(page: Page, address: string): Promise<number> {
  const finished: Request[] = [];
  page.on('requestfinished', (request) => finished.push(request));
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  const sizes = finished
    .filter((request) => ['document', 'script', 'stylesheet'].includes(request.resourceType()))
    .map(async (request) => (await request.sizes()).responseBodySize);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
