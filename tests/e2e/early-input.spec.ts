// What a visitor does before the scripts arrive is not lost: it is done once they do.
import type { Page } from '@playwright/test';

import { FILTERED, HOME_DAILY, HOME_WEEKLY, LEADERBOARD_DAILY } from './sample-rankings.ts';
import { expect, navigation, open, period, playerSearch, readBoard, ready, searchText, test } from './site.ts';

/** How late the scripts are, in milliseconds. */
const LATE = 1500;

/** Opens an address whose scripts come late, and returns as soon as its HTML can be seen. */
async function openEarly(page: Page, path: string): Promise<void> {
  const from = Date.now();
  await page.route('**/assets/*.js', async (route) => {
    const left = from + LATE - Date.now();
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  await playerSearch(page).waitFor();
}

/** Fails the test when the scripts were there before the visitor was done, so that no test here passes by being slow. */
async function stillEarly(page: Page): Promise<void> {
  expect(await page.locator('html').getAttribute('data-ready'), 'the scripts were too early for this test').toBeNull();
}

test('an early click on Weekly switches the period', async ({ page }) => {
  await openEarly(page, '/');
  await period(page, 'Weekly').click();
  await stillEarly(page);
  await ready(page);
  await expect(page).toHaveURL('/?period=weekly');
  await expect.poll(() => readBoard(page)).toEqual(HOME_WEEKLY);
});

test('an early click on Daily at a weekly address, which is rendered anew, switches the period', async ({ page }) => {
  await openEarly(page, '/?period=weekly&q=nova');
  await period(page, 'Daily').click();
  await stillEarly(page);
  await ready(page);
  await expect(page).toHaveURL('/?q=nova');
  await expect.poll(() => readBoard(page)).toEqual(FILTERED.nova);
});

for (const { path, board, url } of [
  { path: '/', board: FILTERED.nova, url: '/?q=nova' },
  { path: '/?period=weekly', board: FILTERED.novaWeekly, url: '/?period=weekly&q=nova' },
]) {
  test(`early typing at ${path} filters, and the visitor goes on typing in the same box`, async ({ page }) => {
    await openEarly(page, path);
    await playerSearch(page).click();
    await page.keyboard.type('no');
    await stillEarly(page);
    await ready(page);
    await expect(playerSearch(page)).toBeFocused();
    await page.keyboard.type('va');
    await expect(playerSearch(page)).toHaveValue('nova');
    await expect.poll(() => readBoard(page)).toEqual(board);
    await expect(page).toHaveURL(url);
  });

  test(`an early "/" at ${path} focuses the player search, and what is typed next filters`, async ({ page }) => {
    await openEarly(page, path);
    await page.keyboard.press('/');
    await expect(playerSearch(page)).toBeFocused();
    await page.keyboard.type('nova');
    await stillEarly(page);
    await expect(playerSearch(page)).toHaveValue('nova');
    await ready(page);
    await expect(playerSearch(page)).toBeFocused();
    await expect(playerSearch(page)).toHaveValue('nova');
    await expect.poll(() => readBoard(page)).toEqual(board);
  });
}

test('keys pressed without a pause while the scripts arrive are all kept, in order', async ({ page }) => {
  const text = 'abcdefghijklmnopqrstuvwxyz'.repeat(3);
  for (const path of ['/', '/?period=weekly']) {
    await openEarly(page, path);
    await playerSearch(page).click();
    for (const key of text) await page.keyboard.type(key, { delay: 30 });
    await ready(page);
    await expect(playerSearch(page), path).toHaveValue(text);
  }
});

test('early typing and an early click on Weekly both count', async ({ page }) => {
  await openEarly(page, '/');
  await playerSearch(page).fill('nova');
  await period(page, 'Weekly').click();
  await stillEarly(page);
  await ready(page);
  await expect.poll(() => readBoard(page)).toEqual(FILTERED.novaWeekly);
  await expect(page).toHaveURL('/?period=weekly&q=nova');
});

test('an early click on Weekly and back on Daily ends at Daily', async ({ page }) => {
  await openEarly(page, '/');
  await period(page, 'Weekly').click();
  await period(page, 'Daily').click();
  await stillEarly(page);
  await ready(page);
  await expect(period(page, 'Daily')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => readBoard(page)).toEqual(HOME_DAILY);
});

test('an early mode, category, search text and theme are taken over', async ({ page }) => {
  await openEarly(page, '/leaderboard');
  await page.getByRole('button', { name: 'Monthly' }).click();
  await stillEarly(page);
  await ready(page);
  await expect(page).toHaveURL('/leaderboard?mode=monthly');
  expect(await readBoard(page)).toEqual(LEADERBOARD_DAILY);

  await openEarly(page, '/search');
  await searchText(page).fill('falcon');
  await page.getByRole('button', { name: 'Tournaments' }).click();
  await page.getByRole('radio', { name: 'Light' }).check();
  await stillEarly(page);
  await ready(page);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked();
  await expect(searchText(page)).toHaveValue('falcon');
  await expect(page.getByRole('list', { name: 'Results' }).getByRole('listitem')).toHaveCount(1);
  await expect(page).toHaveURL(/^[^?]*\/search\?(?=.*text=falcon)(?=.*category=tournaments)/);
});

test('an early link is followed by the browser itself', async ({ page }) => {
  await openEarly(page, '/');
  await navigation(page).getByRole('link', { name: 'Earn' }).click();
  await expect(page).toHaveURL('/earn');
  await ready(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Earn Points');
});

test('an early Enter in the player search goes home with the filter', async ({ page }) => {
  await openEarly(page, '/earn');
  await playerSearch(page).fill('nova');
  await playerSearch(page).press('Enter');
  await page.waitForURL('**/?q=nova');
  await ready(page);
  await expect.poll(() => readBoard(page)).toEqual(FILTERED.nova);
});

test('an early link and an early Enter at a weekly address keep the period', async ({ page }) => {
  await openEarly(page, '/earn?period=weekly');
  await navigation(page).getByRole('link', { name: 'Reward' }).click();
  await ready(page);
  await expect(page).toHaveURL('/?period=weekly');

  await openEarly(page, '/earn?period=weekly');
  await playerSearch(page).fill('nova');
  await playerSearch(page).press('Enter');
  await expect(page).toHaveURL('/?period=weekly&q=nova');
});

test('the wrong ranking is never seen at an address that is rendered anew', async ({ page }) => {
  await openEarly(page, '/?period=weekly');
  await expect(page.getByRole('main')).toBeHidden();
  await stillEarly(page);
  await ready(page);
  await expect(page.getByRole('main')).toBeVisible();
  expect(await readBoard(page)).toEqual(HOME_WEEKLY);
});

test('a control works with the first click once React listens', async ({ page }) => {
  await open(page, '/');
  await period(page, 'Weekly').click();
  await expect(page).toHaveURL('/?period=weekly');
});
