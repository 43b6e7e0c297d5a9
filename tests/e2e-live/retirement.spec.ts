// The sample edition's service worker retires at an address where the live edition now runs.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, field, open, standings, test } from './live-site.ts';

test.use({ serviceWorkers: 'allow' });

const BUILT_SAMPLE = join(import.meta.dirname, '../..', process.env['BUILD_DIR'] ?? 'build', 'site');

test('a browser with the sample edition’s worker gets the live pages, and keeps neither worker nor cache', async ({
  page,
  context,
  game,
  complaints,
}) => {
  // The last complaints of a page of the sample edition, whose files are gone.
  complaints.allow(/404/, /^Not shown, because notifications could not be loaded/, /Failed to fetch dynamically imported module/);
  await game.scored(field(4));
  // As long as this is true, the sample edition is served here.
  let isSample = true;
  await context.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (!isSample) return route.continue();
    const file = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    const path = /\.[a-z0-9]+$/.test(file) ? file : `${file}/index.html`;
    try {
      return await route.fulfill({ path: join(BUILT_SAMPLE, path), body: await readFile(join(BUILT_SAMPLE, path)) });
    } catch {
      return route.fulfill({ status: 404, body: '' });
    }
  });
  await open(page, '/');
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller === null) {
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
    }
  });
  expect(await page.evaluate(async () => (await caches.keys()).length)).toBeGreaterThan(0);

  isSample = false;
  await page.goto('/leaderboard?mode=all-time');
  // Browsers look for a newer worker after a visit at a time of their own choosing, so this does not wait for it.
  await page.evaluate(async () => void (await navigator.serviceWorker.getRegistration())?.update()).catch(() => undefined);
  // By itself or, where the browser lets the new worker wait for the old one, by the button of the open page.
  const reload = page.getByRole('button', { name: 'Reload' });
  const shown = async () => {
    if (await reload.isVisible()) await reload.click({ timeout: 1_000 }).catch(() => undefined);
    return standings(page).catch(() => []);
  };
  await expect.poll(shown).toEqual(field(4).map(({ username, points }, i) => `${i + 1} ${username} ${points}`));
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  expect(await page.evaluate(async () => (await caches.keys()).length)).toBe(0);
  await game.score('ann', 900);
  await expect.poll(async () => (await standings(page))[0]).toBe('1 ann 900');
});
