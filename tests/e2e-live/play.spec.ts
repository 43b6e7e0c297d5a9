// The demo's game.
import type { Page } from '@playwright/test';

import { podiumsOf } from '../../clients/play/rules.ts';
import { violations } from '../e2e/axe-violations.ts';
import { expect, NOON, test as base } from './live-site.ts';

const test = base.extend<{ readonly demo: string }>({
  demo: async ({ gameServer, page }, use) => {
    await gameServer.order({ kind: 'time', at: NOON, still: false });
    const { url } = await gameServer.order({
      kind: 'demo',
      env: { HOST: '127.0.0.1', PORT: '0', LAURELS_RATE_LIMIT: 'off', LAURELS_LOG: 'warn' },
    });
    // Until then it has no players to show.
    await expect.poll(async () => (await fetch(`${url}/api/v1/boards/podium-rush/rankings`)).text()).toContain('NightOwl');
    await use(url!);
    await page.goto('about:blank');
    await gameServer.order({ kind: 'stop' });
  },
});

/** Opens the game on a clock that the test moves. */
async function openGame(page: Page, demo: string): Promise<void> {
  await page.clock.install({ time: NOON });
  await page.goto(`${demo}/play`);
  expect(await page.getByRole('heading', { level: 1 }).isVisible(), 'shown at once').toBe(true);
  await expect(page.getByRole('list', { name: 'Today’s podium' }).locator('[data-taken]')).toHaveCount(3);
}

test('a visitor plays the minute by keyboard alone, and sees their name climb the podium, there and on the leaderboard', async ({
  page,
  demo,
  gameServer,
}) => {
  await page.clock.install({ time: NOON });
  await page.goto(demo);
  await page.getByRole('link', { name: 'Play for a minute and join them' }).focus();
  await page.keyboard.press('Enter');
  const today = page.getByRole('list', { name: 'Today’s podium' });
  await expect(today.locator('[data-taken]')).toHaveCount(3);
  await page.getByRole('textbox', { name: 'Your name' }).focus();
  await page.keyboard.type('Grace');
  const begun = page.waitForResponse((response) => response.url().endsWith('/api/v1/plays'));
  await page.keyboard.press('Enter');
  const { seed } = (await (await begun).json()) as { readonly seed: string };
  await expect(page.getByRole('heading', { level: 2, name: /^Ready/ })).toBeVisible();
  for (let i = 0; i < 4; i += 1) await page.clock.runFor(1000);

  const choices = page.getByRole('group', { name: 'Who is next?' }).getByRole('button');
  await expect(choices.first()).toBeFocused();
  const points = page.locator('.figures dd').nth(1);
  const podiums = podiumsOf(seed);
  let expected = 0;
  for (const [n, { rule, contenders }] of podiums.slice(0, 25).entries()) {
    await expect(page.getByRole('heading', { level: 2, name: rule, exact: true })).toBeVisible();
    // Screen readers announce everything that is visible.
    await expect(page.locator('[aria-live=assertive]')).toContainText(
      `${rule}. ${contenders.map(({ text }, i) => `${i + 1}: ${text}`).join('. ')}.`,
    );
    const key = (place: number) => String(contenders.findIndex((each) => each.place === place) + 1);
    if (n === 5) {
      await page.keyboard.press(key(3));
      await expect(choices.nth(Number(key(3)) - 1)).toContainText('No');
      // Guessing takes longer: keys are ignored until the mistake has been shown.
      await page.keyboard.press(key(1));
      await expect(choices.nth(Number(key(1)) - 1)).not.toContainText('1st');
      await page.clock.runFor(700);
    }
    await page.keyboard.press(key(1));
    await page.keyboard.press(key(2));
    expected += n === 5 ? 10 : 20 + 2 * Math.min(10, n < 5 ? n : n - 6);
    await expect(points).toHaveText(expected.toLocaleString('en-US'));
    await page.clock.runFor(350);
  }
  await gameServer.order({ kind: 'time', at: NOON + 600_000, still: false });
  await page.clock.runFor(61_000);

  await expect(page.getByRole('heading', { level: 2, name: `${expected} points` })).toBeFocused();
  await expect(page.getByRole('status')).toHaveText(/^You are 1st today\. Nobody is ahead of you\.$/);
  const winner = today.locator('[data-place="1"]');
  await expect(winner).toContainText('Grace');
  await expect(winner).toContainText('You');
  await expect(page.getByText('19 attempts left today.')).toBeVisible();

  await page.getByRole('link', { name: 'See yourself on the leaderboard' }).press('Enter');
  await expect(page).toHaveURL(/\/leaderboard\?board=podium-rush$/);
  const lane = page.getByRole('list', { name: 'Podium' }).locator('li[data-place="1"]');
  await expect(lane).toContainText('Grace');
  await expect(lane).toContainText(String(expected));
  expect(await page.evaluate(() => localStorage.getItem('laurels:me'))).toContain('Grace');
});

test('points that the game cannot give are held, and the player sees why', async ({ page, demo, complaints }) => {
  complaints.allow(/status of 403/);
  await openGame(page, demo);
  const finished = await page.evaluate(async () => {
    const { key } = document.querySelector<HTMLElement>('#game')!.dataset;
    const ask = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
      return (await fetch(`/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
    };
    const { secret } = await ask('guests', {});
    const answers = [];
    for (const points of [2291, 100]) {
      const { play } = await ask('plays', { board: 'podium-rush', guest: secret });
      answers.push(await ask(`plays/${play}/finish`, { points }));
    }
    // Nor can its key play on other boards.
    return [...answers, await ask('plays', { board: 'main', guest: secret })];
  });
  expect(finished.map(({ reason, status }) => reason ?? status)).toEqual([
    expect.stringMatching(/under the limit of 60/),
    expect.stringMatching(/under the limit of 60/),
    403,
  ]);
});

test('the game has no accessibility violation before, during and after the minute, and fits every screen', async ({
  page,
  demo,
  gameServer,
  complaints,
}) => {
  complaints.allow(/409/);
  await openGame(page, demo);
  const fits = async () => {
    for (const width of [320, 768, 1280, 1920]) {
      await page.setViewportSize({ width, height: width === 320 ? 568 : 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} px`).toBe(true);
    }
  };
  await fits();
  expect(await violations(page)).toEqual([]);

  // A name that is taken.
  await page.getByLabel('Your name').fill('NightOwl');
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(page.getByRole('alert')).toContainText('NightOwl');
  await expect(page.getByLabel('Your name')).toBeFocused();
  await page.getByLabel('Your name').fill('Grace');
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(page.getByRole('heading', { level: 2, name: /^Ready/ })).toBeVisible();
  for (let i = 0; i < 4; i += 1) await page.clock.runFor(1000);
  await page.setViewportSize({ width: 320, height: 568 });
  const lowest = await page.locator('.contenders').evaluate((element) => element.getBoundingClientRect().bottom);
  expect(lowest, 'nothing to scroll').toBeLessThanOrEqual(568);
  await fits();
  expect(await violations(page)).toEqual([]);

  await gameServer.order({ kind: 'time', at: NOON + 600_000, still: false });
  await page.clock.runFor(61_000);
  await expect(page.getByRole('status')).toHaveText(/^You are/);
  await fits();
  expect(await violations(page)).toEqual([]);
});
