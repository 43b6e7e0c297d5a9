// The first screen on load: ranks first.
import { expectWholeRows, sideways } from './fit.ts';
import { expect, open, period, playerSearch, test } from './site.ts';

test('whole rows are in view on load', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // The home page has five rows, the leaderboard seven.
  const windows = [
    { width: 1280, height: 720, home: 5, leaderboard: 5 },
    { width: 1280, height: 800, home: 5, leaderboard: 7 },
    { width: 768, height: 1024, home: 5, leaderboard: 7 },
    { width: 1920, height: 1080, home: 5, leaderboard: 7 },
    { width: 390, height: 844, home: 5, leaderboard: 7 },
    { width: 390, height: 664, home: 5, leaderboard: 4 },
    { width: 320, height: 640, home: 4, leaderboard: 3 },
  ];
  await expectWholeRows(page, windows, (path) => open(page, path));
});

test('on a phone the search is an icon that opens into a box, and nothing else moves', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const width of [390, 320]) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 640 });
      await open(page, '/');
      const size = async () => (await playerSearch(page).boundingBox())!;
      const others = () =>
        page
          .locator('header a, header button, main')
          .evaluateAll((all) => all.map((each) => [each.getBoundingClientRect().x, each.getBoundingClientRect().y]));
      const before = await others();
      expect(await size()).toMatchObject({ width: 44, height: 44 });
      await playerSearch(page).click();
      expect((await size()).width).toBeGreaterThan(width - 30);
      await page.keyboard.type('no');
      expect(await sideways(page)).toEqual([]);
      // The box stays open while it holds text, and the toggle beside it still works.
      await playerSearch(page).blur();
      expect((await size()).width).toBeGreaterThan(100);
      await period(page, 'Weekly').click();
      await expect(page).toHaveURL('/?period=weekly&q=no');
      await playerSearch(page).fill('');
      await playerSearch(page).blur();
      expect(await size()).toMatchObject({ width: 44, height: 44 });
      expect(await others()).toEqual(before);
      // The brand can be focused while the box covers it, and is then on top.
      await playerSearch(page).fill('no');
      await playerSearch(page).blur();
      const brand = page.getByRole('banner').getByRole('link', { name: 'Laurels' });
      await page.keyboard.press('Tab');
      await brand.focus();
      const isOnTop = await brand.evaluate((link) => {
        const { left, top } = link.getBoundingClientRect();
        return link.contains(document.elementFromPoint(left + 16, top + 22));
      });
      expect(isOnTop).toBe(true);
    });
  }
});
