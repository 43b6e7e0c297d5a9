// Tabs of one browser share one connection, whichever tab has it, and none of them misses anything.
import type { BrowserContext, Page } from '@playwright/test';

import { HEARTBEAT_EVERY_MS } from '../../src/contract/live-source.ts';
import { type Complaints, expect, field, lane, NOON, open, ready, status, test as base } from './live-site.ts';

const test = base.extend({
  baseURL: async ({ relay }, use) => use(relay.url),
});

/** Opens another tab of the same browser. */
async function tab(context: BrowserContext, complaints: Complaints, path = '/'): Promise<Page> {
  const page = await context.newPage();
  complaints.listenTo(page);
  await open(page, path);
  return page;
}

test('two tabs share one connection; when the tab that has it is closed, the other takes over without loss', async ({
  page,
  context,
  game,
  relay,
  complaints,
}) => {
  await game.scored(field(3));
  await open(page, '/');
  await expect(status(page)).toHaveText('Live');
  const second = await tab(context, complaints, '/leaderboard?mode=weekly');
  await expect(status(second)).toHaveText('Live');
  expect(relay.listening).toBe(1);

  await game.score('ann', 100);
  await Promise.all([expect(lane(page, 1)).toContainText('ann'), expect(lane(second, 1)).toContainText('ann')]);

  await Promise.all([page.close(), game.score('bob', 200)]);
  await expect(lane(second, 1)).toContainText('bob');
  await expect(status(second)).toHaveText('Live');
  await game.score('cy', 300);
  await expect(lane(second, 1)).toContainText('cy');
  expect(relay.listening).toBe(1);
  expect(relay.listened).toBe(2);
});

test('twenty tabs have one connection, and a change reaches all of them', async ({ page, context, game, relay, complaints }) => {
  await game.scored(field(3));
  await open(page, '/');
  const others = await Promise.all(Array.from({ length: 19 }, () => tab(context, complaints)));
  const tabs = [page, ...others];
  await Promise.all(tabs.map((each) => expect(status(each)).toHaveText('Live')));
  expect(relay.listening).toBe(1);
  await game.score('ann', 100);
  await Promise.all(tabs.map((each) => expect(lane(each, 1)).toContainText('ann')));
  expect(relay.listening).toBe(1);
  expect(relay.listened).toBe(1);
});

test('a tab that returns to a board from another page shows what changed meanwhile', async ({ page, context, game, complaints }) => {
  await game.scored(field(3));
  // The first tab has the connection; the second leaves its board for a page without one.
  await open(page, '/');
  await expect(status(page)).toHaveText('Live');
  const second = await tab(context, complaints);
  await second.getByRole('link', { name: 'Earn', exact: true }).click();
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('Earn Points');
  await game.score('ann', 100);
  await expect(lane(page, 1)).toContainText('ann');
  await second.getByRole('link', { name: 'Reward', exact: true }).click();
  await expect(lane(second, 1)).toContainText('ann');
});

test('a change between the HTML and the first message from the other tab is not missed', async ({ page, context, game, complaints }) => {
  await game.scored(field(3));
  await open(page, '/');
  await expect(status(page)).toHaveText('Live');
  const second = await context.newPage();
  complaints.listenTo(second);
  // Its scripts are late: by then the other tab has received the change.
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await second.route('**/assets/*.js*', async (route) => {
    await released;
    await route.continue();
  });
  await second.goto('/', { waitUntil: 'commit' });
  await expect(lane(second, 1)).toContainText('player 001');
  await game.score('ann', 100);
  await expect(lane(page, 1)).toContainText('ann');
  release();
  await ready(second);
  await expect(lane(second, 1)).toContainText('ann');
});

test('a hidden tab requests nothing until it is visible', async ({ page, context, game, complaints }) => {
  await game.scored(field(3));
  // A visible tab shows when the hidden one has received a change too.
  const seen = await tab(context, complaints);
  await page.addInitScript(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => (Reflect.get(globalThis, 'unseen') === true ? 'hidden' : 'visible') });
  });
  const see = (unseen: boolean) =>
    page.evaluate((unseen) => {
      Reflect.set(globalThis, 'unseen', unseen);
      document.dispatchEvent(new Event('visibilitychange'));
    }, unseen);
  await open(page, '/');
  await expect(status(page)).toHaveText('Live');
  await expect(status(seen)).toHaveText('Live');
  let asked = 0;
  page.on('request', (request) => (asked += Number(request.url().includes('/view'))));
  await see(true);
  for (const points of [100, 200, 300]) {
    await game.score('ann', 100);
    await expect(lane(seen, 1)).toContainText(String(points));
  }
  expect(asked).toBe(0);
  await see(false);
  await expect(lane(page, 1)).toContainText('300');
  expect(asked).toBe(1);
});

test('a connection that goes silent without closing is replaced, and missed changes are shown', async ({ page, game, relay }) => {
  await game.scored(field(3));
  await page.clock.install({ time: NOON });
  await open(page, '/');
  await expect(status(page)).toHaveText('Live');
  relay.goSilent();
  await game.score('ann', 100);
  await page.clock.fastForward(3 * HEARTBEAT_EVERY_MS);
  await expect(lane(page, 1)).toContainText('ann');
  await expect(status(page)).toHaveText('Live');
  expect(relay.listened).toBe(2);
});
