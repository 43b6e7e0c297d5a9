// The winners of each day, week and month: a calendar to browse by links, by keyboard, and without scripts.
import type { Locator, Page } from '@playwright/test';

import { sideways, smallTargets } from '../e2e/fit.ts';
import { LIVE_PAGES } from '../../src/web/live/pages/live-pages.ts';
import { address, expect, navigation, open, standings, test } from './live-site.ts';
import type { Scored } from './game.ts';

const won = (username: string, points: number, day: string): Scored => ({ username, points, at: `${day}T09:00:00Z` });

/** Three seasons with long gaps between their races. */
const SEASONS: Scored[] = [
  won('ann', 25, '2021-03-28'),
  won('bob', 25, '2024-06-30'),
  won('ann', 25, '2024-07-07'),
  won('bob', 18, '2024-07-07'),
  won('cy', 15, '2024-07-07'),
  won('ann', 26, '2024-07-21'),
  won('bob', 30, '2024-07-28'),
  won('bob', 25, '2026-03-08'),
  won('dee', 5, '2026-11-18'),
];

/** The daily winners are collapsed. */
const winners = (page: Page): Locator => page.locator('table[aria-label^="Winners"] tbody tr');
const heading = (page: Page): Locator => page.getByRole('heading', { level: 2 }).first();
const days = (page: Page): Locator => page.getByRole('table', { name: /day by day$/ }).getByRole('link');

test('days, weeks and months list their winners with links to board and player, and every step leads to a winner', async ({
  page,
  game,
  complaints,
}) => {
  await game.filled(SEASONS);
  await test.step('each winner links to a board and a player', async () => {
    await open(page, '/hall-of-fame?at=2024-07-20');
    await expect(heading(page)).toHaveText('July 2024');
    await expect(winners(page)).toHaveText([
      /^Sun 28 Jul.*bob30 points$/,
      /^Sun 21 Jul.*ann26 points$/,
      /^Sun 7 Jul.*ann.*25 points, ahead of bob \(18\) and cy \(15\)$/,
    ]);
    await expect(days(page)).toHaveCount(3);
    await page.getByRole('link', { name: 'Weeks', exact: true }).click();
    await expect(heading(page)).toHaveText('2024');
    await expect(winners(page)).toHaveText([/^22–28 Jul.*bob/, /^15–21 Jul.*ann/, /^1–7 Jul.*ann/, /^24–30 Jun.*bob/]);
    await page.getByRole('link', { name: 'Months', exact: true }).click();
    await expect(winners(page)).toHaveText([/^July.*ann.*51 points, ahead of bob \(48\) and cy \(15\)$/, /^June.*bob/]);
    const most = page.getByRole('region', { name: 'Most months won' });
    await expect(most.getByRole('listitem')).toHaveText([/ann2 wins$/, /bob2 wins$/]);

    await winners(page).getByRole('link', { name: 'July' }).click();
    await expect(page).toHaveURL(/\/leaderboard\?period=weekly&mode=monthly&at=2024-07-01$/);
    await expect.poll(() => standings(page)).toEqual(['1 ann 51', '2 bob 48', '3 cy 15']);
    await page.goBack();
    await winners(page).getByRole('link', { name: 'bob' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('bob');
  });
  await test.step('every step leads to a period with a winner, across empty months and years', async () => {
    await open(page, '/hall-of-fame');
    await expect(heading(page)).toHaveText('March 2026');
    const seen: string[] = [];
    for (;;) {
      seen.push((await heading(page).textContent())!);
      const earlier = page.getByRole('link', { name: /^Earlier: / });
      if ((await earlier.count()) === 0) break;
      const to = (await earlier.getAttribute('aria-label'))!.slice('Earlier: '.length);
      await earlier.press('Enter');
      await expect(heading(page)).toHaveText(to);
    }
    expect(seen).toEqual(['March 2026', 'July 2024', 'June 2024', 'March 2021']);
    await page.getByText('All years').click();
    await page.getByRole('navigation', { name: 'All years' }).getByRole('link', { name: '2024' }).click();
    await expect(heading(page)).toHaveText('June 2024');
    await page.getByRole('navigation', { name: 'Months of 2024' }).getByRole('link', { name: 'Jul' }).click();
    await expect(heading(page)).toHaveText('July 2024');
    await page.goBack();
    await expect(heading(page)).toHaveText('June 2024');
    // A month without a winner says so, and links to others.
    await open(page, '/hall-of-fame?at=2023-01-01');
    await expect(page.getByText('No day of January 2023 has a winner.')).toBeVisible();
    await page.getByRole('link', { name: 'Later: June 2024' }).click();
    await expect(heading(page)).toHaveText('June 2024');
  });
  await test.step('the arrow keys go from one day with a winner to the next', async () => {
    await game.filled([won('ann', 1, '2024-07-26')]);
    await open(page, '/hall-of-fame?at=2024-07-01');
    await days(page).first().focus();
    const focused = () => page.evaluate(() => document.activeElement!.textContent);
    for (const [key, day] of [
      ['ArrowRight', /^21/],
      ['ArrowDown', /^28/],
      ['ArrowLeft', /^26/],
      ['ArrowUp', /^21/],
      ['ArrowUp', /^7/],
      ['ArrowUp', /^7/],
    ] as const) {
      await page.keyboard.press(key);
      expect(await focused(), key).toMatch(day);
    }
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/leaderboard\?at=2024-07-07$/);
  });
  await test.step('a future or invalid date is a 404 that leads back', async () => {
    complaints.allow(/404/);
    for (const at of ['2026-12-01', 'soon']) {
      expect((await page.goto(`/hall-of-fame?at=${at}`))!.status()).toBe(404);
      await expect(page.getByText('Date not found')).toBeVisible();
      await page.getByRole('link', { name: 'Open the hall of fame', exact: true }).click();
      await expect(heading(page)).toHaveText('March 2026');
    }
  });
});

test('many boards are chosen from a menu, here and on the whiteboard, and champions come before the grid and the list', async ({
  page,
  game,
}) => {
  await game.filled([won('ann', 5, '2026-11-17'), won('ann', 6, '2026-11-16')]);
  for (let i = 1; i < 7; i += 1) await game.open(`board-${i}`, `Board ${i}`);
  for (const path of ['/hall-of-fame', '/whiteboard']) {
    await open(page, path);
    await page.getByRole('navigation', { name: 'Boards' }).locator('summary').click();
    await page.getByRole('searchbox', { name: 'Search boards' }).fill('3');
    await page.getByRole('link', { name: 'Board 3' }).click();
    await expect(page).toHaveURL(`${path}?board=board-3`);
    await expect(page.getByRole('navigation', { name: 'Boards' }).locator('summary')).toContainText('Board 3');
  }
  await open(page, '/hall-of-fame');
  const tops = await Promise.all(
    [
      page.getByRole('region', { name: 'Most days won' }),
      page.getByRole('table', { name: /day by day$/ }),
      page.getByText('All winners of'),
    ].map(async (part) => (await part.boundingBox())!.y),
  );
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  await expect(winners(page).first()).toBeHidden();
  await page.getByText('All winners of November 2026').click();
  await expect(winners(page)).toHaveText([/^Tue 17 Nov.*ann/, /^Mon 16 Nov.*ann/]);
});

test('a day appears once its results are final, even on an open page', async ({ page, game }) => {
  await game.score('ann', 5);
  await open(page, '/hall-of-fame');
  await expect(page.getByText('No day has a winner yet.')).toBeVisible();
  await game.filled([won('bob', 3, '2026-11-17')]);
  await expect(winners(page)).toHaveText([/^Tue 17 Nov.*bob3 points$/]);
});

test('the boards, the whiteboard and the header’s search link to it, and the navigation does not', async ({ page, game }) => {
  await game.filled([won('ann', 5, '2026-11-17')]);
  for (const path of ['/', '/leaderboard', '/leaderboard?mode=monthly', '/whiteboard?period=weekly']) {
    await open(page, path);
    await page
      .getByRole('main')
      .getByRole('link', { name: /hall of fame/i })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Hall of fame' })).toBeVisible();
  }
  expect(address(page)).toBe('/hall-of-fame?period=weekly');
  await expect(navigation(page).getByRole('link')).toHaveCount(LIVE_PAGES.filter(({ name }) => name !== undefined).length);
  await open(page, '/earn');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('hall');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Hall of fame' })).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the hall of fame can be browsed by its links', async ({ page, game }) => {
    await game.filled(SEASONS);
    await page.goto('/hall-of-fame?mode=weekly');
    await expect(heading(page)).toHaveText('2026');
    await page.getByRole('link', { name: 'Earlier: 2024' }).click();
    await expect(winners(page)).toHaveCount(4);
    await page.getByText('All years').click();
    await page.getByRole('link', { name: '2021', exact: true }).click();
    await expect(winners(page)).toHaveText([/^22–28 Mar.*ann/]);
    await page.getByRole('link', { name: 'Days', exact: true }).click();
    await days(page).click();
    await expect(page).toHaveURL(/\/leaderboard\?at=2021-03-28$/);
  });
});

test.describe('on a touch screen of 320 px', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 320, height: 640 } });

  test('every day can be tapped, and nothing overflows sideways', async ({ page, game }) => {
    await game.filled([
      ...SEASONS,
      ...Array.from({ length: 31 }, (_, i) =>
        won(['W'.repeat(64), 'bob'][i % 2]!, 1_000_000_000 + i, `2025-12-${String(i + 1).padStart(2, '0')}`),
      ),
    ]);
    for (const search of ['?at=2025-12-01', '?mode=weekly&at=2025-12-01', '?mode=monthly&at=2025-12-01']) {
      await open(page, `/hall-of-fame${search}`);
      await page.getByText('All years').tap();
      expect(await smallTargets(page, 44), search).toEqual([]);
      expect(await sideways(page), search).toEqual([]);
    }
  });
});
