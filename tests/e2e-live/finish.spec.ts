// A period that ends while visitors watch: its photo finish in the podium's place, and the link to the result.
import type { Page } from '@playwright/test';

import { day, expect, field, lane, noon, open, passTime, standings, status, test } from './live-site.ts';
import type { Game } from './game.ts';
import { shiftsFrom } from './shifts.ts';

const MIDNIGHT = Date.parse(`${day(1)}T00:00:00Z`);

/** Opens a page before midnight, whose time only the test advances. */
async function openBefore(page: Page, game: Game): Promise<void> {
  await game.stopClockAt(MIDNIGHT - 5_000);
  // Early enough for any machine to get there.
  await page.clock.install({ time: MIDNIGHT - 600_000 });
  await open(page, '/');
  await expect(status(page)).toHaveText('Live');
  await page.clock.pauseAt(MIDNIGHT - 1);
}

/** Lets midnight pass for the server, and then for the page. */
async function passMidnight(page: Page, game: Game): Promise<void> {
  await game.stopClockAt(MIDNIGHT + 1);
  await page.clock.runFor(2);
  const next = page.getByRole('heading', { name: 'Thursday 19 November 2026' });
  await passTime(page, 100, () => next.isVisible());
}

/** Lets time pass until the finish is announced with this text. */
async function passUntil(page: Page, words: string): Promise<void> {
  const heading = page.locator('[data-finish] h2');
  await passTime(page, 50, async () => (await heading.allTextContents()).includes(words));
  await expect(heading).toHaveText(words);
}

for (const [width, height, past] of [
  [390, 844, 'a first day'],
  [390, 844, 'one of many days'],
  [1280, 900, 'a first day'],
  [1280, 900, 'one of many days'],
  [1920, 1080, 'one of many days'],
] as const) {
  test(`at ${width} px the photo finish of ${past} takes the podium’s place, moves nothing, and links to the result`, async ({
    page,
    game,
  }) => {
    await page.setViewportSize({ width, height });
    if (past === 'one of many days')
      await game.filled([1, 2, 3, 4].map((days) => ({ username: `player 00${days}`, points: 1000, at: noon(-days) })));
    await game.scored(field(30));
    const shifts = await shiftsFrom(page);
    await openBefore(page, game);

    await passMidnight(page, game);
    await passUntil(page, 'player 001 crosses the line first, by 10 points');
    await expect(page.getByText('Results become final at 00:01')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Podium' })).toHaveCount(0);
    const [finish, ranks] = [await page.locator('[data-finish]').boundingBox(), await page.getByRole('table').boundingBox()];
    expect(finish!.y + finish!.height, 'no rank is under it').toBeLessThanOrEqual(ranks!.y);

    // Late points still count.
    await game.score('player 002', 22, { at: new Date(MIDNIGHT - 1).toISOString() });
    await passUntil(page, 'player 002 crosses the line first, by 12 points');
    await game.stopClockAt(MIDNIGHT + 60_000);
    await passUntil(page, 'player 002 wins the day by 12 points');
    await expect(page.getByRole('status').filter({ hasText: 'player 002 wins the day by 12 points' })).toHaveCount(1);
    const winners = page.getByRole('region', { name: 'Last winners' }).getByRole('listitem');
    if (width >= 1280) await passTime(page, 50, async () => (await winners.allTextContents())[0]?.includes('player 002') === true);
    await game.score('player 009', 5);
    await passTime(page, 50, async () => (await page.getByText('No points today yet').count()) === 0);
    expect(await shifts()).toEqual([]);

    await page.getByRole('button', { name: 'Show today' }).click();
    await page.clock.resume();
    await expect(lane(page, 1)).toContainText('player 009');
    await page.getByRole('link', { name: 'player 002 wins the day by 12 points' }).click();
    await expect(page).toHaveURL(new RegExp(`[?]at=${day(0)}$`));
    await expect.poll(async () => (await standings(page)).slice(0, 2)).toEqual(['1 player 002 312', '2 player 001 300']);
  });
}

test('a photo finish ends by itself, but not while it has the focus', async ({ page, game }) => {
  await game.scored(field(9));
  await openBefore(page, game);
  await passMidnight(page, game);
  await game.stopClockAt(MIDNIGHT + 60_000);
  await passUntil(page, 'player 001 wins the day by 10 points');
  await game.score('player 009', 5);
  await passTime(page, 50, async () => (await page.getByText('No additional players found').count()) === 1);
  const words = page.locator('[data-finish] h2');
  const way = page.getByRole('link', { name: 'See the result' });
  await way.focus();
  await page.clock.runFor(45_000);
  await expect(words).toBeVisible();
  await way.blur();
  await page.clock.runFor(2_000);
  await expect(words).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'player 001 wins the day by 10 points' })).toBeVisible();
  await page.clock.runFor(600_000);
  await expect(page.getByRole('link', { name: 'player 001 wins the day by 10 points' })).toHaveCount(0);
});

test('a day without points ends without an announcement', async ({ page, game }) => {
  await openBefore(page, game);
  await passMidnight(page, game);
  await page.clock.runFor(2_000);
  await expect(page.locator('[data-finish]')).toHaveCount(0);
  await expect(page.getByText('No points yet: the first to score takes the lead.')).toBeVisible();
});
