// The text of the specification, to the letter, on every route and in every state.
import { SAMPLE_PAGES } from '../../src/web/sample/sample-pages.ts';
import {
  NAMES,
  NOT_FOUND_COMPLAINTS,
  NOWHERE,
  PAGES,
  ROUTES,
  address,
  expect,
  navigation,
  notices,
  open,
  period,
  playerSearch,
  searchText,
  test,
  typefaceComes,
} from './site.ts';

test('the edition has the pages of the specification, in its order and under its names', () => {
  const listed = SAMPLE_PAGES.filter(({ path }) => PAGES.some((specified) => specified.path === path));
  expect(listed.map(({ path, name }) => ({ path, name }))).toEqual(PAGES.map(({ path, name }) => ({ path, name })));
});

test('every page has the header, a title, a description, one main heading and one of each landmark, and says that its figures are sample data', async ({
  page,
  complaints,
}) => {
  const descriptions = new Set<string>();
  const specified = [...PAGES, { path: NOWHERE, heading: '404', title: 'Page not found · Laurels' }];
  for (const path of ROUTES) {
    await test.step(path, async () => {
      if (path === NOWHERE) {
        expect(complaints.unexpected()).toEqual([]);
        complaints.allow(...NOT_FOUND_COMPLAINTS);
      }
      await open(page, path);
      const header = page.getByRole('banner');
      await expect(header.getByRole('link', { name: 'Laurels', exact: true })).toHaveAttribute('href', '/');
      await expect(navigation(page).getByRole('link')).toHaveText(NAMES);
      const current = SAMPLE_PAGES.filter((candidate) => candidate.path === path).flatMap(({ name }) => name ?? []);
      await expect(navigation(page).locator('[aria-current="page"]')).toHaveText(current);
      await expect(header.getByPlaceholder('Search players...', { exact: true })).toBeVisible();
      await expect(header.getByRole('group', { name: 'Period' }).getByRole('button')).toHaveText(['Daily', 'Weekly']);
      await expect(period(page, 'Daily')).toHaveAttribute('aria-pressed', 'true');
      await expect(period(page, 'Weekly')).toHaveAttribute('aria-pressed', 'false');

      const { title = /^.+ · Laurels$/, heading = /./ } = specified.find((each) => each.path === path) ?? {};
      await expect(page).toHaveTitle(title);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText([heading]);
      for (const landmark of ['banner', 'main', 'contentinfo', 'search'] as const) {
        await expect(page.getByRole(landmark), `${path} ${landmark}`).toHaveCount(1);
      }
      const description = await page.locator('meta[name="description"]').getAttribute('content');
      expect(description, path).toMatch(/^.{20,160}$/);
      descriptions.add(description!);
      if (PAGES.some((each) => each.path === path)) await expect(page.getByRole('contentinfo')).toContainText('Sample data.');
    });
  }
  expect(descriptions.size).toBe(ROUTES.length);
});

test('title, description and the current link of the navigation follow the visitor from page to page', async ({ page }) => {
  await test.step('title and description', async () => {
    await open(page, '/');
    for (const { name, title } of PAGES.slice(1)) {
      const before = await page.locator('meta[name="description"]').getAttribute('content');
      await navigation(page).getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveTitle(title);
      await expect(page.locator('meta[name="description"]')).not.toHaveAttribute('content', before!);
    }
    await navigation(page).getByRole('link', { name: 'Reward', exact: true }).click();
    await expect(page).toHaveTitle(PAGES[0].title);
    await period(page, 'Weekly').click();
    await expect(page).toHaveTitle('Weekly leaderboard · Laurels');
  });
  await test.step('the current page looks different in the navigation', async () => {
    await open(page, '/earn');
    const look = (name: string) =>
      navigation(page)
        .getByRole('link', { name, exact: true })
        .evaluate((link) => getComputedStyle(link).borderBottomColor);
    expect(await look('Earn')).not.toBe(await look('Whiteboard'));
  });
});

test('home and the leaderboard have a podium of three, a rankings table of four columns, and an empty state when nobody matches', async ({
  page,
}) => {
  for (const path of ['/', '/leaderboard']) {
    await test.step(path, async () => {
      await open(page, path);
      await expect(page.getByRole('list', { name: 'Podium' }).getByRole('listitem')).toHaveCount(3);
      await expect(page.getByRole('heading', { name: 'Rankings', exact: true })).toBeVisible();
      await expect(page.getByRole('table', { name: 'Rankings' }).getByRole('columnheader')).toHaveText([
        'Rank',
        'Player',
        'Points',
        'Prize',
      ]);

      await playerSearch(page).fill('nobody is called this');
      await expect(page.getByRole('list', { name: 'Podium' }).getByRole('listitem')).toHaveText([
        // The plate may also name its place.
        /^Awaiting Champion(2nd)?$/,
        /^Awaiting Champion(1st)?$/,
        /^Awaiting Champion(3rd)?$/,
      ]);
      await expect(page.getByRole('table').getByRole('cell')).toHaveText(['No additional players found']);
    });
  }
  await test.step('the leaderboard has its four modes, with Overall first and selected', async () => {
    await open(page, '/leaderboard');
    const modes = page.getByRole('group', { name: 'Mode' }).getByRole('button');
    await expect(modes).toHaveText(['Overall', 'Weekly', 'Monthly', 'All Time']);
    await expect(page.getByRole('group', { name: 'Mode' }).locator('[aria-pressed="true"]')).toHaveText(['Overall']);
  });
});

test('the earn page lists the six activities of the specification, and "Start Earning" does nothing', async ({ page }) => {
  await test.step('the six activities', async () => {
    await open(page, '/earn');
    const cards = page.getByRole('main').getByRole('article');
    const seen = await cards.evaluateAll((articles) =>
      articles.map((article) => {
        const text = (selector: string) => article.querySelector(selector)?.textContent ?? '';
        const [difficulty, time] = [...article.querySelectorAll('dd')].map((fact) => fact.textContent);
        return [text('h2'), text('p').replace(/\s*points$/, ''), difficulty, time].join(' | ');
      }),
    );
    expect(seen).toEqual([
      'Daily Login Bonus | 100 | Easy | 1 min',
      'Complete Challenges | 500 | Medium | 30 min',
      'Tournament Participation | 1,000 | Hard | 2 hours',
      'Referral Program | 750 | Easy | 5 min',
      'Achievement Hunter | 300 | Medium | 1 hour',
      'Coin Collection | 200 | Easy | 20 min',
    ]);
    await expect(cards.getByRole('button', { name: 'Start Earning', exact: true })).toHaveCount(6);
    await expect(cards.locator('h2 + p')).toHaveCount(6);
  });
  await test.step('"Start Earning" does nothing', async () => {
    await open(page, '/earn');
    await typefaceComes(page);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const screen = () => page.evaluate(() => document.getElementById('root')!.innerHTML + location.href + history.length);
    for (const button of await page.getByRole('button', { name: 'Start Earning' }).all()) {
      await button.scrollIntoViewIfNeeded();
      const before = await screen();
      await button.click();
      await button.press('Enter');
      expect((await screen()) === before, 'the screen, the address and the history are as before').toBe(true);
    }
    await expect(notices(page)).toHaveCount(0);
    expect(requests).toEqual([]);
  });
});

test('the whiteboard has four figures with a percentage change, and two placeholder charts', async ({ page }) => {
  await open(page, '/whiteboard');
  const main = page.getByRole('main');
  await expect(main.getByRole('term')).toHaveText(['Total Players', 'Active Games', 'Tournaments', 'Daily Logins']);
  const tiles = main.locator('dl > div');
  await expect(tiles).toHaveCount(4);
  for (const tile of await tiles.all()) {
    const [value, change] = await tile.getByRole('definition').allInnerTexts();
    expect(value).toMatch(/^\d{1,3}(,\d{3})*$/);
    expect(change?.trim()).toMatch(/^[+\u2212]\d+(\.\d)?%$/);
  }
  await expect(main.getByRole('figure')).toHaveCount(2);
  await expect(main.getByRole('figure').getByRole('img', { name: /placeholder/ })).toHaveCount(2);
});

test('the search page has its box, its four categories, the five sample results, and an empty state', async ({ page }) => {
  await test.step('its box, its four categories and the five sample results', async () => {
    await open(page, '/search');
    await expect(searchText(page)).toBeVisible();
    await expect(page.getByRole('group', { name: 'Category' }).getByRole('button')).toHaveText([
      'All',
      'Players',
      'Tournaments',
      'Achievements',
    ]);
    await expect(page.getByRole('list', { name: 'Results' }).getByRole('listitem')).toHaveCount(5);
  });
  await test.step('a category shows the results of its type, and text and category combine', async () => {
    await open(page, '/search');
    const titles = async () =>
      page
        .getByRole('list', { name: 'Results' })
        .getByRole('listitem')
        .evaluateAll((items) => items.map((item) => item.children[1]?.firstElementChild?.textContent));
    const choose = (name: string) => page.getByRole('group', { name: 'Category' }).getByRole('button', { name, exact: true }).click();
    await choose('Players');
    await expect.poll(titles).toEqual(['NovaFalcon', 'LunaTide']);
    await choose('Tournaments');
    await expect.poll(titles).toEqual(['Falcon Cup', 'Midnight Relay']);
    await choose('Achievements');
    await expect.poll(titles).toEqual(['Photo Finish']);
    await choose('All');
    await searchText(page).fill('fALcON');
    await expect.poll(titles).toEqual(['NovaFalcon', 'Falcon Cup']);
    await choose('Tournaments');
    await expect.poll(titles).toEqual(['Falcon Cup']);
    await searchText(page).fill('leads the daily');
    await expect(page.getByText('No results found', { exact: true })).toBeVisible();
  });
  await test.step('it suggests what to do when nothing matches', async () => {
    await open(page, '/search?text=nothing+has+this+title');
    await expect(page.getByRole('heading', { name: 'No results found', exact: true })).toBeVisible();
    await expect(page.getByText('Try adjusting your search terms or filters', { exact: true })).toBeVisible();
  });
});

test('an unknown path shows the not-found page and is logged, whether opened by a link or directly', async ({ page, complaints }) => {
  await test.step('by a link, without a full load', async () => {
    complaints.allow(...NOT_FOUND_COMPLAINTS);
    await open(page, '/');
    await page.evaluate(() => {
      history.pushState(null, '', '/gone?period=weekly');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await expect(page.getByText('Oops! Page not found', { exact: true })).toBeVisible();
    await expect.poll(() => complaints.heard.filter((text) => text.startsWith('404: no page at'))).toEqual(['404: no page at /gone']);
    expect(address(page)).toBe('/gone?period=weekly');
  });
  await test.step('opened directly: a 404, the text of the specification and a way home', async () => {
    complaints.allow(...NOT_FOUND_COMPLAINTS);
    const response = await page.goto(NOWHERE);
    expect(response?.status()).toBe(404);
    await expect(page.getByText('404', { exact: true })).toBeVisible();
    await expect(page.getByText('Oops! Page not found', { exact: true })).toBeVisible();
    await expect.poll(() => complaints.heard).toContain(`404: no page at ${NOWHERE}`);
    await page.getByRole('link', { name: 'Return to Home', exact: true }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who leads today');
  });
});
