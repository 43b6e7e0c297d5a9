// A replay as a race: the top ten as bars that change lanes, on one screen of any size.
import type { Locator, Page } from '@playwright/test';

import { violations } from '../e2e/axe-violations.ts';
import { sideways, smallTargets } from '../e2e/fit.ts';
import { address, day, expect, NOON, open, passTime, ready, stopTime, test } from './live-site.ts';
import type { Scored } from './game.ts';

const YESTERDAY = day(-1);
const at = (time: string) => `${YESTERDAY}T${time}Z`;

/** Twelve players, the last of whom overtakes all others in the evening. */
const FIELD: Scored[] = [
  ...Array.from({ length: 12 }, (_, i) => ({ username: `player ${i + 1}`, points: 1200 - 100 * i, at: at('10:00:00') })),
  { username: 'player 12', points: 9_000, at: at('20:00:00') },
];

const race = (page: Page): Locator => page.getByRole('dialog', { name: /^Race: / });
const lanes = (page: Page): Locator => race(page).getByRole('list', { name: 'Top ten' }).getByRole('listitem');
const runners = (page: Page): Promise<string[]> => lanes(page).locator('bdi').allTextContents();

/** Opens a page on whose clock a replay steps only when the test says so. */
async function openStill(page: Page, path: string): Promise<void> {
  await page.clock.install({ time: NOON });
  await page.clock.resume();
  await open(page, path);
  await stopTime(page);
}

/** Counts the animations of bars from here on. */
async function countMoves(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const { animate } = Element.prototype;
    Reflect.set(globalThis, 'moved', 0);
    Element.prototype.animate = function (this: Element, ...how) {
      if (this.matches('li[data-player]')) Reflect.set(globalThis, 'moved', (Reflect.get(globalThis, 'moved') as number) + 1);
      return animate.apply(this, how);
    };
  });
  return () => page.evaluate(() => Reflect.get(globalThis, 'moved') as number);
}

test('a replay continues into the race and out of it, and bars change lanes, or jump under reduced motion', async ({ page, game }) => {
  await game.filled(FIELD);
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await test.step(reducedMotion, async () => {
      await page.emulateMedia({ reducedMotion });
      await openStill(page, `/?at=${at('19:15')}`);
      await page.getByRole('button', { name: 'Play', exact: true }).click();
      await passTime(page, 50, () => page.getByText(/^Standings on .*, 19:30 UTC$/).isVisible());
      await page.getByRole('button', { name: 'Race view' }).click();
      await passTime(page, 50, () => race(page).isVisible());
      expect(address(page)).toBe(`/?at=${at('19:15')}&view=race`);
      await expect(lanes(page)).toHaveCount(10);
      expect(await runners(page)).toEqual(Array.from({ length: 10 }, (_, i) => `player ${i + 1}`));
      const moves = await countMoves(page);
      await passTime(page, 50, () => race(page).getByText('20:00', { exact: true }).isVisible());
      await expect(lanes(page).first()).toHaveText(/^1.*player 129,100$/);
      expect(await runners(page)).toHaveLength(10);
      if (reducedMotion === 'reduce') expect(await moves()).toBe(0);
      else expect(await moves()).toBe(9);
      await page.keyboard.press('Escape');
      await passTime(page, 50, async () => !(await race(page).isVisible()));
      await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Race view' })).toBeFocused();
    });
  }
});

test('the whole race fits every screen, even with long names and totals', async ({ page, game }) => {
  await game.filled([...FIELD, { username: 'W'.repeat(64), points: 1e15, at: at('11:00:00') }]);
  for (const [width, height] of [
    [320, 640],
    [390, 844],
    [844, 390],
    [1280, 900],
    [1920, 1080],
  ] as const) {
    await test.step(`${width} by ${height}`, async () => {
      await page.setViewportSize({ width, height });
      await open(page, `/leaderboard?at=${at('21:00')}&view=race`);
      await expect(lanes(page)).toHaveCount(10);
      for (const lane of [
        ...(await lanes(page).all()),
        race(page).getByRole('button', { name: 'Close race' }),
        race(page).getByRole('slider'),
      ]) {
        const box = (await lane.boundingBox())!;
        expect([box.x >= 0, box.y >= 0, box.x + box.width <= width, box.y + box.height <= height]).toEqual([true, true, true, true]);
        expect(box.height).toBeGreaterThan(20);
      }
      const size = (of: Locator) => of.evaluate((element) => parseFloat(getComputedStyle(element).fontSize));
      expect(await size(lanes(page).first().locator('bdi'))).toBeCloseTo(Math.max(16, Math.min(40, width / 48)), 0);
      if (width === 1920) expect(await size(race(page).getByText('21:00', { exact: true }))).toBe(120);
      const hues = await lanes(page).evaluateAll((all) => all.map((lane) => getComputedStyle(lane.querySelector('rect')!).fill));
      expect(new Set(hues).size, 'colours').toBeGreaterThan(3);
      expect(await race(page).evaluate((dialog) => dialog.scrollHeight - dialog.clientHeight)).toBe(0);
      expect(await sideways(page)).toEqual([]);
      expect(await smallTargets(page, 24)).toEqual([]);
    });
  }
});

test('a link opens the race, even without a time; closing it leads to the board, whose first load fetches none of its code', async ({
  page,
  game,
}) => {
  await game.filled(FIELD);
  await test.step('the first load of a board fetches none of its code', async () => {
    const fetched = new Set<string>();
    page.on('request', (request) => fetched.add(request.url()));
    await open(page, '/');
    const before = new Set(fetched);
    await page.getByRole('button', { name: 'Replay', exact: true }).click();
    await page.getByRole('button', { name: 'Race view' }).click();
    await expect(race(page)).toBeVisible();
    const scripts = [...fetched].filter((url) => url.endsWith('.js'));
    const later = scripts.filter((url) => !before.has(url));
    expect(later.length).toBeGreaterThan(0);
    for (const url of scripts) {
      const code = await (await page.request.get(url)).text();
      expect(code.includes('Top ten'), url).toBe(later.includes(url) && code.includes('Top ten'));
    }
  });
  await test.step('a link opens it, and closing it leads to the board', async () => {
    await open(page, `/leaderboard?at=${YESTERDAY}&view=race&q=player+3&page=4`);
    await expect(lanes(page)).toHaveCount(10);
    await expect(race(page).getByText('24:00', { exact: true }).first()).toBeVisible();
    expect((await violations(page)).filter((violation) => !violation.includes('partially obscured'))).toEqual([]);
    await race(page).getByRole('button', { name: 'Close race' }).click();
    await expect(race(page)).toHaveCount(0);
    expect(address(page)).toBe(`/leaderboard?q=player+3&page=4&at=${YESTERDAY}`);
    await page.goBack();
    await page.goto(`/?at=${at('09:00')}&view=race`);
    await ready(page);
    await expect(race(page).getByText('No points yet.').first()).toBeVisible();
  });
});
