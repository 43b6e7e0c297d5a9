// The game's name, logo, colour and words, wherever the site shows them.
import { poorPairs } from '../e2e/painted-colours.ts';
import { NOT_FOUND_COMPLAINTS } from '../e2e/site.ts';
import { expect, open, test } from './live-site.ts';

const LANTERN = { name: 'Lantern Run', sentence: 'A race through a city at night.', link: 'https://play.example/', colour: '#e10600' };

test('every page shows whose game it is, after each change, and the not-found page too', async ({ page, game, complaints }) => {
  await test.step('a change reaches returning visitors with the next page', async () => {
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
  await test.step('name, tab, footer and shared links carry the game’s name', async () => {
    complaints.allow(...NOT_FOUND_COMPLAINTS);
    await game.call('replaceAppearance', { body: LANTERN });
    for (const path of ['/', '/earn', '/no/such/page']) {
      await open(page, path);
      await expect(page).toHaveTitle(/ · Lantern Run$/);
      await expect(page.getByRole('banner').getByRole('link', { name: 'Lantern Run' })).toBeVisible();
      await expect(page.locator('meta[property="og:site_name"]')).toHaveAttribute('content', 'Lantern Run');
      await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Lantern Run' })).toHaveAttribute(
        'href',
        'https://play.example/',
      );
      await expect(page.getByRole('contentinfo')).toContainText('Powered by Laurels');
    }
    await page.getByRole('banner').getByRole('link', { name: 'Lantern Run' }).click();
    await expect(page).toHaveTitle(/, daily · Lantern Run$/);

    await game.call('replaceAppearance', { body: { ...LANTERN, poweredBy: false } });
    await open(page, '/');
    await expect(page.locator('body')).not.toContainText('Laurels');
  });
  await test.step('error pages rendered by the server itself carry the game’s name and colour', async () => {
    await game.call('replaceAppearance', { body: LANTERN });
    const html = await (await page.request.post('/earn', { headers: { accept: 'text/html' } })).text();
    expect(html).toContain('· Lantern Run</title>');
    expect(html).toContain('--fill:#e10600');
    expect(html).not.toContain('Laurels');
  });
  await test.step('a long name leaves room for every control, on a phone too', async () => {
    await game.call('replaceAppearance', { body: { name: 'The Quite Extraordinary Long Lantern Run' } });
    for (const width of [320, 390, 700, 1280]) {
      await page.setViewportSize({ width, height: 700 });
      await open(page, '/');
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBeLessThanOrEqual(width);
      await expect(page.getByRole('group', { name: 'Period' }).getByRole('button', { name: 'Weekly' })).toBeInViewport({ ratio: 1 });
    }
  });
});

test('the logo is shown in the header and used for the icons, the manifest and the cards', async ({ page, game }) => {
  const logo = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 30"><path fill="#e10600" d="M0 0h60v30H0z"/></svg>');
  await game.call('replaceAppearance', { body: { ...LANTERN, logo: logo.toString('base64') } });
  await open(page, '/');
  const mark = page.getByRole('banner').locator('img');
  await expect
    .poll(() => mark.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.width, image.height]))
    .toEqual([192, 64, 32]);
  const size = (src: string) =>
    page.evaluate(async (from) => {
      const picture = new Image();
      picture.src = from;
      await picture.decode();
      return `${picture.naturalWidth}x${picture.naturalHeight}`;
    }, src);
  const addresses = await page
    .locator('link[rel~="icon"], link[rel="apple-touch-icon"]')
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));
  expect(await Promise.all(addresses.map(size))).toEqual(['32x32', '192x192', '180x180']);
  expect(await size((await page.locator('meta[property="og:image"]').getAttribute('content'))!)).toBe('1200x630');

  const manifest = page.locator('link[rel="manifest"]');
  const { name, description, icons } = (await (await page.request.get((await manifest.getAttribute('href'))!)).json()) as {
    readonly name: string;
    readonly description: string;
    readonly icons: readonly { readonly src: string; readonly sizes: string }[];
  };
  expect([name, description]).toEqual([LANTERN.name, LANTERN.sentence]);
  for (const { src, sizes } of icons) expect(await size(src)).toBe(sizes);

  const kept = await page.request.get(addresses[0]!);
  expect(kept.headers()['cache-control']).toContain('immutable');
  await game.call('replaceAppearance', { body: LANTERN });
  const later = await page.request.get(addresses[0]!, { headers: { 'if-none-match': kept.headers()['etag']! } });
  expect(later.status(), 'another icon').toBe(200);
  expect(later.headers()['cache-control']).toContain('must-revalidate');
});

test('points are called by the game’s own word, except on a board with its own unit', async ({ page, game }) => {
  await game.score('ann', 1200);
  await game.scored([
    { username: 'bo', points: 3 },
    { username: 'cy', points: 2 },
    { username: 'di', points: 2 },
    { username: 'ed', points: 1 },
  ]);
  await game.call('replaceAppearance', { body: { points: { one: 'coin', other: 'coins', short: 'c' } } });
  await game.call('makeBoard', { body: { name: 'laps', title: 'Laps', unit: 'laps' } });
  await game.scored([{ username: 'ann', points: 7 }], 'laps');
  await open(page, '/');
  await expect(page.getByRole('list', { name: 'Podium' })).toContainText('1,200 c');
  await expect(page.getByRole('columnheader', { name: 'Coins' })).toBeVisible();
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /^1st ann, 1,200 coins; /);
  await open(page, '/earn');
  await expect(page.getByRole('heading', { name: 'Earn Coins' })).toBeVisible();
  await open(page, '/search?text=ann');
  await expect(page.getByRole('main')).toContainText('1,200 coins');
  await open(page, '/?board=laps');
  await expect(page.getByRole('list', { name: 'Podium' })).toContainText('7 laps');
});

test('every pair of colours can be told apart on a site in any colour, in both themes and in high contrast', async ({ page, game }) => {
  await game.score('ann', 5);
  for (const colour of ['#e10600', '#001f5b', '#ffe600', '#808080']) {
    await test.step(colour, async () => {
      await game.call('replaceAppearance', { body: { colour } });
      await page.emulateMedia({ contrast: null, reducedMotion: 'reduce' });
      await open(page, '/');
      for (const theme of ['dark', 'light'] as const) {
        await page.locator(`input[name="theme"][value="${theme}"]`).check();
        expect(await poorPairs(page, theme), `${colour}, ${theme}`).toEqual([]);
      }
      await page.emulateMedia({ contrast: 'more' });
      expect(await poorPairs(page, 'more'), `${colour}, more contrast`).toEqual([]);
    });
  }
});
