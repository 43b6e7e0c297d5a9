// Finding a player: the header's box and the search page run the same search.
import type { Locator, Page } from '@playwright/test';

import { ENDPOINTS } from '../../src/contract/api.ts';
import { LIVE_PAGES } from '../../src/web/live/pages/live-pages.ts';
import { DATA_CACHE } from '../../src/web/site/answer-cache.ts';
import { violations } from '../e2e/axe-violations.ts';
import { sideways, smallTargets } from '../e2e/fit.ts';
import { address, expect, field, noon, open, playerSearch, searchText, standings, test } from './live-site.ts';
import type { Game } from './game.ts';

const ENTRY = { subtitle: '64 players', avatar: '🏆', extra: 'Starts Friday' };

/** A player who leads all time without points today, others with points today, and one of another board. */
async function play(game: Game): Promise<void> {
  await game.open('relay', 'Relay');
  await game.filled([
    { username: 'lewis-hamilton', displayName: 'Lewis Hamilton', points: 4544, at: noon(-1) },
    { username: 'duncan-hamilton', displayName: 'Duncan Hamilton', points: 3, at: noon(-1) },
    { username: 'hamish', displayName: 'Hamish', points: 900, at: noon(-1) },
  ]);
  await game.scored([
    { username: 'ann', points: 50 },
    { username: 'hamish', displayName: 'Hamish', points: 7 },
  ]);
  await game.scored([{ username: 'relay-hamilton', displayName: 'Relay Hamilton', points: 5 }], 'relay');
}

/** The text of each link in a list, without the bib before it. */
const lines = (list: Locator) => list.getByRole('link').evaluateAll((links) => links.map((link) => link.lastElementChild!.textContent));

/** The box's list of suggestions. */
const suggestions = (page: Page) => page.getByRole('banner').getByRole('list', { name: 'Suggestions' });
const suggested = (page: Page) => lines(suggestions(page));

/** The names of all pages that can be found. */
const SITE_PAGES = LIVE_PAGES.flatMap(({ name, foundAs }) => name ?? foundAs ?? []);

const HAMILTONS = ['Lewis Hamilton · 1st of all time', 'Duncan Hamilton · 4th of all time', 'Relay Hamilton · 1st of all time on Relay'];

test('a player without points today is still found: the box and the board name them and link to them', async ({ page, game }) => {
  await play(game);
  await test.step('the box and the board name a player without points today', async () => {
    await open(page, '/');
    await playerSearch(page).fill('hamilton');
    await expect.poll(() => suggested(page)).toEqual(HAMILTONS);
    await expect(page.getByRole('status').filter({ hasText: '3 players found. Press the down arrow' })).toHaveCount(1);
    await expect(page.getByText('No match for “hamilton” with points today.')).toBeVisible();
    // The filter still applies: nobody without points today is ranked.
    expect(await standings(page)).toEqual([]);
    await playerSearch(page).blur();
    await page.getByRole('main').getByRole('link', { name: 'Lewis Hamilton · 1st of all time' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Lewis Hamilton' })).toBeVisible();
    await page.goBack();
    await expect(playerSearch(page)).toHaveValue('hamilton');
    await expect(page.getByText('No match for “hamilton” with points today.')).toBeVisible();
  });
  await test.step('following a suggestion clears the box, and going back restores its text', async () => {
    await open(page, '/');
    await playerSearch(page).fill('hamilton');
    await expect(page).toHaveURL(/[?]q=hamilton$/);
    await page.getByRole('banner').getByRole('link', { name: 'Lewis Hamilton' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Lewis Hamilton' })).toBeVisible();
    expect(address(page)).toBe('/players/lewis-hamilton');
    await expect(playerSearch(page)).toHaveValue('');
    await expect.poll(() => suggested(page)).toEqual([]);
    await page.goBack();
    await expect(playerSearch(page)).toHaveValue('hamilton');
    expect(address(page)).toBe('/?q=hamilton');
  });
  await test.step('others are suggested if the period has few matches, and nobody if it has all of them', async () => {
    await open(page, '/');
    await playerSearch(page).fill('ham');
    await expect.poll(() => standings(page)).toEqual(['2 Hamish 7']);
    await expect.poll(async () => (await suggested(page)).length).toBe(4);
    expect((await suggested(page))[0]).toBe('Hamish · 2nd of all time');
    await playerSearch(page).fill('ann');
    await expect.poll(() => standings(page)).toEqual(['1 ann 50']);
    await expect.poll(() => suggested(page)).toEqual([]);
  });
  await test.step('the keyboard goes through the suggestions and back to the box', async () => {
    await open(page, '/earn');
    await playerSearch(page).focus();
    await page.keyboard.type('hamilton');
    await expect.poll(async () => (await suggested(page)).length).toBe(3);
    const link = (name: string) => page.getByRole('banner').getByRole('link', { name });
    await page.keyboard.press('ArrowDown');
    await expect(link('Lewis Hamilton')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(link('Duncan Hamilton')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(playerSearch(page)).toBeFocused();
    await expect.poll(() => suggested(page)).toEqual([]);
    await expect(playerSearch(page)).toHaveValue('hamilton');
    await page.keyboard.press('ArrowDown');
    await expect.poll(async () => (await suggested(page)).length).toBe(3);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await expect(playerSearch(page)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Lewis Hamilton' })).toBeVisible();
  });
});

test('the header and the search page run the same search, on every page', async ({ page, game }) => {
  await play(game);
  await test.step('on a page without a board the box says when nobody matches, and Enter still filters the board', async () => {
    await open(page, '/whiteboard');
    await playerSearch(page).fill('zzz');
    await expect(page.getByText('No matches for “zzz”.')).toBeVisible();
    await playerSearch(page).fill('ann');
    await expect.poll(async () => (await suggested(page))[0]).toBe('ann · 3rd of all time');
    await playerSearch(page).press('Enter');
    await expect.poll(() => standings(page)).toEqual(['1 ann 50']);
  });
  await test.step('they list the same players in the same order', async () => {
    await open(page, '/search?text=ham');
    const onPage = await page.getByRole('list', { name: 'Results' }).getByRole('link').allTextContents();
    expect(onPage).toEqual(['Hamish', 'Lewis Hamilton', 'Duncan Hamilton', 'Relay Hamilton']);
    const names = (found: readonly string[]) => found.map((line) => line.split(' · ')[0]);
    await open(page, '/earn');
    await playerSearch(page).fill('ham');
    await expect.poll(async () => names(await suggested(page))).toEqual(onPage);
  });
  await test.step('Ctrl K opens the box with suggestions of every kind, even on a board, and Enter follows the first', async () => {
    await open(page, '/');
    await playerSearch(page).fill('ham');
    await expect.poll(() => standings(page)).toEqual(['2 Hamish 7']);
    await playerSearch(page).blur();
    await page.keyboard.press('Control+k');
    await expect(playerSearch(page)).toBeFocused();
    // It continues from the text in the box.
    await expect(playerSearch(page)).toHaveValue('ham');
    await expect.poll(async () => (await suggested(page)).length).toBe(4);
    await playerSearch(page).fill('ann');
    await expect.poll(() => suggested(page)).toEqual(['ann · 3rd of all time']);
    await playerSearch(page).fill('zzz');
    await expect(page.getByRole('banner').getByRole('status')).toHaveText('No matches for “zzz”.');
    await page.keyboard.press('Escape');
    await expect.poll(() => suggested(page)).toEqual([]);
    await expect(playerSearch(page)).toBeFocused();
    await page.keyboard.press('Control+k');
    // An empty box suggests the pages.
    await expect(suggestions(page).getByRole('link')).toHaveText(SITE_PAGES.map((name) => `${name} · Page`));
    await playerSearch(page).fill('duncan');
    // Pressed at once; Enter waits for the answer.
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Duncan Hamilton' })).toBeVisible();
    await expect.poll(() => suggested(page)).toEqual([]);
  });
  await test.step('a page is suggested by its name, and opens', async () => {
    await open(page, '/earn');
    await playerSearch(page).fill('white');
    await expect(suggestions(page).getByRole('link')).toHaveText(['Whiteboard · Page']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Analytics Dashboard' })).toBeVisible();
    await expect(playerSearch(page)).toHaveValue('');
  });
  await test.step('the box shows its shortcut on a wide screen only', async () => {
    await open(page, '/search');
    await expect(page.getByText('Ctrl K', { exact: true })).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByText('Ctrl K', { exact: true })).toBeHidden();
  });
});

test('a failed search covers no board, and is reported after Ctrl K', async ({ page, game, complaints }) => {
  complaints.allow(/^Failed to load resource/);
  await play(game);
  let tries = 0;
  await page.route(`**${ENDPOINTS.search.path}?*`, (route) => {
    tries += 1;
    return route.abort();
  });
  await open(page, '/');
  await playerSearch(page).fill('ham');
  await expect.poll(() => tries).toBe(1 + DATA_CACHE.retries);
  await expect(page.getByText('Search failed')).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('Search failed. Type to try again.');
  await expect(page.getByRole('banner').getByText('Search failed').last()).toBeVisible();
});

test('the search page shows how many results there are and links to all of them, even with scripts off', async ({
  page,
  game,
  browser,
  baseURL,
}) => {
  await game.scored(field(45));
  await game.tell({ tournaments: Array.from({ length: 21 }, (_, i) => ({ id: `cup-${i}`, title: `Cup ${i}`, ...ENTRY })) });
  await open(page, '/search');
  await expect(page.getByText('45 players and 21 tournaments', { exact: true })).toBeVisible();
  await page.getByRole('navigation', { name: 'More results' }).getByRole('link', { name: 'All 45 players' }).click();
  const pages = page.getByRole('navigation', { name: 'Results pages' });
  await expect(pages).toContainText('1 to 20 of 45');
  await pages.getByRole('link', { name: 'Next' }).click();
  await expect(pages).toContainText('21 to 40 of 45');
  expect(address(page)).toBe('/search?page=2&category=players');
  await expect(page.getByRole('list', { name: 'Results' }).getByRole('link').first()).toHaveText('player 021');
  // Typing starts again at the first page, and so does another category.
  await searchText(page).fill('player 0');
  // Pressed as soon as it appears, before the address has followed.
  await pages.evaluate(async (nav) => {
    while (!nav.textContent.includes('1 to 20 of 45')) await new Promise(requestAnimationFrame);
    [...nav.querySelectorAll('a')].find(({ textContent }) => textContent === 'Next')!.click();
  });
  await expect(pages).toContainText('21 to 40 of 45');
  await page.getByRole('button', { name: 'Tournaments' }).click();
  await expect(page).toHaveURL(/\?text=player\+0&category=tournaments$/);

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! });
  const plain = await context.newPage();
  await plain.goto('/search?category=players');
  await plain.getByRole('link', { name: 'Next' }).click();
  await expect(plain.getByRole('listitem').filter({ hasText: 'player 021' })).toBeVisible();
  await plain.goto('/?q=player+9');
  await expect(plain.getByText('No player matches “player 9”.')).toBeVisible();
  await context.close();
});

test('tournaments and achievements link to their details', async ({ page, game }) => {
  await game.tell({
    tournaments: [
      { id: 'winter-cup', title: 'Winter Cup', ...ENTRY, link: 'https://play.example/winter' },
      { id: 'summer-cup', title: 'Summer Cup', ...ENTRY },
    ],
    achievements: [{ id: 'photo-finish', title: 'Photo Finish', subtitle: 'Win by a nose', avatar: '📸', extra: 'Rare' }],
  });
  await page.route('https://play.example/winter', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Winter Cup</title>' }),
  );
  await open(page, '/earn');
  await page.keyboard.press('Control+k');
  await playerSearch(page).fill('photo');
  await suggestions(page).getByRole('link', { name: 'Photo Finish' }).click();
  await expect(page).toHaveURL(/\/search\?text=Photo\+Finish&category=achievements#achievement-photo-finish$/);
  await expect(page.locator('li', { has: page.locator('[data-meant]') })).toContainText('Win by a nose');
  await searchText(page).fill('cup');
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await page.getByRole('list', { name: 'Results' }).getByRole('link', { name: 'Summer Cup' }).click();
  await expect(page).toHaveURL(/#tournament-summer-cup$/);
  await searchText(page).fill('winter');
  await page.getByRole('list', { name: 'Results' }).getByRole('link', { name: 'Winter Cup' }).click();
  await expect(page).toHaveTitle('Winter Cup');
});

test('the suggestions and a board without matches have no accessibility violation', async ({ page, game }) => {
  await play(game);
  await open(page, '/earn');
  await playerSearch(page).fill('ham');
  await expect.poll(async () => (await suggested(page)).length).toBe(4);
  // The list covers part of the page while somebody types, until they press Escape.
  expect((await violations(page)).filter((violation) => !violation.includes('partially obscured'))).toEqual([]);
  await open(page, '/?q=hamilton');
  expect(await violations(page)).toEqual([]);
});

test.describe('on a touch screen of 320 px', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 320, height: 640 } });

  test('the suggestions can be tapped, and nothing overflows sideways', async ({ page, game }) => {
    await play(game);
    await open(page, '/earn');
    await playerSearch(page).fill('ham');
    await expect.poll(async () => (await suggested(page)).length).toBe(4);
    expect(await smallTargets(page, 44)).toEqual([]);
    expect(await sideways(page)).toEqual([]);
    await suggestions(page).getByRole('link', { name: 'Lewis Hamilton' }).tap();
    await expect(page.getByRole('heading', { level: 1, name: 'Lewis Hamilton' })).toBeVisible();
  });

  test('Escape and the close button close the box, even while it is empty', async ({ page }) => {
    await open(page, '/');
    const brand = page.getByRole('banner').getByRole('link', { name: 'Laurels' });
    await playerSearch(page).tap();
    await expect(playerSearch(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(playerSearch(page)).not.toBeFocused();
    await playerSearch(page).tap();
    await page.keyboard.type('ham');
    await page.getByRole('button', { name: 'Close search' }).tap();
    await expect(playerSearch(page)).toHaveValue('');
    await expect(playerSearch(page)).not.toBeFocused();
    await brand.tap({ trial: true });
  });
});
