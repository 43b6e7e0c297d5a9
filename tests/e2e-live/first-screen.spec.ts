// The first screen on load: ranks first, with their prizes.
import { expectWholeRows, sideways, wholeRows } from '../e2e/fit.ts';
import { day, expect, field, noon, NOON, open, playerSearch, row, status, test } from './live-site.ts';

test.beforeEach(async ({ game }) => {
  await game.tell({
    prizes: [
      { period: 'daily', from: 1, to: 3, prize: '500 coins' },
      { period: 'daily', from: 4, to: 10, prize: '50 coins' },
    ],
  });
  await game.filled([...field(20), ...field(12).map((event) => Object.assign(event, { at: noon(-1) }))]);
});

test('the finish line comes after the last prize, and each row shows its gap', async ({ page, game }) => {
  await game.scored([{ username: 'player 008', points: 10 }]);
  await page.setViewportSize({ width: 1280, height: 1400 });
  await open(page, '/');
  await expect(row(page, 'player 008').getByRole('cell')).toHaveText([/^8/, 'tied', '140', '50 coins']);
  await expect(row(page, 'player 004').getByRole('cell')).toHaveText([/^4/, '−10', '170', '50 coins']);
  const words = await page
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((one) => getComputedStyle(one, '::after').content.includes('Prizes end here')));
  expect(words.map((has, i) => (has ? i + 4 : 0)).filter(Boolean)).toEqual([10]);
});

test('whole rows are in view on load, with one board and with fourteen', async ({ page, game }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const show = async (path: string) => {
    await open(page, path);
    await expect(status(page)).toHaveText('Live');
  };
  const alone = [
    { width: 1280, height: 720, home: 5, leaderboard: 5 },
    { width: 1280, height: 800, home: 7, leaderboard: 6 },
    { width: 768, height: 1024, home: 8, leaderboard: 7 },
    { width: 1920, height: 1080, home: 11, leaderboard: 11 },
  ];
  await test.step('one board', () => expectWholeRows(page, alone, show));
  for (let i = 2; i <= 14; i += 1) await game.open(`board-${i}`, `The board of the ${i} winds`);
  const amongMany = [
    { width: 1280, height: 720, home: 5, leaderboard: 5 },
    { width: 1280, height: 800, home: 6, leaderboard: 6 },
    { width: 768, height: 1024, home: 8, leaderboard: 7 },
    { width: 1920, height: 1080, home: 11, leaderboard: 11 },
    { width: 390, height: 844, home: 6, leaderboard: 5 },
    { width: 320, height: 640, home: 2, leaderboard: 2 },
  ];
  await test.step('fourteen boards', () => expectWholeRows(page, amongMany, show));
});

test.describe('on a phone of any size', () => {
  test.use({ hasTouch: true, isMobile: true, contextOptions: { reducedMotion: 'reduce' } });

  test('a board with prizes shows whole rows on load, and its period line takes the same room in the present and the past', async ({
    page,
  }) => {
    for (const { width, height, least } of [
      { width: 390, height: 844, least: 7 },
      { width: 390, height: 664, least: 4 },
      { width: 320, height: 640, least: 3 },
    ]) {
      await test.step(`${width} × ${height}: ${least} whole rows`, async () => {
        await page.setViewportSize({ width, height });
        await open(page, '/');
        await expect(status(page)).toHaveText('Live');
        expect(await wholeRows(page)).toBeGreaterThanOrEqual(least);
        await expect(page.getByText(/^Resets in/)).toBeInViewport({ ratio: 1 });
        await expect(playerSearch(page)).toBeInViewport({ ratio: 1 });
        expect(await sideways(page)).toEqual([]);
      });
      await test.step(`${width} × ${height}: the same room`, async () => {
        const room = () => page.getByRole('navigation', { name: 'Periods' }).evaluate((nav) => nav.parentElement!.clientHeight);
        await open(page, '/');
        await expect(status(page)).toHaveText('Live');
        const now = await room();
        const earlier = new Date(NOON - 3_600_000).toISOString();
        for (const at of [day(-1), noon(-1), earlier, `${earlier}&period=weekly`]) {
          await open(page, `/?at=${at}`);
          await expect(page.getByRole('link', { name: 'Back to now' })).toBeInViewport({ ratio: 1 });
          expect(await room(), at).toBe(now);
        }
      });
    }
  });
});
