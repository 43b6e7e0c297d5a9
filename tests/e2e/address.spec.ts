// The address is the state: a link, a reload and Back show the same screen, and no query string breaks a page.
import type { Page } from '@playwright/test';

import { FILTERED, HOME_DAILY, HOME_WEEKLY, LEADERBOARD_DAILY } from './sample-rankings.ts';
import {
  NOT_FOUND_COMPLAINTS,
  PAGES,
  ROUTES,
  address,
  expect,
  navigation,
  open,
  period,
  playerSearch,
  readBoard,
  ready,
  searchText,
  stopTime,
  test,
} from './site.ts';

/** Everything on the screen that the address determines. */
function screen(page: Page): Promise<unknown> {
  return page.evaluate(() => ({
    title: document.title,
    heading: document.querySelector('h1')?.textContent,
    main: document.querySelector('main')?.innerText,
    pressed: [...document.querySelectorAll('[aria-pressed="true"]')].map((button) => button.textContent),
    boxes: [...document.querySelectorAll<HTMLInputElement>('input[type="search"]')].map((box) => box.value),
    links: [...document.querySelectorAll('nav[aria-label="Main"] a')].map((link) => link.getAttribute('href')),
  }));
}

const SHARED_LINKS = [
  '/?period=weekly',
  '/?q=nova',
  '/?period=weekly&q=nova',
  '/leaderboard?period=weekly&q=a&mode=monthly',
  '/search?text=falcon&category=tournaments',
  '/search?period=weekly&q=luna&text=zzz',
  '/earn?period=weekly&q=nova',
  '/whiteboard?q=nova',
];

test('a link shows the same screen, whether reached by clicks, by the link or by a reload', async ({ page, context }) => {
  const friend = await context.newPage();
  for (const link of SHARED_LINKS) {
    await test.step(link, async () => {
      await open(page, new URL(link, 'http://localhost').pathname);
      const params = new URL(link, 'http://localhost').searchParams;
      if (params.get('period') === 'weekly') await period(page, 'Weekly').click();
      const mode = params.get('mode');
      if (mode !== null) await page.locator(`button[name="mode"][value="${mode}"]`).click();
      const category = params.get('category');
      if (category !== null) await page.locator(`button[name="category"][value="${category}"]`).click();
      const q = params.get('q');
      if (q !== null) await playerSearch(page).fill(q);
      const text = params.get('text');
      if (text !== null) await searchText(page).fill(text);
      await expect.poll(() => Object.fromEntries(new URL(page.url()).searchParams)).toEqual(Object.fromEntries(params));
      await open(friend, link);
      let byLink = await screen(friend);
      // The address follows a key at once and the board a moment later; the parts farthest from the board come last.
      await expect(async () => {
        byLink = await screen(friend);
        expect(await screen(page)).toEqual(byLink);
      }).toPass();

      await page.reload({ waitUntil: 'commit' });
      await ready(page);
      await expect.poll(() => screen(page)).toEqual(byLink);
    });
  }
});

test('Back and Forward go through periods, pages and modes, and to another site and back', async ({ page }) => {
  await test.step('through periods, pages and modes', async () => {
    await open(page, '/');
    await period(page, 'Weekly').click();
    await expect(page).toHaveURL('/?period=weekly');
    await navigation(page).getByRole('link', { name: 'Leaderboard' }).click();
    await expect(page).toHaveURL('/leaderboard?period=weekly');
    await page.getByRole('group', { name: 'Mode' }).getByRole('button', { name: 'Monthly' }).click();
    await expect(page).toHaveURL('/leaderboard?period=weekly&mode=monthly');

    await page.goBack();
    await expect(page).toHaveURL('/leaderboard?period=weekly');
    await expect(page.locator('[name="mode"][aria-pressed="true"]')).toHaveText(['Overall']);
    await page.goBack();
    await expect.poll(() => readBoard(page)).toEqual(HOME_WEEKLY);
    await page.goBack();
    await expect.poll(() => readBoard(page)).toEqual(HOME_DAILY);
    await expect(period(page, 'Daily')).toHaveAttribute('aria-pressed', 'true');
    await page.goForward();
    await expect.poll(() => readBoard(page)).toEqual(HOME_WEEKLY);
  });
  await test.step('to another site, and back to the same screen', async () => {
    await open(page, '/?period=weekly&q=nova');
    // The last part to appear.
    await expect(page.getByRole('heading', { name: 'Earn points', exact: true })).toBeVisible();
    const before = await screen(page);
    await page.goto('about:blank');
    await page.goBack();
    await ready(page);
    await expect.poll(() => screen(page)).toEqual(before);
  });
});

test('a new page opens at the top, and a visited one at its scroll position', async ({ page }) => {
  await test.step('an address opened again starts at the top, and a reload keeps the scroll position', async () => {
    await page.setViewportSize({ width: 390, height: 500 });
    const scrolled = () => page.evaluate(() => scrollY);
    for (const path of ['/leaderboard', '/', '/leaderboard']) {
      await open(page, path);
      expect(await scrolled(), path).toBe(0);
      await page.evaluate(() => scrollTo(0, 150));
      await page.reload({ waitUntil: 'commit' });
      await ready(page);
      await expect.poll(scrolled, path).toBe(150);
    }
    await page.goBack({ waitUntil: 'commit' });
    await ready(page);
    await page.evaluate(() => scrollTo(0, 200));
    await page.goForward({ waitUntil: 'commit' });
    await ready(page);
    await expect.poll(scrolled).toBe(150);
  });
  await test.step('a link opens the next page at its top, and Back restores the previous scroll position', async () => {
    await page.setViewportSize({ width: 390, height: 640 });
    await open(page, '/leaderboard');
    const scrolled = () => page.evaluate(() => scrollY);
    await page.evaluate(() => scrollTo(0, 150));
    // A mouse click would scroll to the link first.
    await navigation(page)
      .getByRole('link', { name: 'Earn' })
      .evaluate((link: HTMLElement) => link.click());
    await expect(page).toHaveURL('/earn');
    await expect.poll(scrolled).toBe(0);
    await page.goBack();
    await expect(page).toHaveURL('/leaderboard');
    await expect.poll(scrolled).toBe(150);
  });
});

test('typing replaces the current history entry, pressing the chosen period adds none, and typed text survives interruptions', async ({
  page,
}) => {
  await test.step('pressing the chosen period adds no history entry', async () => {
    await open(page, '/');
    const before = await page.evaluate(() => history.length);
    await period(page, 'Daily').click();
    expect(await page.evaluate(() => history.length)).toBe(before);
    expect(address(page)).toBe('/');
  });
  await test.step('typing replaces the current history entry, however many keys it takes', async () => {
    await open(page, '/');
    await period(page, 'Weekly').click();
    await expect(page).toHaveURL('/?period=weekly');
    const entries = () => page.evaluate(() => history.length);
    const before = await entries();
    await playerSearch(page).pressSequentially('nova');
    await expect(page).toHaveURL('/?period=weekly&q=nova');
    await playerSearch(page).press('Backspace');
    await expect(page).toHaveURL('/?period=weekly&q=nov');
    expect(await entries()).toBe(before);
    await page.goBack();
    await expect.poll(() => readBoard(page)).toEqual(HOME_DAILY);
    await expect(playerSearch(page)).toHaveValue('');
    await page.goForward();
    await expect(playerSearch(page)).toHaveValue('nov');
  });
  await test.step('typed text survives a reload in the middle of typing', async () => {
    await open(page, '/');
    await playerSearch(page).pressSequentially('nova');
    // Reloaded by the page itself, which knows its address: the browser learns a new one slightly later than the last key.
    const reloaded = page.waitForEvent('domcontentloaded');
    await page.evaluate(() => void setTimeout(() => location.reload()));
    await reloaded;
    await ready(page);
    await expect(playerSearch(page)).toHaveValue('nova');
    await expect.poll(() => readBoard(page)).toEqual(FILTERED.nova);
  });
  await test.step('typed text survives a period switch and a link in the middle of typing', async () => {
    await open(page, '/');
    await playerSearch(page).pressSequentially('nova');
    await period(page, 'Weekly').click();
    await expect(page).toHaveURL('/?period=weekly&q=nova');
    await expect(playerSearch(page)).toHaveValue('nova');
    await playerSearch(page).press('End');
    await playerSearch(page).press('Backspace');
    await navigation(page).getByRole('link', { name: 'Leaderboard' }).click();
    await expect(page).toHaveURL('/leaderboard?period=weekly&q=nov');
    await expect(playerSearch(page)).toHaveValue('nov');
  });
});

test('holding a key works where the browser rejects more than a hundred address changes in thirty seconds', async ({ page }) => {
  // WebKit does this; Chromium only slows down.
  await page.addInitScript(() => {
    let changes = 0;
    for (const name of ['pushState', 'replaceState'] as const) {
      const change = history[name].bind(history);
      history[name] = (...args) => {
        changes += 1;
        if (changes > 100) throw new DOMException('Attempt to use history more than 100 times per 30 seconds', 'SecurityError');
        change(...args);
      };
    }
  });
  // The clock is stopped while the key is held, so that all of it falls within thirty seconds on any machine.
  await page.clock.install({ time: 0 });
  await open(page, '/');
  await stopTime(page);
  await playerSearch(page).pressSequentially('n'.repeat(100));
  for (let i = 0; i < 99; i += 1) await page.keyboard.press('Backspace');
  await page.clock.resume();
  await expect(playerSearch(page)).toHaveValue('n');
  await expect(page).toHaveURL('/?q=n');
  await playerSearch(page).press('o');
  await expect(page).toHaveURL('/?q=no');
  await expect
    .poll(() => readBoard(page))
    .toMatchObject({ podium: ['Awaiting Champion', '1 NovaFalcon 12,480 gold', 'Awaiting Champion'] });
});

test('links, the period and the category preserve each other', async ({ page, complaints }) => {
  await test.step('links keep the period and the filter; the brand keeps the period and clears the filter', async () => {
    await open(page, '/?period=weekly&q=nova');
    for (const { path, name } of PAGES.slice(1)) {
      await navigation(page).getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL(`${path}?period=weekly&q=nova`);
      await expect(period(page, 'Weekly')).toHaveAttribute('aria-pressed', 'true');
      await expect(playerSearch(page)).toHaveValue('nova');
    }
    await page.getByRole('banner').getByRole('link', { name: 'Laurels' }).click();
    await expect(page).toHaveURL('/?period=weekly');
    await expect(playerSearch(page)).toHaveValue('');
    await expect.poll(() => readBoard(page)).toEqual(HOME_WEEKLY);
  });
  await test.step('the category and text of the search page survive each other and a change of period', async () => {
    await open(page, '/search');
    await searchText(page).pressSequentially('fal');
    await page.getByRole('button', { name: 'Tournaments', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Tournaments', exact: true })).toHaveAttribute('aria-pressed', 'true');
    await period(page, 'Weekly').click();
    await expect
      .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
      .toEqual({
        period: 'weekly',
        text: 'fal',
        category: 'tournaments',
      });
    await expect(searchText(page)).toHaveValue('fal');
    await expect(page.getByRole('list', { name: 'Results' }).getByRole('listitem')).toHaveCount(1);
  });
  await test.step('the period can be switched on every page, and stays on the page', async () => {
    complaints.allow(...NOT_FOUND_COMPLAINTS);
    for (const path of ROUTES) {
      await open(page, path);
      await period(page, 'Weekly').click();
      await expect(page).toHaveURL(`${path}?period=weekly`);
      await expect(period(page, 'Weekly')).toHaveAttribute('aria-pressed', 'true');
    }
  });
});

test('on a page without a board, Enter in the player search opens home with the filter, and Back returns', async ({ page, complaints }) => {
  for (const path of ['/earn', '/whiteboard', '/search', '/nowhere']) {
    await test.step(path, async () => {
      if (path === '/nowhere') {
        expect(complaints.unexpected()).toEqual([]);
        complaints.allow(...NOT_FOUND_COMPLAINTS);
      }
      await open(page, `${path}?period=weekly`);
      await playerSearch(page).pressSequentially('nova');
      await playerSearch(page).press('Enter');
      await expect(page).toHaveURL('/?period=weekly&q=nova');
      await expect.poll(() => readBoard(page)).toEqual(FILTERED.novaWeekly);
      await page.goBack();
      await expect.poll(() => new URL(page.url()).pathname).toBe(path);
    });
  }
});

test('letters typed just before Enter do not undo its navigation, however slowly the next page loads', async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.clock.install();
  await open(page, '/whiteboard?period=weekly');
  await stopTime(page);
  await page.route('**/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await playerSearch(page).pressSequentially('nova');
  await playerSearch(page).press('Enter');
  await page.clock.runFor(500);
  held.resolve();
  await expect(page).toHaveURL('/?period=weekly&q=nova');
});

test('on a page with a board, typing filters at once and Enter stays on the page', async ({ page }) => {
  for (const path of ['/', '/leaderboard']) {
    await test.step(path, async () => {
      await open(page, path);
      await playerSearch(page).pressSequentially('nova');
      await playerSearch(page).press('Enter');
      await expect.poll(() => readBoard(page)).toEqual(FILTERED.nova);
      await expect(page).toHaveURL(`${path}?q=nova`);
      await playerSearch(page).press('Escape');
      await expect(playerSearch(page)).toHaveValue('');
      await expect(page).toHaveURL(path);
    });
  }
});

const ODD = [
  { query: '?period=yearly', board: HOME_DAILY },
  { query: '?period=WEEKLY', board: HOME_WEEKLY },
  { query: '?period=', board: HOME_DAILY },
  { query: '?period', board: HOME_DAILY },
  { query: '?period=weekly&period=daily', board: HOME_WEEKLY },
  { query: '?period[]=weekly', board: HOME_DAILY },
  { query: '?q=nova&q=luna', board: FILTERED.nova },
  { query: '?q=%', board: FILTERED.nobody },
  { query: '?q=%E0%A4%A', board: FILTERED.nobody },
  { query: '?q=%00nova%1f', board: FILTERED.nova },
  { query: '?q=no%0Ava', board: FILTERED.nova },
  { query: '?q=%F0%9F%A6', board: FILTERED.nobody },
  { query: '?page=0', board: HOME_DAILY },
  { query: '?page=-1', board: HOME_DAILY },
  { query: '?page=99999999999', board: HOME_DAILY },
  { query: '?page=1.5', board: HOME_DAILY },
  { query: '?page=NaN', board: HOME_DAILY },
  { query: '?__proto__=x&constructor=y&toString=z', board: HOME_DAILY },
  { query: '?mode=nonsense&category=nonsense', board: HOME_DAILY },
  { query: '?&&==&?', board: HOME_DAILY },
  { query: '?utm_source=news&period=weekly', board: HOME_WEEKLY },
  { query: '#rankings', board: HOME_DAILY },
  { query: `?q=${'x'.repeat(10_000)}`, board: FILTERED.nobody },
  { query: `?${'a=b&'.repeat(2_500)}period=weekly`, board: HOME_WEEKLY },
];

const ODD_PATHS = [
  '/EARN',
  '/earn/more',
  '/index',
  '/404',
  '/%',
  '/%E0%A4%A',
  '/line%0Abreak',
  '/line%E2%80%A8break',
  '/%C3%A9t%C3%A9',
  '/a//b',
  '/..%2Fetc',
  `/${'x'.repeat(2000)}`,
];

test('an invalid query string shows the nearest valid board, or the requested page', async ({ page, complaints }) => {
  await test.step('the nearest valid board', async () => {
    for (const { query, board } of ODD) {
      await open(page, `/${query}`);
      await expect.poll(() => readBoard(page), query.slice(0, 60)).toEqual(board);
    }
  });
  await test.step('an unknown mode or category falls back to the first one', async () => {
    await open(page, '/leaderboard?mode=best');
    await expect(page.locator('[name="mode"][aria-pressed="true"]')).toHaveText(['Overall']);
    expect(await readBoard(page)).toEqual(LEADERBOARD_DAILY);
    await open(page, '/search?category=robots');
    await expect(page.locator('[name="category"][aria-pressed="true"]')).toHaveText(['All']);
    await expect(page.getByRole('list', { name: 'Results' }).getByRole('listitem')).toHaveCount(5);
  });
  await test.step('a trailing slash is removed from the address', async () => {
    await open(page, '/earn/?period=weekly');
    await expect(page).toHaveURL('/earn?period=weekly');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Earn Points');
  });
  await test.step('every page still opens', async () => {
    complaints.allow(...NOT_FOUND_COMPLAINTS);
    for (const path of ROUTES) {
      await open(page, `${path}?period=%&mode=%00&category=%FF&text=%E0%A4%A&q=${'%25'.repeat(500)}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0);
      await expect(period(page, 'Daily')).toHaveAttribute('aria-pressed', 'true');
    }
  });
});

test('an unknown path is a 404 with the text of the specification', async ({ page, complaints, baseURL }) => {
  await test.step('an address with only slashes shows a page', async () => {
    complaints.allow(...NOT_FOUND_COMPLAINTS);
    await page.goto(`${new URL(baseURL!).origin}//`, { waitUntil: 'commit' });
    await ready(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^(Who leads today|404)$/);
  });
  await test.step('any other path', async () => {
    // The router warns about badly encoded addresses.
    complaints.allow(...NOT_FOUND_COMPLAINTS, /The URL path .* could not be decoded/);
    for (const path of ODD_PATHS) {
      await test.step(path.slice(0, 30), async () => {
        const response = await page.goto(path, { waitUntil: 'commit' });
        await ready(page);
        expect(response?.status(), path).toBe(404);
        await expect(page.getByText('Oops! Page not found', { exact: true })).toBeVisible();
        await expect(page.getByRole('link', { name: 'Return to Home', exact: true })).toBeVisible();
      });
    }
  });
});

test('random query strings never throw', async ({ page, complaints }) => {
  // Text after a `#` may not be an element to scroll to; the router warns about it.
  complaints.allow(/is not a decodable element ID/);
  // A fixed seed makes failures reproducible.
  let seed = 20_240_229;
  const next = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const alphabet = [
    '%',
    '&',
    '=',
    '+',
    '?',
    ';',
    'period',
    'q',
    'weekly',
    'page',
    '%00',
    '%C3',
    '%F0%9F%A6%85',
    '\u202e',
    '<',
    '"',
    'é',
    '[',
    '.',
    '9',
    '-',
    '#',
  ];
  await open(page, '/');
  for (let i = 0; i < 200; i += 1) {
    const query = Array.from({ length: 1 + next(24) }, () => alphabet[next(alphabet.length)]!).join('');
    await page.evaluate((search) => {
      history.pushState(null, '', `/?${search}`);
      dispatchEvent(new PopStateEvent('popstate'));
    }, query);
  }
  await expect(page.getByRole('list', { name: 'Podium' }).getByRole('listitem')).toHaveCount(3);
  await page.getByRole('banner').getByRole('link', { name: 'Laurels' }).click();
  await period(page, 'Daily').click();
  await expect.poll(() => readBoard(page)).toEqual(HOME_DAILY);
});
