// A board on a wall, without anybody to operate it.
import type { Page } from '@playwright/test';

import { asBefore, violations } from '../e2e/axe-violations.ts';
import { day, expect, field, lane, NOON, open, passTime, stopTime, test } from './live-site.ts';

/** The browser's own message about an unreachable server. */
const AWAY = [/^Failed to load resource: net::ERR_/];

const ranks = (page: Page) => page.getByRole('list', { name: 'Rankings' }).getByRole('listitem');

/** How many ranks below the podium are whole, and how many are cut off. */
function seen(page: Page): Promise<{ readonly whole: number; readonly cut: number }> {
  return ranks(page).evaluateAll((items) => {
    const room = items[0]!.parentElement!.getBoundingClientRect();
    const boxes = items.map((item) => item.getBoundingClientRect()).filter(({ left }) => left < room.right - 1);
    const cut = boxes.filter(({ bottom }) => bottom > Math.min(room.bottom, innerHeight) + 0.5).length;
    return { whole: boxes.length - cut, cut };
  });
}

test('the wall view fits every screen, with the podium and whole ranks, and nothing to scroll or press', async ({ page, game }) => {
  await game.tell({ prizes: [{ from: 1, to: 5, prize: '500 coins and a very long way to say it' }] });
  await game.scored([
    ...field(40),
    { username: 'W'.repeat(64), points: 900_000_000 },
    { username: 'Bartholomew Featherstonehaugh', points: 800 },
  ]);
  for (const [width, height, least] of [
    [1920, 1080, 10],
    [1280, 720, 10],
    [1080, 1920, 11],
    [3840, 2160, 10],
  ] as const) {
    await test.step(`${width} × ${height}`, async () => {
      await page.setViewportSize({ width, height });
      await open(page, '/?view=tv');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leaderboard');
      await expect(page.getByText('Wednesday 18 November 2026')).toBeVisible();
      await expect(page.getByText(/ left$/)).toBeVisible();
      await expect(page.getByText('Live', { exact: true })).toBeVisible();
      await expect(page.getByRole('list', { name: 'Podium' }).getByRole('listitem')).toHaveCount(3);
      const { whole, cut } = await seen(page);
      expect(whole).toBeGreaterThanOrEqual(least);
      expect(cut).toBe(0);
      await expect(page.locator('a, button, input, header nav, footer').filter({ visible: true })).toHaveCount(0);
      const outside = await page.evaluate(() => {
        const { scrollWidth, scrollHeight } = document.documentElement;
        const parts = [...document.querySelectorAll('h1, header p, [data-place]')].map((part) => part.getBoundingClientRect());
        return [
          scrollWidth > innerWidth,
          scrollHeight > innerHeight,
          parts.some((box) => box.top < 0 || box.bottom > innerHeight || box.right > innerWidth),
        ];
      });
      expect(outside).toEqual([false, false, false]);
    });
  }
});

test('the wall view has no accessibility violation in any theme, and its address chooses the board and the period', async ({
  page,
  game,
}) => {
  await test.step('no accessibility violation in any theme', async () => {
    await game.scored(field(9));
    await open(page, '/?view=tv');
    expect(await violations(page)).toEqual([]);
  });
  await asBefore(page);
  await test.step('a page without a board has no wall view', async () => {
    await open(page, '/earn?view=tv');
    await expect(page.getByRole('banner')).toBeVisible();
  });
  await test.step('the rest of the address is ignored', async () => {
    await game.open('relay', 'Relay');
    await game.scored([{ username: 'bob', points: 5 }], 'relay');
    await open(page, `/leaderboard?mode=monthly&board=relay&view=tv&q=nobody&page=3&at=${day(-1)}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Relay');
    await expect(page.getByText('November 2026')).toBeVisible();
    await expect(lane(page, 1)).toContainText('bob');
  });
});

test('the wall view follows changes, even across the end of a day', async ({ page, game }) => {
  const midnight = Date.parse(`${day(1)}T00:00:00Z`);
  await game.score('ann', 50);
  await page.clock.install({ time: midnight - 600_000 });
  await open(page, '/?view=tv');
  await game.score('bob', 60);
  await expect(lane(page, 1)).toContainText('bob');
  await page.clock.pauseAt(midnight - 2_500);
  await game.stopClockAt(midnight + 1_000);
  await passTime(page, 1000, () => page.getByText(/^No points today yet\. Last results: Wednesday 18 November 2026$/).isVisible());
  await expect(page.getByText('Thursday 19 November 2026')).toBeVisible();
  await expect(lane(page, 1)).toContainText('bob');
});

test('the wall view says plainly when it is not live, keeps the board, and recovers by itself', async ({ page, game, complaints }) => {
  complaints.allow(...AWAY);
  await game.score('ann', 50);
  await open(page, '/?view=tv');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await game.stop('SIGKILL');
  await expect(page.getByText(/^Not live\. No connection\. Ranks as of \d\d:\d\d\.$/)).toBeVisible();
  await expect(lane(page, 1)).toContainText('ann');
  await game.startAgain();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Not live/)).toHaveCount(0);
});

test('the wall view reloads if it cannot read the server’s answers', async ({ page, game, complaints }) => {
  complaints.allow(/UnreadableAnswer|could not be read/);
  await game.score('ann', 50);
  await page.clock.install({ time: NOON });
  await open(page, '/?view=tv');
  await page.waitForLoadState();
  let isNew = false;
  page.on('load', () => (isNew = true));
  await page.route(/\/view\b.*/, (route) =>
    route.request().resourceType() === 'document' ? route.continue() : route.fulfill({ contentType: 'application/json', body: '{}' }),
  );
  await game.score('bob', 60);
  await expect(page.getByText(/^Not live\. Unreadable answer/)).toBeVisible();
  await page.clock.runFor(31_000);
  await expect.poll(() => isNew).toBe(true);
  await expect(lane(page, 1)).toContainText('bob');
});

test('a resting pointer is hidden on the wall view', async ({ page, game }) => {
  await game.score('ann', 50);
  await page.clock.install({ time: NOON });
  await open(page, '/?view=tv');
  await stopTime(page);
  const cursor = () => page.evaluate(() => getComputedStyle(document.querySelector('main > div')!).cursor);
  await page.mouse.move(100, 100);
  await expect.poll(cursor).toBe('auto');
  await page.clock.runFor(3_000);
  await expect.poll(cursor).toBe('none');
  await page.mouse.move(200, 100);
  await expect.poll(cursor).toBe('auto');
});
