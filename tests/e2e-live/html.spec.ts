// The server's HTML before any script runs: the ranking, and the metadata for shared links in its head.
import { expect, field, noon, open, standings, test } from './live-site.ts';

/** Names that would break out of text, attributes or a script if they were not escaped. */
const HOSTILE = [
  '</script><script>alert(1)</script>',
  '<!--<script>',
  `"><img src=x onerror=alert(1)>`,
  '${alert(1)}`\\u003c',
  '&lt;b>&amp;]]>',
  '\u{1f9d1}\u200d\u{1f680} e\u0301',
];

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false });

  test('the ranking, its pages and its periods can be read and browsed, and the player search is a form', async ({ page, game }) => {
    await game.filled([...field(130), { username: 'ann', points: 5, at: noon(-2) }]);
    await page.goto('/leaderboard');
    await expect(page.getByRole('list', { name: 'Podium' }).getByRole('listitem').nth(1)).toContainText('player 001');
    await expect(page.getByRole('row')).toHaveCount(51);
    await page.getByRole('link', { name: 'Next', exact: true }).click();
    await expect(page.getByRole('row').nth(1)).toContainText('player 054');
    await page.getByRole('link', { name: 'Previous day' }).click();
    await expect(page.getByRole('list', { name: 'Podium' }).getByRole('listitem').nth(1)).toContainText('ann');
    await expect(page.getByRole('link', { name: 'Previous day' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Back to now' }).click();
    await expect(page.getByRole('row').nth(1)).toContainText('player 004');
    await test.step('the search works as a form, and keeps the true ranks', async () => {
      await page.goto('/');
      await page.getByRole('searchbox', { name: 'Search players', exact: true }).fill('player 012');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/[?&]q=player\+012/);
      await expect(page.getByText('12th', { exact: true })).toBeVisible();
    });
  });
});

test('title, description and card name the board and its leader', async ({ page, game }) => {
  await game.scored([
    { username: 'ann', points: 12_000 },
    { username: 'bo', points: 900 },
    { username: 'cy & <co>', points: 80 },
    { username: 'di', points: 7 },
  ]);
  const head = async (path: string) => {
    const html = await (await page.request.get(path)).text();
    return page.evaluate((text) => {
      const { title, head } = new DOMParser().parseFromString(text, 'text/html');
      const content = (selector: string) => head.querySelector(selector)?.getAttribute('content');
      return {
        title,
        description: content('meta[name="description"]'),
        ogTitle: content('meta[property="og:title"]'),
        ogDescription: content('meta[property="og:description"]'),
      };
    }, html);
  };
  const home = await head('/');
  expect(home.title).toMatch(/, daily · Laurels$/);
  expect(home.description).toBe('1st ann, 12,000 points; 2nd bo, 900 points; 3rd cy & <co>, 80 points. 4 ranked.');
  expect(home).toMatchObject({ ogTitle: home.title, ogDescription: home.description });

  expect((await head('/?period=weekly')).title).toMatch(/, weekly · Laurels$/);
  expect((await head('/leaderboard?mode=all-time')).title).toMatch(/^Leaderboards: .+, all-time · Laurels$/);
  const past = await head('/?at=2026-11-01');
  expect(past.title).toMatch(/, Sunday 1 November 2026 · Laurels$/);
  expect(past.description).toMatch(/nobody has any points/);

  await open(page, '/');
  await expect(page).toHaveTitle(home.title);
});

test.describe('a link to a player', () => {
  test.use({ settings: { LAURELS_URL: 'https://play.example' } });

  test('shows a picture of that player, a link to a board its podium, and a link to any other page the site’s picture', async ({
    page,
    game,
  }) => {
    await game.open('laps', 'Best laps');
    await game.scored([{ username: 'ann & <co>', displayName: 'Ann', avatar: '🦊', points: 12_000 }]);
    await game.scored(
      [
        { username: 'bo', points: 61 },
        { username: 'ann & <co>', displayName: 'Ann', avatar: '🦊', points: 60 },
      ],
      'laps',
    );
    const shared = async (path: string) => {
      await open(page, path);
      const content = (name: string) => page.locator(`meta[property="${name}"], meta[name="${name}"]`).getAttribute('content');
      return { image: await content('og:image'), alt: await content('og:image:alt'), card: await content('twitter:card') };
    };
    const ann = '/players/ann%20%26%20%3Cco%3E';
    for (const [path, image, alt] of [
      [ann, `${ann}/card.png`, 'Ann on Leaderboard: 1st of 1 today'],
      [`${ann}?period=weekly&board=laps`, `${ann}/card.png?board=laps`, 'Ann on Best laps: 2nd of 2 this week, 2nd of 2 today'],
      ['/', '/board-card.png', '1st Ann, 12,000 points. 1 ranked.'],
      ['/leaderboard?mode=monthly&board=laps', '/board-card.png?mode=monthly&board=laps', '1st bo, 61 points'],
    ] as const) {
      const { image: found, alt: said, card } = await shared(path);
      expect([found, card]).toEqual([`https://play.example${image}`, 'summary_large_image']);
      expect(said).toContain(alt);
      const size = await page.evaluate(async (src) => {
        const picture = new Image();
        picture.src = src;
        await picture.decode();
        return [picture.naturalWidth, picture.naturalHeight];
      }, image);
      expect(size).toEqual([1200, 630]);
    }
    for (const path of ['/earn', `${ann}/why`]) expect((await shared(path)).image).toBe('https://play.example/social-card.png');
  });
});

test('names that look like markup are shown as text, before and after hydration', async ({ page, game }) => {
  await game.scored(HOSTILE.map((displayName, i) => ({ username: `h${i}`, displayName, points: 100 - i })));
  const html = await (await page.request.get('/')).text();
  for (const script of html.match(/<script\b[^>]*>[\s\S]*?<\/script>/g)!) expect(script).not.toContain('alert(1)</script>');

  await open(page, '/');
  const shown = await standings(page);
  expect(shown).toHaveLength(HOSTILE.length);
  for (const [i, name] of HOSTILE.entries()) expect(shown[i]).toBe(`${i + 1} ${name.normalize()} ${100 - i}`);
  await game.score('h5', 500);
  await expect.poll(async () => (await standings(page))[0]).toContain('\u{1f9d1}\u200d\u{1f680}');
});

test('hydration keeps the page: nothing is hidden, and no row is rendered again', async ({ page, game }) => {
  await game.scored(field(8));
  for (const [what, path] of [
    ['as it is', '/'],
    ['asked for with words nobody knows', '/?utm_source=chat&x=1'],
    ['at an address that is written in another way', '/?period=WEEKLY&page=1'],
  ] as const) {
    await test.step(what, async () => {
      await page.goto(path, { waitUntil: 'commit' });
      const row = page.locator('tr[data-player]').first();
      await row.evaluate((element) =>
        Reflect.set(element, 'fromServer', 'restoring' in document.documentElement.dataset ? 'hidden' : 'shown'),
      );
      await page.locator('html[data-ready]').waitFor({ state: 'attached' });
      expect(await row.evaluate((element) => Reflect.get(element, 'fromServer'))).toBe('shown');
    });
  }
});

test('a visitor who scrolls before scripts run keeps their scroll position', async ({ page, game }) => {
  await game.scored(field(50));
  const scripts = Promise.withResolvers<void>();
  await page.route(/\.js$/, async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('tr[data-player]')).toHaveCount(47);
  const last = page.locator('tr[data-player]').last();
  await last.scrollIntoViewIfNeeded();
  const at = await page.evaluate(() => scrollY);
  expect(at).toBeGreaterThan(100);
  scripts.resolve();
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  expect(await page.evaluate(() => scrollY)).toBe(at);
});

test('without any points, three lanes await a champion, and nothing complains', async ({ page }) => {
  await open(page, '/');
  await expect(page.getByText('Awaiting Champion')).toHaveCount(3);
  await expect(page.getByText('No additional players found')).toBeVisible();
});
