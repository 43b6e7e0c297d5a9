// Posted points appear in open pages by themselves: how soon, what moves, and what holds still.
import type { Page } from '@playwright/test';

import { expect, field, lane, NOON, noon, open, passTime, row, standings, status, stopTime, test } from './live-site.ts';

/** How soon a page must show posted points, in milliseconds on its own clock: the machine's response time does not count. */
const SOON_MS = 1_000;

/** A busy page polls rarely on purpose: at least this long passes between two requests. */
const SETTLE_MS = 600;

/** Opens a page that receives changes, and whose time only the test advances. */
async function openStill(page: Page, path: string): Promise<void> {
  await page.clock.install({ time: NOON });
  await open(page, path);
  await expect(status(page)).toHaveText('Live');
  await stopTime(page);
}

const shows = (page: Page, text: string) => async () => (await page.getByRole('main').textContent())!.includes(text);

const says = (page: Page, words: string) => async () => (await status(page).textContent()) === words;

test('posted points move rows and change the podium within a second, without a reload', async ({ page, game }) => {
  await game.scored(field(9));
  await openStill(page, '/');
  await page.evaluate(() => Reflect.set(globalThis, 'notReloaded', true));

  for (const [name, points, shown] of [
    ['player 009', 35, '45'],
    ['player 008', 200, '220'],
    ['newcomer', 1000, '1,000'],
  ] as const) {
    // Spaced out, so that each finds an idle page.
    await page.clock.runFor(SETTLE_MS);
    await game.score(name, points);
    expect(await passTime(page, 1, shows(page, shown)), shown).toBeLessThan(SOON_MS);
  }
  expect((await standings(page)).slice(0, 4)).toEqual(['1 newcomer 1,000', '2 player 008 220', '3 player 001 90', '4 player 002 80']);
  expect((await standings(page)).at(-1)).toBe('10 player 007 30');
  expect(await page.evaluate(() => Reflect.get(globalThis, 'notReloaded'))).toBe(true);
});

test('a thousand points at once, then a stream of them, end in the same board as on the server', async ({ page, game }) => {
  await openStill(page, '/');
  let asked = 0;
  page.on('request', (request) => (asked += Number(request.url().includes('/view'))));
  await game.scored(Array.from({ length: 1000 }, (_, i) => ({ username: `p${i % 40}`, points: (i % 7) + 1 })));
  for (let i = 0; i < 30; i += 1) {
    await game.score(`p${i}`, i * i);
    await page.clock.runFor(100);
  }
  await game.score('p0', 1_000_000);
  // Allow for the pause between two requests.
  await page.clock.runFor(SETTLE_MS);
  const passedMs = await passTime(page, 1, shows(page, '1,000,'));
  expect(passedMs).toBeLessThan(SOON_MS);
  expect(asked).toBeLessThanOrEqual(2 + (30 * 100 + SETTLE_MS + passedMs) / SETTLE_MS);
  await page.clock.resume();
  const shown = await standings(page);
  await page.reload();
  expect(await standings(page)).toEqual(shown);
  expect(shown).toHaveLength(40);
});

test('ties are marked with what decided the order; a new leader is announced, other moves are not', async ({ page, game }) => {
  await game.scored(field(5));
  await test.step('a tie, with what decided the order', async () => {
    await open(page, '/');
    const tied = page.getByRole('row', {
      name: 'Tied with one other player on 20 points. The first to reach that total is listed first.',
    });
    await expect(tied).toHaveCount(0);
    await game.score('player 005', 10);
    await expect(tied).toHaveCount(2);
    await expect(tied).toContainText(['player 004', 'player 005']);
    expect((await standings(page)).slice(3)).toEqual(['4 player 004 20', '5 player 005 20']);
  });
  await test.step('a new leader is announced, once and politely', async () => {
    await open(page, '/');
    await expect(status(page)).toHaveText('Live');
    await game.score('player 005', 1000);
    const news = page.getByRole('status').filter({ hasText: 'leads now' });
    await expect(news).toHaveText('player 005 leads now, with 1,020 points');
    await game.score('player 004', 500);
    await expect(lane(page, 2)).toContainText('player 004');
    await expect(news).toHaveText('player 005 leads now, with 1,020 points');
  });
});

test('up, down, same and new: each player’s move since the day before is shown, on the podium and in the rows', async ({ page, game }) => {
  const scores = (names: readonly string[], at?: string) =>
    names.map((username, i) => ({ username, points: 10 * (names.length - i), ...(at !== undefined && { at }) }));
  await game.filled(scores(['ann', 'bob', 'cat', 'dan', 'eve', 'fay'], noon(-1)));
  await game.scored(scores(['bob', 'ann', 'cat', 'eve', 'dan', 'fay', 'gus']));
  await open(page, '/');
  await expect(lane(page, 1)).toContainText('up 1 from 2');
  await expect(lane(page, 2)).toContainText('down 1 from 1');
  await expect(lane(page, 3)).toContainText('same as in the previous period');
  await expect(row(page, 'eve')).toContainText('up 1 from 5');
  await expect(row(page, 'dan')).toContainText('down 1 from 4');
  await expect(row(page, 'fay')).toContainText('same as in the previous period');
  await expect(row(page, 'gus')).toContainText('new on this board');

  await game.score('zoe', 500);
  await expect(lane(page, 1)).toContainText('new on this board');
  await expect(lane(page, 2)).toContainText('same as in the previous period');
  await expect(row(page, 'fay')).toContainText('down 1 from 6');

  await open(page, '/leaderboard?mode=all-time');
  await expect(row(page, 'gus')).toBeVisible();
  await expect(page.getByText(/in the previous period|new on this board|from \d/)).toHaveCount(0);
});

test('rows hold still while the mouse is in the table, say so, and catch up when it leaves', async ({ page, game }) => {
  await game.scored(field(9));
  await openStill(page, '/');
  const before = await standings(page);
  await row(page, 'player 006').hover();
  await game.score('player 006', 500);
  await passTime(page, 20, says(page, 'Paused while you use the table'));
  await page.clock.runFor(SOON_MS);
  expect(await standings(page)).toEqual(before);
  await page.getByRole('heading', { level: 1 }).hover();
  await page.clock.resume();
  await expect(lane(page, 1)).toContainText('player 006');
  await expect(status(page)).toHaveText('Live');
});

test('a resting mouse holds the rows still for ten seconds at most, and the notice is in view', async ({ page, game }) => {
  await game.scored(field(40));
  await openStill(page, '/');
  await row(page, 'player 030').scrollIntoViewIfNeeded();
  await row(page, 'player 030').hover();
  await game.score('player 020', 5000);
  await passTime(page, 20, says(page, 'Paused while you use the table'));
  await expect(page.locator('main').getByText('Paused while you use the table').last()).toBeInViewport();
  await page.clock.runFor(9_000);
  await expect(lane(page, 1)).not.toContainText('player 020');
  await page.clock.runFor(1_500);
  await expect(lane(page, 1)).toContainText('player 020');
});

test('rows hold still while the keyboard is in the table, and catch up when it leaves', async ({ page, game }) => {
  await game.scored([...field(9), { username: 'player 010', points: 20 }]);
  await open(page, '/');
  await expect(status(page)).toHaveText('Live');
  const link = row(page, 'player 010').getByRole('link');
  await page.getByRole('button', { name: 'Copy link' }).focus();
  for (let i = 0; i < 20 && !(await link.evaluate((one) => one === document.activeElement)); i += 1) await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
  await game.score('player 001', 500);
  await expect(status(page)).toHaveText('Paused while you use the table');
  await expect(lane(page, 1)).toContainText('90');
  // Outside the table: its last row is the one before the pager.
  await page.getByRole('button', { name: 'Copy link' }).focus();
  await expect(lane(page, 1)).toContainText('590');
});
