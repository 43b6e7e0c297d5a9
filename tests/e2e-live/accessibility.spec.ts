// Everybody can use every page of the live edition: by screen reader, by keyboard, large, small, in every theme, and without motion.
import { asBefore, violations, WIDTHS } from '../e2e/axe-violations.ts';
import { sideways, smallTargets } from '../e2e/fit.ts';
import { tabThrough } from '../e2e/keyboard-stops.ts';
import { DEMO_CATALOGUE } from '../../src/main/demo/demo-game.ts';
import { day, expect, LIVE_ROUTES, noon, open, standings, status, test as base } from './live-site.ts';
import type { Game } from './game.ts';

/** A board with everything a board can have: long names, ties, all four changes, several pages, a second board. */
const LONG = ['Bartholomew Featherstonehaugh-Cholmondeley', 'W'.repeat(64), 'Łukasz von und zu Übermut'];

async function play(game: Game): Promise<void> {
  await game.tell(DEMO_CATALOGUE);
  await game.open('relay', 'The relay of the four winds');
  const names = Array.from({ length: 60 }, (_, i) => LONG[i] ?? `player ${i}`);
  await game.filled(names.toReversed().map((username, i) => ({ username, points: 10 * (60 - Math.floor(i / 2)), at: noon(-1) })));
  await game.scored([
    ...names.map((username, i) => ({ username, points: 1_234_560 - 1000 * (i - (i % 2)) })),
    { username: 'new', points: 1 },
  ]);
}

const test = base.extend({
  game: async ({ game }, use) => {
    await play(game);
    await use(game);
  },
});

/** Pages without a board; boards are tested in states with few rows. */
const WITHOUT_BOARD = [...LIVE_ROUTES.filter((path) => path !== '/' && path !== '/leaderboard'), '/privacy', '/licences'];

const STATES = ['/', `/?at=${day(-1)}&period=weekly`, '/?q=nobody+at+all', '/leaderboard?mode=all-time&page=2', ...WITHOUT_BOARD];

test('no page has an accessibility violation in any theme at any width', async ({ page }) => {
  // Takes minutes, so a slow machine may exceed the timeout for tests that hang.
  test.slow();
  // Boards of a few rows: every additional row is checked nine times.
  for (const path of ['/?q=player+1', `/leaderboard?mode=weekly&at=${day(-1)}&page=2`, '/search?text=o', ...WITHOUT_BOARD]) {
    await test.step(path, async () => {
      await asBefore(page);
      await open(page, path);
      expect(await violations(page), path).toEqual([]);
    });
  }
});

test('the board, its parts and its navigation have names', async ({ page }) => {
  await open(page, '/leaderboard?page=2');
  // Only the first page has a podium.
  await expect(page.getByRole('list', { name: 'Podium' })).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'Rankings' })).toBeVisible();
  // There are no prizes this far down.
  await expect(page.getByRole('columnheader')).toHaveText(['Rank', 'Player', 'Gap', 'Points']);
  for (const name of ['Main', 'Boards', 'Periods', 'Rankings pages'])
    await expect(page.getByRole('navigation', { name, exact: true })).toBeVisible();
  for (const role of ['banner', 'main', 'contentinfo'] as const) await expect(page.getByRole(role)).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  // On a phone CSS breaks up the layout of a row, but it is still a row with a header and a cell for each other column.
  await open(page, '/');
  await expect(page.getByRole('list', { name: 'Podium' }).getByRole('listitem')).toHaveCount(3);
  await page.setViewportSize({ width: 320, height: 640 });
  await expect(page.getByRole('table', { name: 'Rankings' }).getByRole('row').nth(1).getByRole('cell')).toHaveCount(3);
  await expect(page.getByRole('table', { name: 'Rankings' }).getByRole('row').nth(1).getByRole('rowheader')).toHaveCount(1);
});

test('nothing scrolls sideways at any width, and targets are large enough', async ({ page }) => {
  for (const path of STATES) {
    await open(page, path);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      expect(await sideways(page), `${path} at ${width} px`).toEqual([]);
      expect(await smallTargets(page, 24), `${path} at ${width} px`).toEqual([]);
    }
  }
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 320, height: 640 } });

  test('every target is at least 44 px', async ({ page }) => {
    for (const path of STATES) {
      await open(page, path);
      expect(await smallTargets(page, 44), path).toEqual([]);
    }
  });
});

test('Tab reaches every control of every page in order, with a visible focus', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 700 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of ['/?q=player+1', `/?at=${day(-1)}&q=player+2`, '/leaderboard?page=2&q=player', ...WITHOUT_BOARD]) {
    await open(page, path);
    await tabThrough(page, path);
  }
});

test('rows glide to their new place, and jump there under reduced motion', async ({ page, game }) => {
  for (const [reducedMotion, name, points] of [
    ['no-preference', 'player 5', 3_500],
    ['reduce', 'player 6', 6_500],
  ] as const) {
    await test.step(reducedMotion, async () => {
      await page.emulateMedia({ reducedMotion });
      await open(page, '/');
      await expect(status(page)).toHaveText('Live');
      await page.evaluate(() => {
        const { animate } = Element.prototype;
        Reflect.set(globalThis, 'moved', 0);
        Element.prototype.animate = function (this: Element, ...how) {
          Reflect.set(globalThis, 'moved', (Reflect.get(globalThis, 'moved') as number) + 1);
          return animate.apply(this, how);
        };
      });
      await page.getByRole('table').scrollIntoViewIfNeeded();
      await page.getByRole('row').nth(8).scrollIntoViewIfNeeded();
      const [, , , fourth] = await standings(page);
      await game.score(name, points);
      await expect.poll(async () => (await standings(page))[3]).not.toBe(fourth);
      const moved = await page.evaluate(() => Reflect.get(globalThis, 'moved') as number);
      if (reducedMotion === 'reduce') expect(moved).toBe(0);
      else expect(moved).toBeGreaterThan(0);
    });
  }
});
