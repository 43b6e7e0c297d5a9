// The header's player search queries the server: ranks stay true to the whole board, and typing sends few requests.
import { expect, field, NOON, open, playerSearch, standings, status, stopTime, test } from './live-site.ts';

test('a filter queries the server: it keeps the true ranks, can be cleared early, and sends one request for fast typing', async ({
  page,
  game,
}) => {
  await game.scored(field(130));
  await test.step('a filtered board has true ranks, even of players beyond the shown page', async () => {
    await open(page, '/leaderboard');
    await playerSearch(page).fill('player 12');
    await expect
      .poll(() => standings(page))
      .toEqual(
        field(130)
          .slice(119, 129)
          .map(({ username, points }, i) => `${120 + i} ${username} ${points}`),
      );
    await expect(page).toHaveURL(/[?]q=player\+12$/);
    await page.reload();
    expect(await standings(page)).toHaveLength(10);
    await playerSearch(page).fill('');
    await expect.poll(() => standings(page)).toHaveLength(53);
  });
  await test.step('a filter cleared before the scripts arrive is gone once they do', async () => {
    const scripts = Promise.withResolvers<void>();
    await page.route('**/assets/*.js*', async (route) => {
      await scripts.promise;
      await route.continue();
    });
    await page.goto('/leaderboard?q=player+12', { waitUntil: 'commit' });
    await playerSearch(page).fill('');
    await expect.poll(() => standings(page)).toHaveLength(10);
    scripts.resolve();
    await expect.poll(() => standings(page)).toHaveLength(53);
    await expect(page).toHaveURL(/\/leaderboard$/);
    await expect(playerSearch(page)).toHaveValue('');
  });
  await test.step('fast typing sends one request, after a pause', async () => {
    await page.clock.install({ time: NOON });
    await open(page, '/leaderboard');
    await expect(status(page)).toHaveText('Live');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/view')) asked.push(request.url());
    });
    // The clock is stopped between the keys, so that typing is fast on any machine.
    await stopTime(page);
    asked.length = 0;
    for (const key of 'player 130') {
      await playerSearch(page).press(key);
      await page.clock.runFor(60);
    }
    expect(asked).toEqual([]);
    await page.clock.resume();
    await expect.poll(() => standings(page)).toEqual(['130 player 130 10']);
    expect(asked).toHaveLength(1);
  });
});

test('a slow board dims, and an empty one says so', async ({ page, game }) => {
  await game.scored(field(5));
  await test.step('it dims after a moment, so that nobody mistakes the old board for the answer', async () => {
    await open(page, '/');
    const dimmed = Promise.withResolvers<void>();
    await page.route('**/view?*', async (route) => {
      await dimmed.promise;
      await route.continue();
    });
    // The board's lowest opacity within the first 250 ms of waiting, by the timestamps of its own frames.
    await page.evaluate(() => {
      const board = document.querySelector('main [aria-busy]')!;
      Reflect.set(globalThis, 'faintest', 1);
      let calmUntil = 0;
      const look = (now: number) => {
        if (board.getAttribute('aria-busy') === 'false') calmUntil = now;
        else if (now - calmUntil < 250) {
          const opacity = Number(getComputedStyle(board).opacity);
          if (opacity < (Reflect.get(globalThis, 'faintest') as number)) Reflect.set(globalThis, 'faintest', opacity);
        }
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await playerSearch(page).fill('player 003');
    await expect(page.locator('main [aria-busy="true"]')).toHaveCSS('opacity', '0.7');
    dimmed.resolve();
    expect(await page.evaluate(() => Reflect.get(globalThis, 'faintest'))).toBe(1);
    await expect.poll(() => standings(page)).toEqual(['3 player 003 30']);
    await expect(page.locator('main [aria-busy="false"]').first()).toHaveCSS('opacity', '1');
  });
  await test.step('a filter that matches nobody says so, leaves three empty lanes, and updates with new points', async () => {
    await open(page, '/');
    await playerSearch(page).fill('nobody at all');
    await expect(page.getByText('No additional players found')).toBeVisible();
    await expect(page.getByText('Awaiting Champion')).toHaveCount(3);
    await expect(page.getByText('No player matches “nobody at all”.')).toBeVisible();
    await game.score('Nobody at All', 5);
    await expect.poll(() => standings(page)).toEqual(['6 Nobody at All 5']);
  });
});
