// Input before the scripts arrive is not lost: it is applied once they do.
import type { Page } from '@playwright/test';

import { FILTERED, HOME_DAILY, HOME_WEEKLY, LEADERBOARD_DAILY } from './sample-rankings.ts';
import { expect, navigation, open, period, playerSearch, readBoard, ready, searchText, test } from './site.ts';

/** Opens an address with its scripts held back, and returns once its HTML is visible, with a function that releases the scripts. */
async function openEarly(page: Page, path: string): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/*.js*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  await playerSearch(page).waitFor();
  return async () => {
    expect(await page.locator('html').getAttribute('data-ready'), 'the scripts were held back').toBeNull();
    held.resolve();
    await ready(page);
  };
}

test('an early click on a period switches it', async ({ page }) => {
  await test.step('on Weekly it switches the period', async () => {
    const letScriptsCome = await openEarly(page, '/');
    await period(page, 'Weekly').click();
    await letScriptsCome();
    await expect(page).toHaveURL('/?period=weekly');
    await expect.poll(() => readBoard(page)).toEqual(HOME_WEEKLY);
  });
  await test.step('on Daily, at a weekly address that the client renders again, it switches the period', async () => {
    const letScriptsCome = await openEarly(page, '/?period=weekly&q=nova');
    await period(page, 'Daily').click();
    await letScriptsCome();
    await expect(page).toHaveURL('/?q=nova');
    await expect.poll(() => readBoard(page)).toEqual(FILTERED.nova);
  });
  await test.step('early typing and an early click on Weekly both count', async () => {
    const letScriptsCome = await openEarly(page, '/');
    await playerSearch(page).fill('nova');
    await period(page, 'Weekly').click();
    await letScriptsCome();
    await expect.poll(() => readBoard(page)).toEqual(FILTERED.novaWeekly);
    await expect(page).toHaveURL('/?period=weekly&q=nova');
  });
  await test.step('on Weekly, then on Daily, it ends at Daily', async () => {
    const letScriptsCome = await openEarly(page, '/');
    await period(page, 'Weekly').click();
    await period(page, 'Daily').click();
    await letScriptsCome();
    await expect(period(page, 'Daily')).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => readBoard(page)).toEqual(HOME_DAILY);
  });
  await test.step('a control works on the first click once React listens', async () => {
    await page.unrouteAll();
    await open(page, '/');
    await period(page, 'Weekly').click();
    await expect(page).toHaveURL('/?period=weekly');
  });
});

test('early typing filters and continues in the same box; so does an early Ctrl K', async ({ page }) => {
  for (const { path, board, url } of [
    { path: '/', board: FILTERED.nova, url: '/?q=nova' },
    { path: '/?period=weekly', board: FILTERED.novaWeekly, url: '/?period=weekly&q=nova' },
  ]) {
    await test.step(`typing at ${path}`, async () => {
      const letScriptsCome = await openEarly(page, path);
      await playerSearch(page).click();
      await page.keyboard.type('no');
      await letScriptsCome();
      await expect(playerSearch(page)).toBeFocused();
      await page.keyboard.type('va');
      await expect(playerSearch(page)).toHaveValue('nova');
      await expect.poll(() => readBoard(page)).toEqual(board);
      await expect(page).toHaveURL(url);
    });
    await test.step(`Ctrl K at ${path}`, async () => {
      const letScriptsCome = await openEarly(page, path);
      await page.keyboard.press('Control+k');
      await expect(playerSearch(page)).toBeFocused();
      await page.keyboard.type('nova');
      await expect(playerSearch(page)).toHaveValue('nova');
      await letScriptsCome();
      await expect(playerSearch(page)).toBeFocused();
      await expect(playerSearch(page)).toHaveValue('nova');
      await expect.poll(() => readBoard(page)).toEqual(board);
    });
  }
});

test('an early link and an early Enter navigate, and early choices are kept', async ({ page }) => {
  await test.step('a link is followed by the browser itself', async () => {
    const letScriptsCome = await openEarly(page, '/');
    await navigation(page).getByRole('link', { name: 'Earn' }).click();
    await expect(page).toHaveURL('/earn');
    await letScriptsCome();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Earn Points');
  });
  await test.step('Enter in the player search opens home with the filter', async () => {
    const letScriptsCome = await openEarly(page, '/earn');
    await playerSearch(page).fill('nova');
    await playerSearch(page).press('Enter');
    await page.waitForURL(({ pathname }) => pathname === '/', { waitUntil: 'commit' });
    await letScriptsCome();
    await expect.poll(() => readBoard(page)).toEqual(FILTERED.nova);
  });
  await test.step('a link and Enter keep the period of a weekly address', async () => {
    let letScriptsCome = await openEarly(page, '/earn?period=weekly');
    await navigation(page).getByRole('link', { name: 'Reward' }).click();
    await page.waitForURL(({ pathname }) => pathname === '/', { waitUntil: 'commit' });
    await letScriptsCome();
    await expect(page).toHaveURL('/?period=weekly');

    letScriptsCome = await openEarly(page, '/earn?period=weekly');
    await playerSearch(page).fill('nova');
    await playerSearch(page).press('Enter');
    await page.waitForURL(({ pathname }) => pathname === '/', { waitUntil: 'commit' });
    await letScriptsCome();
    await expect(page).toHaveURL('/?period=weekly&q=nova');
  });
  await test.step('a mode, category, search text and theme are kept', async () => {
    let letScriptsCome = await openEarly(page, '/leaderboard');
    await page.getByRole('button', { name: 'Monthly' }).click();
    await letScriptsCome();
    await expect(page).toHaveURL('/leaderboard?mode=monthly');
    expect(await readBoard(page)).toEqual(LEADERBOARD_DAILY);

    letScriptsCome = await openEarly(page, '/search');
    await searchText(page).fill('falcon');
    await page.getByRole('button', { name: 'Tournaments' }).click();
    await page.getByRole('radio', { name: 'Light' }).check();
    await letScriptsCome();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked();
    await expect(searchText(page)).toHaveValue('falcon');
    await expect(page.getByRole('list', { name: 'Results' }).getByRole('listitem')).toHaveCount(1);
    await expect(page).toHaveURL(/^[^?]*\/search\?(?=.*text=falcon)(?=.*category=tournaments)/);
  });
});

test('every key typed while the scripts arrive is kept, in order', async ({ page }) => {
  const text = 'abcdefghijklmnopqrstuvwxyz'.repeat(3);
  for (const path of ['/', '/?period=weekly']) {
    const letScriptsCome = await openEarly(page, path);
    await playerSearch(page).click();
    const scriptsCame: Promise<void>[] = [];
    for (const [i, key] of [...text].entries()) {
      if (i === 26) scriptsCame.push(letScriptsCome());
      await page.keyboard.type(key, { delay: 20 });
    }
    await Promise.all(scriptsCame);
    await expect(playerSearch(page), path).toHaveValue(text);
  }
});

test('the wrong ranking is never visible at an address that the client renders again', async ({ page }) => {
  // The page hides the ranking for a few seconds, and shows it if no script arrives by then, so the clock is stopped.
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(60_000);
  const letScriptsCome = await openEarly(page, '/?period=weekly');
  await expect(page.getByRole('main')).toBeHidden();
  await page.clock.resume();
  await letScriptsCome();
  await expect(page.getByRole('main')).toBeVisible();
  expect(await readBoard(page)).toEqual(HOME_WEEKLY);
});
