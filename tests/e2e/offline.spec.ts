// After one visit the site works without a connection, and announces a newer version of itself.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

import type { Page } from '@playwright/test';

import { HOME_DAILY, HOME_WEEKLY, LEADERBOARD_DAILY } from './sample-rankings.ts';
import { PAGES, expect, navigation, notices, open, period, readBoard, ready, test, noticeComes, stopTime } from './site.ts';

test.use({ serviceWorkers: 'allow' });

const BUILT_SITE = join(import.meta.dirname, '../..', process.env['BUILD_DIR'] ?? 'build', 'site');

/** Opens home and waits until the service worker has fetched the site and controls this page. */
async function visit(page: Page): Promise<void> {
  await open(page, '/');
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller === null) {
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
    }
  });
}

test('a first visit announces no new version, and every page then works offline, at any address, opened directly or by link', async ({
  page,
  context,
}) => {
  await visit(page);
  await expect(notices(page)).toHaveCount(0);
  await context.setOffline(true);
  for (const { path, heading } of PAGES) {
    await open(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  }
  await open(page, '/?period=weekly');
  expect(await readBoard(page)).toEqual(HOME_WEEKLY);
  await open(page, '/leaderboard?mode=monthly&utm_source=x');
  expect(await readBoard(page)).toEqual(LEADERBOARD_DAILY);
  await open(page, '/search?text=cup&category=tournaments');
  await expect(page.getByRole('list', { name: 'Results' }).getByRole('listitem')).toHaveCount(1);
  await open(page, '/earn/');
  await expect(page.getByRole('article')).toHaveCount(6);
  for (const { name, heading } of PAGES) {
    await navigation(page).getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  }
  await page.evaluate(() => document.fonts.load('400 16px Archivo'));
  expect(await page.evaluate(() => document.fonts.check('400 16px Archivo'))).toBe(true);
});

test('a visitor is notified when the connection drops and when it is back', async ({ page, context }) => {
  await page.clock.install({ time: 0 });
  await visit(page);
  await stopTime(page);
  await context.setOffline(true);
  await noticeComes(page, 'You are offline. This page still works.');
  await page.clock.resume();
  await period(page, 'Weekly').click();
  await expect.poll(() => readBoard(page)).toEqual(HOME_WEEKLY);
  await stopTime(page);
  await context.setOffline(false);
  await noticeComes(page, 'Back online');
});

test('a new version is announced, waits for the visitor, and is applied on a click', async ({ page }) => {
  const site = await deployment();
  try {
    await page.goto(site.origin, { waitUntil: 'commit' });
    await ready(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await site.deploy('two');
    await page.reload({ waitUntil: 'commit' });
    await ready(page);
    const notice = notices(page).filter({ hasText: 'A new version of the site is ready' });
    await expect(notice).toBeVisible();
    await expect(page.locator('html')).not.toHaveAttribute('data-version', 'two');
    await notice.getByRole('button', { name: 'Reload' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-version', 'two');
    await ready(page);
    expect(await readBoard(page)).toEqual(HOME_DAILY);
    await expect(notices(page)).toHaveCount(0);
  } finally {
    await site.close();
  }
});

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/** Serves a copy of the built site, and can deploy another version of it. */
async function deployment(): Promise<{ origin: string; deploy: (version: string) => Promise<void>; close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'laurels-site-'));
  await cp(BUILT_SITE, folder, { recursive: true });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = extname(pathname) === '' ? join(pathname, 'index.html') : pathname;
    readFile(join(folder, file)).then(
      (body) => response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain', 'cache-control': 'no-cache' }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async deploy(version) {
      const page = join(folder, 'index.html');
      await writeFile(page, (await readFile(page, 'utf8')).replace('<html ', `<html data-version="${version}" `));
      // The worker recognizes a changed page by its revision.
      const worker = join(folder, 'service-worker.js');
      const before = await readFile(worker, 'utf8');
      const after = before
        .replace(/(revision"?:\s*["'`])[0-9a-f]+((?=["'`][^{}]*url"?:\s*["'`]\/index\.html))/, `$1${version}$2`)
        .replace(/(url"?:\s*["'`]\/index\.html["'`],\s*"?revision"?:\s*["'`])[0-9a-f]+/, `$1${version}`);
      if (after === before) throw new Error('The worker lists no revision of /index.html');
      await writeFile(worker, after);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true });
    },
  };
}
