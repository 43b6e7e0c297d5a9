// Whose game the site is of, wherever it is said.
import { poorPairs } from '../e2e/painted-colours.ts';
import { NOT_FOUND_COMPLAINTS } from '../e2e/site.ts';
import { expect, open, test } from './live-site.ts';

const LANTERN = { name: 'Lantern Run', sentence: 'A race through a city at night.', link: 'https://play.example/', colour: '#e10600' };

test('name, tab, footer and shared links are those of the game, on every page and on the one that is not there', async ({
  page,
  game,
  complaints,
}) => {
  complaints.allow(...NOT_FOUND_COMPLAINTS);
  await game.call('replaceAppearance', { body: LANTERN });
  for (const path of ['/', '/earn', '/no/such/page']) {
    await open(page, path);
    await expect(page).toHaveTitle(/ · Lantern Run$/);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Lantern Run' })).toBeVisible();
    await expect(page.locator('meta[property="og:site_name"]')).toHaveAttribute('content', 'Lantern Run');
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Lantern Run' })).toHaveAttribute('href', 'https://play.example/');
    await expect(page.getByRole('contentinfo')).toContainText('Powered by Laurels');
  }
  await page.getByRole('banner').getByRole('link', { name: 'Lantern Run' }).click();
  await expect(page).toHaveTitle(/, daily · Lantern Run$/);

  await game.call('replaceAppearance', { body: { ...LANTERN, poweredBy: false } });
  await open(page, '/');
  await expect(page.locator('body')).not.toContainText('Laurels');
});

test('a change reaches whoever was here before, with the next page', async ({ page, game }) => {
  await open(page, '/');
  await expect(page).toHaveTitle(/ · Laurels$/);
  await game.call('replaceAppearance', { body: LANTERN });
  await page.reload();
  await expect(page).toHaveTitle(/ · Lantern Run$/);
  await game.call('replaceAppearance', { body: {} });
  await page.reload();
  await expect(page).toHaveTitle(/ · Laurels$/);
  await expect(page.getByRole('contentinfo')).not.toContainText('Powered by');
});

for (const colour of ['#e10600', '#001f5b', '#ffe600', '#808080'])
  test(`every pair of colours is told apart on a site in ${colour}, in both themes and in more contrast`, async ({ page, game }) => {
    await game.score('ann', 5);
    await game.call('replaceAppearance', { body: { colour } });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, '/');
    for (const theme of ['dark', 'light'] as const) {
      await page.locator(`input[name="theme"][value="${theme}"]`).check();
      expect(await poorPairs(page, theme)).toEqual([]);
    }
    await page.emulateMedia({ contrast: 'more' });
    expect(await poorPairs(page, 'more')).toEqual([]);
  });
