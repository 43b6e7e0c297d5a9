// A page does not move by itself while it loads: late parts have their space reserved.
import type { Page } from '@playwright/test';

import { CHANGES_PATH, DEFAULT_BOARD } from '../../src/contract/live-source.ts';
import { WIDTHS } from '../e2e/axe-violations.ts';
import { expect, field, lane, noon, NOON, open, passTime, row, status, stopTime, test } from './live-site.ts';
import type { Game } from './game.ts';
import { shiftsFrom, twoFrames } from './shifts.ts';

/** Waits until the page shows the server's state and has finished reacting to it. */
async function settled(page: Page, game: Game): Promise<void> {
  const { rows } = await game.call('boardView', { board: DEFAULT_BOARD, query: {} });
  await expect(page.locator('tr[data-player]')).toHaveCount(rows.items.length);
  for (const [i, { player, points }] of rows.items.entries())
    await expect(page.locator('tr[data-player]').nth(i)).toContainText(new RegExp(`${player.name}.*${points.toLocaleString('en')}`));
  await twoFrames(page);
}

test('nothing moves while a page with a board loads, at any width', async ({ page, game }) => {
  await game.filled([...field(9), ...field(5).map((event) => Object.assign(event, { at: noon(-1) }))]);
  const shifts = await shiftsFrom(page);
  for (const width of WIDTHS) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 });
      for (const path of ['/', '/?period=weekly', '/leaderboard?mode=monthly']) {
        await page.goto('about:blank');
        await open(page, path);
        await expect(status(page)).toHaveText('Live');
        await expect(page.getByText(/^Resets /).filter({ visible: true })).toBeVisible();
        await twoFrames(page);
        expect(await shifts(), path).toEqual([]);
      }
      // A shift would be detected: the same page moves when something is inserted.
      await page.evaluate(() => {
        const block = document.createElement('p');
        block.textContent = 'In the way';
        document.querySelector('main')!.prepend(block);
      });
      await expect.poll(async () => (await shifts()).length).toBeGreaterThan(0);
    });
  }
});

test('the visitor’s own place appears in space reserved for it', async ({ page, game }) => {
  await game.filled(field(9).map((event) => Object.assign(event, { at: noon(-1) })));
  await game.scored(field(9));
  await page.addInitScript(() => localStorage.setItem('laurels:me', JSON.stringify({ username: 'player 007', name: 'Seven' })));
  const shifts = await shiftsFrom(page);
  await open(page, '/');
  await expect(page.getByRole('region', { name: 'You: Seven' })).toContainText('points to 6th');
  await twoFrames(page);
  expect(await shifts()).toEqual([]);
});

test('the visitor’s rank changes while they watch are shown over the page, which does not move', async ({ page, game }) => {
  await game.filled(field(9).map((event) => Object.assign(event, { at: noon(-1) })));
  await game.scored(field(9));
  await page.addInitScript(() => {
    localStorage.setItem('laurels:me', JSON.stringify({ username: 'player 007', name: 'Seven' }));
  });
  const shifts = await shiftsFrom(page);
  // The notice stays for some seconds of page time, however slow the machine is.
  await page.clock.install({ time: NOON });
  await open(page, '/');
  await expect(status(page)).toHaveText('Live');
  await expect(page.getByRole('region', { name: 'You: Seven' })).toContainText('7th');
  await expect(page.getByText('Since your last visit')).toHaveCount(0);
  await stopTime(page);
  const isSaid = (words: string) => async () => (await page.getByRole('status').filter({ hasText: words }).count()) === 1;
  await game.score('player 007', 1_000);
  await passTime(page, 50, () => page.getByText('Just now: 7th to 1st').isVisible());
  await passTime(page, 50, isSaid('You took the lead'));
  await game.scored([{ username: 'player 009', points: 5_000 }]);
  await passTime(page, 50, isSaid('You lost the lead: 2nd now'));
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByText('Just now')).toHaveCount(0);
  await page.clock.resume();
  await twoFrames(page);
  expect(await shifts()).toEqual([]);
});

// Late parts of the header and of the podium would push aside what is there.
test('nothing moves while a page arrives in two parts', async ({ page, game, relay }) => {
  await game.scored(field(9));
  const shifts = await shiftsFrom(page);
  for (const cutBehind of ['>Daily</button>', 'data-place="1">']) {
    await test.step(`cut after ${cutBehind}`, async () => {
      relay.cutBehind = cutBehind;
      relay.rest = Promise.withResolvers();
      await page.goto('about:blank');
      await page.goto(relay.url, { waitUntil: 'commit' });
      await page.locator('header').waitFor({ state: 'attached' });
      // Long enough to paint the first part, if the browser does that before the rest arrives.
      await page.waitForTimeout(1_000);
      relay.rest.resolve();
      await expect(status(page)).toHaveText('Live');
      await twoFrames(page);
      expect(await shifts()).toEqual([]);
    });
  }
});

for (const [width, height] of [
  [390, 844],
  [1280, 900],
  [1920, 1080],
] as const) {
  test(`at ${width} px new points move nothing but rows, which glide`, async ({ page, game }) => {
    await page.setViewportSize({ width, height });
    await game.tell({ prizes: [{ period: 'daily', from: 1, to: 6, prize: '50 coins' }] });
    await game.filled(field(9).map((event) => Object.assign(event, { at: noon(-1) })));
    const shifts = await shiftsFrom(page);
    await open(page, '/');
    await expect(status(page)).toHaveText('Live');
    // No points; one player; neighbours; a field; others in front, with longer figures, over the prize line and off the podium.
    const rounds: [username: string, points: number][][] = [
      [['player 005', 7]],
      [['player 003', 9]],
      field(9).map(({ username, points }) => [username, points]),
      [['player 009', 45]],
      [['player 008', 5_000]],
      [
        ['player 004', 123_456],
        ['a name that is much longer than a column is wide', 87],
      ],
      [['player 007', 1_234_567]],
    ];
    for (const round of rounds) {
      await game.scored(round.map(([username, points]) => ({ username, points })));
      const [, last] = round.at(-1)!;
      if (last > 1_000) await expect(lane(page, 1)).toContainText(round[0]![0]);
      await settled(page, game);
      expect(await shifts(), `after ${JSON.stringify(round)}`).toEqual([]);
    }
  });
}

test.describe('at an hour with a long countdown', () => {
  // oxlint-disable-next-line no-empty-pattern -- a fixture names the ones it needs, and this needs none
  test.use({ aheadMs: async ({}, use) => use(NOON - 13 * 60_000 - Date.now()) });

  test('nothing moves at 390 px when the connection is late', async ({ page, game }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await game.scored(field(9));
    const held = Promise.withResolvers<void>();
    await page.route(`**${CHANGES_PATH}?*`, async (route) => {
      await held.promise;
      await route.continue();
    });
    const shifts = await shiftsFrom(page);
    await open(page, '/');
    await expect(status(page)).toHaveText('Connecting');
    await expect(page.getByText('Resets in 12 h 13 min').filter({ visible: true })).toBeVisible();
    held.resolve();
    await expect(status(page)).toHaveText('Live');
    await twoFrames(page);
    expect(await shifts()).toEqual([]);
  });
});

test('the status beside the period moves no row', async ({ page, game }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await game.scored(field(9));
  await open(page, '/');
  await expect(status(page)).toHaveText('Live');
  const place = () => row(page, 'player 009').evaluate((element) => element.getBoundingClientRect().top + scrollY);
  const before = await place();
  await row(page, 'player 006').hover();
  await game.score('player 006', 5);
  await expect(status(page)).toHaveText('Paused while you use the table');
  expect(await place()).toBe(before);
});
