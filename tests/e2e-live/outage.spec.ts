// The server goes away and comes back: stale content says how old it is, and nothing has to be reloaded.
import { ENDPOINTS } from '../../src/contract/api.ts';
import { address, expect, field, lane, navigation, NOON, open, period, playerSearch, standings, status, test } from './live-site.ts';

/** The browser's own message about an unreachable server. */
const AWAY = [/^Failed to load resource: net::ERR_/];

test('while the server is away the page says since when, and then it recovers by itself, even with nothing new', async ({
  page,
  game,
  complaints,
}) => {
  complaints.allow(...AWAY);
  await game.scored(field(5));
  const time = () => page.evaluate(() => new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(Date.now()));
  await open(page, '/earn');
  const from = await time();
  await open(page, '/');
  await expect(status(page)).toHaveText('Live');
  const before = await standings(page);
  await page.evaluate(() => Reflect.set(globalThis, 'notReloaded', true));

  await game.stop('SIGKILL');
  await expect(status(page)).toHaveText(/^No connection\. Ranks as of \d\d:\d\d$/);
  const since = (await status(page).textContent())!.slice(-5);
  expect(since >= from && since <= (await time()), since).toBe(true);
  expect(await standings(page)).toEqual(before);

  await game.startAgain();
  await game.score('ann', 500);
  await expect(lane(page, 1)).toContainText('ann');
  await expect(status(page)).toHaveText('Live');
  await game.score('bob', 600);
  await expect(lane(page, 1)).toContainText('bob');
  expect(await page.evaluate(() => Reflect.get(globalThis, 'notReloaded'))).toBe(true);

  // Again, with nothing new.
  await game.stop();
  await expect(status(page)).toHaveText(/^No connection/);
  await game.startAgain();
  await expect(status(page)).toHaveText('Live');
});

test('a new request while the server is away keeps the board, and gets its answer when the server is back', async ({
  page,
  game,
  complaints,
}) => {
  complaints.allow(...AWAY);
  await game.scored(field(5));
  await open(page, '/');
  await expect(status(page)).toHaveText('Live');
  // The code for requests is fetched with the first one.
  const answered = page.waitForResponse(/view.*q=player/);
  await playerSearch(page).fill('player 00');
  await answered;
  await game.stop();
  // By then the router has followed.
  const asked = page.waitForEvent('requestfailed', (request) => /view.*q=player/.test(request.url()));
  await playerSearch(page).fill('player 004');
  await expect(status(page)).toHaveText(/^No connection/);
  await expect(page).toHaveURL(/q=player/);
  await asked;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who leads today');
  expect(await standings(page)).toHaveLength(5);
  await game.startAgain();
  await expect.poll(() => standings(page)).toEqual(['4 player 004 20']);
});

test('a page that was never loaded says so while the server is away, and shows its board once it is back', async ({
  page,
  game,
  complaints,
}) => {
  complaints.allow(...AWAY);
  await game.scored(field(5));
  // The page's own script is loaded: only its board is missing.
  await open(page, '/earn');
  await navigation(page).getByRole('link', { name: 'Reward', exact: true }).click();
  await expect(lane(page, 1)).toContainText('player 001');
  await navigation(page).getByRole('link', { name: 'Earn', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Earn Points');
  await game.stop();
  await period(page, 'Weekly').click();
  await expect(navigation(page).getByRole('link', { name: 'Reward', exact: true })).toHaveAttribute('href', '/?period=weekly');
  await navigation(page).getByRole('link', { name: 'Reward', exact: true }).click();
  await expect(page.getByText('The board could not be loaded. Retrying automatically.')).toBeVisible();
  await game.startAgain();
  await expect(lane(page, 1)).toContainText('player 001');
  await expect(status(page)).toHaveText('Live');
});

/** The request of a page with a board. */
const BOARD_VIEW = '**/api/v1/boards/*/view*';

test('an unreadable answer is reported, and the page keeps polling until it can read one', async ({ page, game }) => {
  await game.scored(field(5));
  await page.clock.install({ time: NOON });
  for (const [what, nonsense] of [
    ['of another version', { contentType: 'application/json', body: '{"board":"main"}' }],
    ['of something else that stands in between', { contentType: 'text/html', body: '<p>Please log in</p>' }],
  ] as const) {
    await test.step(what, async () => {
      await open(page, '/');
      await expect(status(page)).toHaveText('Live');
      const before = await standings(page);
      let asked = 0;
      await page.route(BOARD_VIEW, (route) => {
        asked += 1;
        return route.fulfill({ status: 200, ...nonsense });
      });
      await game.score('ann', 500);
      await expect(status(page)).toHaveText(/^Unreadable answer\. Ranks as of \d\d:\d\d$/);
      for (let times = 0; times < 3; times += 1) {
        const earlier = asked;
        await page.clock.fastForward(5_000);
        await expect.poll(() => asked).toBeGreaterThan(earlier);
        await expect(status(page)).toHaveText(/^Unreadable answer/);
      }
      expect(await standings(page)).toEqual(before);
      await page.unroute(BOARD_VIEW);
      await page.clock.fastForward(5_000);
      await expect(lane(page, 1)).toContainText('ann');
      await expect(status(page)).toHaveText('Live');
      // Changes are received as before.
      await game.score('bob', 600);
      await page.clock.fastForward(1_000);
      await expect(lane(page, 1)).toContainText('bob');
    });
  }
});

test('a server that has lost its database shows what it knows, and the page says how old that is', async ({ page, game }) => {
  await game.scored(field(5));
  await page.clock.install({ time: NOON });
  await open(page, '/');
  await expect(status(page)).toHaveText('Live');
  await page.route(BOARD_VIEW, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), heardUntil: '2026-11-20T10:07:08.000Z' } });
  });
  await game.score('ann', 500);
  const time = await page.evaluate(() =>
    new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(Date.parse('2026-11-20T10:07:08Z')),
  );
  await expect(status(page)).toHaveText(`No connection. Ranks as of ${time}`);
  await page.unroute(BOARD_VIEW);
  await game.score('bob', 600);
  await page.clock.fastForward(5_000);
  await expect(lane(page, 1)).toContainText('bob');
  await expect(status(page)).toHaveText('Live');
});

test('a page whose first answer is unreadable says so, and recovers once it can read one', async ({ page, game }) => {
  await game.scored(field(5));
  const OF_PLAYER = '**/api/v1/players/*/page*';
  for (const pattern of [BOARD_VIEW, OF_PLAYER])
    await page.route(pattern, (route) => route.fulfill({ status: 200, contentType: 'application/json', body: '{}' }));
  await open(page, '/earn');
  await navigation(page).getByRole('link', { name: 'Reward', exact: true }).click();
  await expect(page.getByText('The server’s answer could not be read. Retrying automatically.')).toBeVisible();
  await page.unroute(BOARD_VIEW);
  await expect(lane(page, 1)).toContainText('player 001');
  await lane(page, 1).getByRole('link', { name: 'player 001' }).click();
  await expect(page.getByText('The server’s answer could not be read. Retrying automatically.')).toBeVisible();
  await page.unroute(OF_PLAYER);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('player 001');
  await expect(status(page)).toHaveText('Live');
});

test('a lost event stream is no outage while the server answers: the page falls back to polling', async ({ page, game, complaints }) => {
  complaints.allow(/EventSource|^Failed to load resource/);
  await page.route(`**${ENDPOINTS.allChanges.path}*`, (route) => route.fulfill({ status: 503, body: 'no' }));
  await game.scored(field(5));
  await page.clock.install({ time: NOON });
  await open(page, '/');
  await expect(status(page)).toHaveText('Updated every few seconds');
  await game.score('ann', 500);
  await page.clock.fastForward(5_000);
  await expect(lane(page, 1)).toContainText('ann');
});

test('offline, the heading names the shown period, and a page that was never loaded says why and opens by itself later', async ({
  page,
  context,
  game,
  complaints,
}) => {
  complaints.allow(...AWAY, /^TypeError: Failed to fetch dynamically imported module/);
  await game.score('ann', 5);
  // The code for notifications is fetched when the browser is idle.
  const fetched = page.waitForResponse(
    async (response) => response.url().endsWith('.js') && (await response.text()).includes('data-sonner-toast'),
  );
  await open(page, '/');
  await fetched;
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await period(page, 'Weekly').click();
  await expect(page.getByText(/^No connection\. Still showing Daily as of \d\d:\d\d$/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who leads today');
  await navigation(page).getByRole('link', { name: 'Whiteboard' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No connection');
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Analytics Dashboard');
  expect(address(page)).toBe('/whiteboard?period=weekly');
});
