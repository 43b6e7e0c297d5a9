// Everything can be reached and used with the keyboard alone, and the focus is always visible.
import type { Page } from '@playwright/test';

import { markStops, tabThrough, whereIsFocus } from './keyboard-stops.ts';
import { HOME_WEEKLY } from './sample-rankings.ts';
import {
  NOT_FOUND_COMPLAINTS,
  PAGES,
  ROUTES,
  expect,
  navigation,
  open,
  period,
  playerSearch,
  readBoard,
  searchText,
  test,
  noticeComes,
  stopTime,
} from './site.ts';

const STATES = [...ROUTES, '/?q=nobody+at+all', '/search?text=zzz'];

/** Opens a page and waits for all of its controls: those beside a board may appear after React listens. */
async function openWhole(page: Page, path: string): Promise<void> {
  await open(page, path);
  if (/^\/(?:leaderboard)?(?:\?|$)/.test(path))
    await page.getByRole('link', { name: 'All ways to earn points', includeHidden: true }).waitFor({ state: 'attached' });
}

test('Tab reaches every control of every page in order, visibly, and leads out again, in a wide and a narrow window', async ({
  page,
  complaints,
}) => {
  complaints.allow(...NOT_FOUND_COMPLAINTS);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const width of [1280, 320]) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 700 });
      for (const path of STATES) {
        await openWhole(page, path);
        await tabThrough(page, path);
        await page.keyboard.press('Tab');
        expect((await whereIsFocus(page)).stop, `${path}: out of the page, or round to its start`).toMatch(/^(body|0)$/);
      }
    });
  }
});

test('the skip link is the first stop of every page, and Shift+Tab goes back the same way', async ({ page, complaints }) => {
  await test.step('Shift+Tab goes back the same way', async () => {
    await openWhole(page, '/leaderboard');
    const count = await markStops(page);
    for (let i = 0; i < count; i += 1) await page.keyboard.press('Tab');
    for (let i = count - 2; i >= 0; i -= 1) {
      await page.keyboard.press('Shift+Tab');
      expect((await whereIsFocus(page)).stop).toBe(String(i));
    }
  });
  await test.step('the skip link is the first stop of every page, is visible, and leads to the content', async () => {
    complaints.allow(...NOT_FOUND_COMPLAINTS);
    for (const path of ROUTES) {
      await open(page, path);
      const skip = page.getByRole('link', { name: 'Skip to content' });
      await expect(skip).not.toBeInViewport();
      await page.keyboard.press('Tab');
      await expect(skip).toBeFocused();
      await expect(skip).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();
      await page.keyboard.press('Tab');
      const inHeader = await page.evaluate(() => document.activeElement?.closest('header') !== null);
      expect(inHeader, `${path}: the next stop is after the header`).toBe(false);
    }
  });
});

test('keys lead into the search and out of it, on every page', async ({ page, complaints }) => {
  await test.step('Escape clears the player search and keeps the focus', async () => {
    await open(page, '/?q=nova');
    await playerSearch(page).focus();
    await page.keyboard.press('Escape');
    await expect(playerSearch(page)).toHaveValue('');
    await expect(playerSearch(page)).toBeFocused();
    await expect(page).toHaveURL('/');
  });
  await test.step('Ctrl K and ⌘ K focus the player search from anywhere on every page, even from another box, and type no letter', async () => {
    complaints.allow(...NOT_FOUND_COMPLAINTS);
    for (const path of ROUTES) {
      await open(page, path);
      await page.keyboard.press('Control+k');
      await expect(playerSearch(page)).toBeFocused();
      await expect(playerSearch(page)).toHaveValue('');
      await period(page, 'Weekly').focus();
      await page.keyboard.press('Meta+k');
      await expect(playerSearch(page)).toBeFocused();
    }
    await open(page, '/search');
    await searchText(page).focus();
    await page.keyboard.type('k');
    await expect(searchText(page)).toHaveValue('k');
    await page.keyboard.press('Control+k');
    await expect(playerSearch(page)).toBeFocused();
    await expect(playerSearch(page)).toHaveValue('');
  });
  await test.step('with Shift or Alt, or alone, the key is left to the browser', async () => {
    await open(page, '/');
    for (const key of ['k', '/', 'Control+Shift+k', 'Control+Alt+k']) {
      await period(page, 'Weekly').focus();
      await page.keyboard.press(key);
      await expect(playerSearch(page)).not.toBeFocused();
    }
  });
  await test.step('the empty box shows its shortcut, and exposes it to assistive technology', async () => {
    await period(page, 'Weekly').focus();
    await expect(page.locator('header kbd')).toHaveText('Ctrl K');
    await expect(page.locator('header kbd')).toBeVisible();
    await expect(page.locator('header kbd')).toHaveAttribute('aria-hidden', 'true');
    await expect(playerSearch(page)).toHaveAttribute('aria-keyshortcuts', 'Control+K Meta+K');
    await playerSearch(page).focus();
    await expect(page.locator('header kbd')).toBeHidden();
  });
});

test('the keyboard alone changes every choice without losing focus, and goes from page to page', async ({ page }) => {
  await test.step('from page to page, with the focus on the new content', async () => {
    await open(page, '/?period=weekly');
    for (const { name, heading } of PAGES.slice(1)) {
      await navigation(page).getByRole('link', { name, exact: true }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.getByRole('main')).toBeFocused();
    }
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search');
    await expect(page.getByRole('main')).toBeFocused();
    await navigation(page).getByRole('link', { name: 'Reward' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => readBoard(page)).toEqual(HOME_WEEKLY);
  });
  await test.step('choosing a period, mode, category or theme with keys keeps the focus', async () => {
    await open(page, '/leaderboard');
    await period(page, 'Weekly').focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/leaderboard?period=weekly');
    await expect(period(page, 'Weekly')).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Space');
    await expect(page).toHaveURL('/leaderboard');
    await page.getByRole('button', { name: 'All Time' }).focus();
    await page.keyboard.press('Space');
    await expect(page).toHaveURL('/leaderboard?mode=all-time');
    await expect(page.getByRole('button', { name: 'All Time' })).toBeFocused();
    await page.getByRole('radio', { name: 'Dark' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');

    await open(page, '/search');
    await page.getByRole('button', { name: 'Achievements' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/search?category=achievements');
    await expect(page.getByRole('button', { name: 'Achievements' })).toBeFocused();
  });
});

test('a link is copied with the keyboard', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install({ time: 0 });
  await open(page, '/leaderboard?period=weekly&q=a');
  await stopTime(page);
  await page.getByRole('button', { name: 'Copy link' }).focus();
  await page.keyboard.press('Enter');
  await noticeComes(page, /^Link to this view copied$/);
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeFocused();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
});

test('Tab opens the tooltip of every hint, even one that has to be scrolled to; Escape closes it', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 400 });
  for (const path of ['/', '/earn', '/whiteboard']) {
    await test.step(path, async () => {
      await open(page, path);
      const hints = page.locator('main button[aria-description]');
      const tooltip = page.getByRole('tooltip');
      for (const hint of await hints.all()) {
        // From the previous stop, as Tab does: programmatic focus would scroll differently.
        await hint.evaluate((element) => {
          const stops = [...document.querySelectorAll<HTMLElement>('a[href], button, input[type="search"]')];
          stops[stops.indexOf(element as HTMLElement) - 1]?.focus();
        });
        await page.keyboard.press('Tab');
        await expect(hint).toBeFocused();
        // Two frames, for the scrolling caused by the focus to end.
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
        await expect(tooltip).toHaveText((await hint.getAttribute('aria-description'))!);
        await expect(tooltip).toBeInViewport({ ratio: 1 });
        await page.keyboard.press('Escape');
        await expect(tooltip).toBeHidden();
        await expect(hint).toBeFocused();
      }
    });
  }
});
