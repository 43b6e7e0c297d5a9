// Parts fail: a page that throws, a missing chunk, blocked or corrupt storage, an emoji without a glyph. The header stays, there is a way
// on, and no page is ever blank.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { hasEmojiFont } from '../../scripts/tools/find-browser.ts';
import { FILTERED, HOME_DAILY, HOME_WEEKLY } from './sample-rankings.ts';
import { NAMES, PAGES, expect, navigation, notices, open, period, readBoard, ready, test, type Complaints } from './site.ts';

const EARN_CHUNK = '**/assets/earn-*.js*';
const HEAD = `export const head = () => ({ title: 'Earn Points', description: 'A page that fails.' });`;
const BROKEN = /Error: broken on purpose|^Error: broken on purpose/;

async function expectErrorPage(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(navigation(page).getByRole('link')).toHaveCount(NAMES.length);
  await expect(page.getByRole('main').getByRole('link', { name: 'Return to Home' })).toBeVisible();
  await expect(page.getByText('broken on purpose')).toHaveCount(0);
}

async function expectHeaderAlive(page: Page): Promise<void> {
  await period(page, 'Weekly').click();
  await expect(period(page, 'Weekly')).toHaveAttribute('aria-pressed', 'true');
  await navigation(page).getByRole('link', { name: 'Leaderboard' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leaderboards');
  await expect(period(page, 'Weekly')).toHaveAttribute('aria-pressed', 'true');
}

test('a page that fails shows the error below the header, links to home, and can be retried', async ({ page, complaints }) => {
  complaints.allow(BROKEN);
  for (const { what, body } of [
    { what: 'that throws while it renders', body: `${HEAD} export function Component() { throw new Error('broken on purpose'); }` },
    {
      what: 'whose data cannot be loaded',
      body: `${HEAD} export const load = () => Promise.reject(new Error('broken on purpose')); export const Component = () => null;`,
    },
  ]) {
    await page.route(EARN_CHUNK, (route) => route.fulfill({ contentType: 'text/javascript', body }));
    await test.step(`one ${what}, opened by a link`, async () => {
      const before = complaints.heard.length;
      await open(page, '/');
      await navigation(page).getByRole('link', { name: 'Earn' }).click();
      await expectErrorPage(page);
      expect(
        complaints.heard.slice(before).some((text) => text.includes('broken on purpose')),
        'the cause is in the console',
      ).toBe(true);
      await expectHeaderAlive(page);
    });
    await test.step(`one ${what}, opened directly`, async () => {
      await open(page, '/earn');
      await expectErrorPage(page);
      await expectHeaderAlive(page);
    });
    await test.step(`one ${what}, left and retried`, async () => {
      await open(page, '/earn');
      await page.getByRole('main').getByRole('link', { name: 'Return to Home' }).click();
      await expect(page).toHaveURL('/');
      await expect.poll(() => readBoard(page)).toEqual(HOME_DAILY);
      await page.goBack();
      await expectErrorPage(page);
      await page.unroute(EARN_CHUNK);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Earn Points');
      await expect(page.getByRole('article')).toHaveCount(6);
    });
  }
});

test.describe('a chunk that a deployment removed', () => {
  const goneComplaints = [/Failed to load resource/, /dynamically imported module/, /^Uncaught: .*dynamically imported module/];

  async function loseEarn(page: Page, complaints: Complaints): Promise<{ loads: string[]; comeBack: () => Promise<void> }> {
    complaints.allow(...goneComplaints);
    const loads: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname + new URL(request.url()).search);
    });
    await page.route(EARN_CHUNK, (route) => route.fulfill({ status: 404, contentType: 'text/html', body: 'gone' }));
    return { loads, comeBack: () => page.unroute(EARN_CHUNK) };
  }

  test('is fetched by one full load of the page the visitor wanted', async ({ page, complaints }) => {
    await open(page, '/?period=weekly&q=nova');
    const { loads, comeBack } = await loseEarn(page, complaints);
    await page.route('**/earn?*', async (route) => {
      await comeBack();
      await route.continue();
    });
    await navigation(page).getByRole('link', { name: 'Earn' }).click();
    await expect(page.getByRole('article')).toHaveCount(6);
    await ready(page);
    await expect(page).toHaveURL('/earn?period=weekly&q=nova');
    expect(loads).toEqual(['/earn?period=weekly&q=nova']);
    await page.goBack();
    await expect(page).toHaveURL('/?period=weekly&q=nova');
  });

  test('leads to the error page if it is still missing, without a loop, and when opened directly', async ({ page, complaints }) => {
    await test.step('still missing', async () => {
      await open(page, '/');
      const { loads } = await loseEarn(page, complaints);
      await navigation(page).getByRole('link', { name: 'Earn' }).click();
      await page.waitForURL('**/earn');
      await ready(page);
      await expectErrorPage(page);
      await expect(page).toHaveTitle('Something went wrong · Laurels');
      await expectHeaderAlive(page);
      expect(loads).toEqual(['/earn']);
    });
    await test.step('opened directly', async () => {
      // As on a first visit, without a record of a reload.
      await page.evaluate(() => sessionStorage.clear());
      await loseEarn(page, complaints);
      await open(page, '/earn');
      await expectErrorPage(page);
      await expectHeaderAlive(page);
    });
  });

  test('is fetched by a full load again after the next deployment', async ({ page, complaints }) => {
    await open(page, '/');
    for (const deployment of ['first', 'second']) {
      const { loads, comeBack } = await loseEarn(page, complaints);
      await page.route('**/earn', async (route) => {
        await comeBack();
        await route.continue();
      });
      await navigation(page).getByRole('link', { name: 'Earn' }).click();
      await expect(page.getByRole('article'), deployment).toHaveCount(6);
      await ready(page);
      expect(loads, deployment).toEqual(['/earn']);
      await page.unroute('**/earn');
      // A new document: an old one caches its chunks.
      await page.goto('/', { waitUntil: 'commit' });
      await ready(page);
    }
  });

  test('shows the error page at once if storage cannot record a reload', async ({ page, complaints }) => {
    await blockStorage(page);
    complaints.allow(/sessionStorage/);
    await open(page, '/');
    const { loads } = await loseEarn(page, complaints);
    await navigation(page).getByRole('link', { name: 'Earn' }).click();
    await expectErrorPage(page);
    expect(loads).toEqual([]);
  });

  test('costs one notification if it is the notifications’ own, and is fetched for the next one without a full load', async ({
    page,
    complaints,
  }) => {
    complaints.allow(...goneComplaints, /^Not shown, because notifications could not be loaded/);
    await page.route('**/assets/dist-*.js*', (route) => route.abort());
    await open(page, '/');
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect.poll(() => complaints.heard.some((text) => text.startsWith('Not shown'))).toBe(true);
    await expect(notices(page)).toHaveCount(0);
    // On its own, a browser remembers a failed import for the lifetime of the page.
    await page.unroute('**/assets/dist-*.js*');
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect(notices(page)).toHaveCount(1);
    await expectHeaderAlive(page);
  });
});

test.describe('when no script arrives', () => {
  test('the delivered HTML is readable', async ({ page, complaints }) => {
    complaints.allow(/Failed to load resource/, /dynamically imported module/);
    await page.clock.install();
    await page.route('**/assets/*.js*', (route) => route.abort());
    for (const path of ['/', '/?period=weekly']) {
      await test.step(path, async () => {
        await page.goto(path);
        await page.clock.fastForward(4000);
        await expect(page.getByRole('main')).toBeVisible();
        expect((await readBoard(page)).rows).toHaveLength(5);
      });
    }
  });

  test('the typeface may be missing too', async ({ page, complaints }) => {
    complaints.allow(/Failed to load resource/);
    await page.route('**/*.woff2', (route) => route.abort());
    await open(page, '/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});

/** Blocks storage as a browser with site data blocked does: reading the property itself throws. */
async function blockStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(globalThis, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    }
  });
}

test('with storage blocked every page works, and a theme lasts until the page is left', async ({ page, complaints }) => {
  complaints.allow(/Failed to save scroll positions/);
  await blockStorage(page);
  await open(page, '/');
  expect(await readBoard(page)).toEqual(HOME_DAILY);
  await page.getByRole('radio', { name: 'Light' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await period(page, 'Weekly').click();
  await expect.poll(() => readBoard(page)).toEqual(HOME_WEEKLY);
  for (const { name } of PAGES.slice(1)) {
    await navigation(page).getByRole('link', { name, exact: true }).click();
    await expect(navigation(page).locator('[aria-current="page"]')).toHaveText(name);
  }
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await open(page, '/?q=nova');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await readBoard(page)).toEqual(FILTERED.nova);
});

test('with storage full a theme lasts until the page is left', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });
  await open(page, '/');
  await page.getByRole('radio', { name: 'Light' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('an invalid stored theme is ignored', async ({ page }) => {
  for (const stored of ['', 'LIGHT', '{"theme":', '"><script>alert(1)</script>', '__proto__', 'x'.repeat(100_000)]) {
    await test.step(JSON.stringify(stored.slice(0, 30)), async () => {
      await page.addInitScript((value) => {
        localStorage.setItem('laurels:theme', value);
        sessionStorage.setItem('laurels:reloaded-for', value);
        sessionStorage.setItem('react-router-scroll-positions', value);
      }, stored);
      await open(page, '/');
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
      await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
      expect(await readBoard(page)).toEqual(HOME_DAILY);
    });
  }
});

test('a browser without an emoji font shows initials on the bibs', async ({ playwright, launchOptions, baseURL }) => {
  test.skip(process.platform !== 'linux', 'fonts can be taken away from a browser where fontconfig chooses them');
  const folder = await mkdtemp(join(tmpdir(), 'laurels-fonts-'));
  const config = join(folder, 'fonts.conf');
  // Rejects fonts by the characters they can draw: many text fonts have a few emoji, and no list of names is complete.
  const rejected = ['⚡', '🦅', '🌙', '🐢', '🗿', '🦔', '🐟', '🦊'].map(
    (emoji) => `<pattern><patelt name="charset"><charset><int>${emoji.codePointAt(0)}</int></charset></patelt></pattern>`,
  );
  await writeFile(
    config,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
      <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
      <selectfont><rejectfont>${rejected.join('')}</rejectfont></selectfont>
    </fontconfig>`,
  );
  const browser = await playwright.chromium.launch({ ...launchOptions, env: { ...process.env, FONTCONFIG_FILE: config } });
  try {
    const page = await browser.newPage({ baseURL: baseURL!, serviceWorkers: 'block' });
    await open(page, '/');
    const bibs = page.locator('[data-hue]:not(:has([data-hue]))');
    await expect(bibs).toHaveText(['PV', 'NF', 'LT', 'OI', 'MG', 'QA', 'KC', 'SF']);
    await expect(bibs.nth(1)).toHaveAttribute('data-initials', '');
    await navigation(page).getByRole('link', { name: 'Search' }).click();
    await expect(bibs).toHaveText(['NF', 'LT', 'FC', 'MR', 'PF']);
  } finally {
    await browser.close();
    await rm(folder, { recursive: true });
  }
});

test('a browser with an emoji font shows the emoji', async ({ page }) => {
  test.skip(!hasEmojiFont(), 'this machine has no emoji font');
  await open(page, '/');
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))));
  await expect(page.locator('[data-hue]:not(:has([data-hue]))')).toHaveText(['⚡', '🦅', '🌙', '🐢', '🗿', '🦔', '🐟', '🦊']);
  await expect(page.locator('[data-initials]')).toHaveCount(0);
});

test('a browser whose canvas cannot be read keeps the emoji', async ({ page }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await open(page, '/');
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))));
  await expect(page.locator('[data-initials]')).toHaveCount(0);
});
