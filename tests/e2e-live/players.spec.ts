// A player's page, the events behind a rank, and what a browser remembers once a visitor has chosen “This is me”.
import type { Locator } from '@playwright/test';

import { asBefore, violations, WIDTHS } from '../e2e/axe-violations.ts';
import { sideways, smallTargets } from '../e2e/fit.ts';
import { DEMO_CATALOGUE } from '../../src/main/demo/demo-game.ts';
import { NOT_FOUND_COMPLAINTS } from '../e2e/site.ts';
import { address, day, expect, noon, open, period, row, status, test as base } from './live-site.ts';

const ODD = ['50%2F', 'a/b', 'who?', '#1', 'Zoë', '🦊 & <b>'];

const test = base.extend({
  game: async ({ game }, use) => {
    await game.tell(DEMO_CATALOGUE);
    const names = [...ODD, ...Array.from({ length: 60 }, (_, i) => `player ${i}`)];
    await game.filled(names.map((username, i) => ({ username, points: 5000 - 10 * i, at: noon(-1) })));
    await game.scored(names.map((username, i) => ({ username, points: 9000 - 100 * (i - (i % 2)) })));
    await use(game);
  },
});

const STATES = ['/players/player%207', '/players/player%207?mode=all-time', '/players/player%207/why', '/players/a%2Fb?period=weekly'];

test('every page of a player is accessible, fits every width, and has large enough targets', async ({ page }) => {
  for (const path of STATES) {
    await test.step(path, async () => {
      await asBefore(page);
      await open(page, path);
      expect(await violations(page), path).toEqual([]);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        expect(await sideways(page), `${path} at ${width} px`).toEqual([]);
        expect(await smallTargets(page, 24), `${path} at ${width} px`).toEqual([]);
      }
    });
  }
});

test('every name leads to its player, however it is written and found, and an unknown one to a not-found page', async ({
  page,
  request,
  game,
  complaints,
}) => {
  await test.step('by its link, whatever characters are in it', async () => {
    for (const name of ODD) {
      await open(page, '/');
      await page.getByRole('main').getByRole('link', { name, exact: true }).first().click();
      await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
      // The server finds the same player at that address.
      await page.reload();
      await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
    }
  });
  await test.step('another spelling redirects to the player’s own, and an unknown name is a 404', async () => {
    const answer = await request.get(`${game.url}/players/PLAYER%207?period=weekly`, { maxRedirects: 0 });
    expect([answer.status(), answer.headers()['location']]).toEqual([308, '/players/player%207?period=weekly']);
    expect((await request.get(`${game.url}/players/nobody`)).status()).toBe(404);
    expect((await request.get(`${game.url}/players/%E0%A4`)).status()).toBe(404);
    await open(page, '/players/player%207');
    expect(await page.title()).toBe('player 7, 14th of 66 today · Laurels');
  });
  await test.step('by Ctrl K, with the keyboard alone', async () => {
    await open(page, '/earn');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('player 33');
    // The results for "player 3" on the way contain player 33 too, further down.
    const suggestions = page.getByRole('list', { name: 'Suggestions' });
    await expect(suggestions.getByRole('link').first()).toHaveAccessibleName(/player 33/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'player 33' })).toBeVisible();
    await expect(suggestions).toBeHidden();
  });
  await test.step('an unknown name gets the not-found page', async () => {
    complaints.allow(...NOT_FOUND_COMPLAINTS);
    await open(page, '/players/nobody');
    await expect(page.getByText('No player is called “nobody”')).toBeVisible();
    await expect(page).toHaveTitle('Player not found · Laurels');
    await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('nobody');
    // A name that is half right.
    await open(page, '/players/player%20seven');
    await page.getByRole('main').getByRole('list', { name: 'Suggestions' }).getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/player /);
  });
});

test('a player’s page shows the events, the days and the way to the next rank, and follows changes', async ({ page, game }) => {
  await test.step('the events behind a rank add up to the total', async () => {
    await open(page, '/players/player%207?period=weekly');
    await page.getByRole('link', { name: 'Why this rank, this week?' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Why player 7 is /);
    await expect(page.getByText(/events? adds? up to [\d,]+, which is the total\./)).toBeVisible();
  });
  await test.step('a chart can be read with the arrow keys, and as a table', async () => {
    await open(page, '/players/player%207?mode=monthly');
    const chart = page.getByRole('slider', { name: /^Points per day/ });
    const newest = await chart.getAttribute('aria-valuetext');
    await chart.focus();
    await page.keyboard.press('ArrowLeft');
    await expect(chart).not.toHaveAttribute('aria-valuetext', newest!);
    await page
      .getByRole('figure', { name: /^Points per day/ })
      .getByRole('button')
      .click();
    await expect(page.getByRole('table', { name: /^Points per day/ }).getByRole('row')).toHaveCount(3);
  });
  await test.step('the next rank takes one point more than the gap to it, on the path and in a game’s response', async () => {
    const answer = await game.call('submitPoints', { query: {}, body: { id: 'one more', username: 'player 7', points: 3 } });
    const today = 'periods' in answer ? answer.periods[0]! : undefined;
    const { rank, points } = today!.next!;
    await open(page, '/players/player%207');
    const above = page.getByRole('region', { name: 'Around player 7 today' }).getByRole('row', { name: new RegExp(`^${rank} `) });
    await expect(above).toContainText(points === 1 ? 'tied' : `${points - 1} ahead`);
    await expect(page.getByRole('region', { name: 'Path to the podium' }).getByRole('listitem').first()).toContainText(
      `${points} points to pass`,
    );
  });
  await test.step('an open page follows changes', async () => {
    await open(page, '/players/player%207');
    await expect(status(page)).toHaveText('Live');
    await game.scored([{ username: 'player 7', points: 100_000 }]);
    await expect(page.getByRole('list', { name: 'Standing' })).toContainText(/^1st.* ahead of /);
    await expect(page.getByRole('region', { name: 'Path to the podium' })).toBeHidden();
  });
});

test('the way up is what the listed activities allow within limits and time, or says that none leads there', async ({ page, game }) => {
  const login = {
    id: 'login',
    title: 'Log in',
    description: 'Say hello.',
    points: 100,
    difficulty: 'Easy',
    timeRequired: '1 min',
  } as const;
  const once = { ...login, limit: { times: 1, per: 'day' } } as const;
  const chest = { ...login, id: 'chest', title: 'Open a chest', points: 30, timeRequired: 'a moment', minutes: 5 };
  await game.open('way', 'The way up');
  await game.scored(
    [
      { username: 'ann', points: 10 },
      { username: 'bob', points: 260 },
      { username: 'cy', points: 5000 },
    ],
    'way',
  );
  const card = (rank: string) =>
    page
      .getByRole('region', { name: 'Path to the podium' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: rank }) });
  const [second, first] = [card('2nd'), card('1st')];

  await game.tell({ activities: [once, chest] });
  await open(page, '/players/ann?board=way&period=weekly');
  await page.getByText('Suggested plan, easiest first').click();
  await expect(page.getByText('An easy activity counts 1')).toBeVisible();
  const ways = (card: Locator) => card.getByRole('list', { name: 'Suggested plan' }).locator('> li');
  await expect(ways(second)).toHaveText(['3 × Log in (once a day)300 points, 3 min', '9 × Open a chest270 points, 45 min']);
  await expect(ways(first)).toHaveText(['167 × Open a chest5,010 points, 13 h 55 min']);
  expect(await violations(page)).toEqual([]);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    expect(await sideways(page), `${width} px`).toEqual([]);
    expect(await smallTargets(page, 24), `${width} px`).toEqual([]);
  }

  await game.tell({ activities: [once] });
  await open(page, '/players/ann?board=way&period=weekly');
  await expect(ways(second)).toHaveText(['3 × Log in (once a day)300 points, 3 min']);
  await expect(first).toContainText('No listed activity leads there this week.');
});

test('a receipt shows the events of its moment, voided ones too, and all of its pages add up', async ({ page, game }) => {
  await test.step('at a moment it shows the rank and the events of that time', async () => {
    await game.open('then', 'Then');
    await game.scored(
      [
        { username: 'ann', points: 10, at: `${day(-1)}T12:00:00Z` },
        { username: 'bob', points: 20, at: `${day(-1)}T13:00:00Z` },
        { username: 'ann', points: 30, at: `${day(-1)}T14:00:00Z` },
      ],
      'then',
    );
    await open(page, `/players/ann/why?board=then&period=weekly&at=${day(-1)}T13:30Z`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Why ann was 2nd');
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
    await expect(page.getByText(/as it stood on /)).toBeVisible();
    await page.getByRole('link', { name: 'Now', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Why ann is 1st');
  });
  await test.step('a voided event stays on it as a deletion with the reason, and is not in any sum', async () => {
    await game.scored([
      { id: 'true', username: 'vera', points: 30, activity: 'Match' },
      { id: 'wrong', username: 'vera', points: 5000, activity: 'Match' },
    ]);
    await open(page, '/players/vera/why');
    await expect(page.getByText('2 events add up to 5,030, which is the total.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'By activity' })).toContainText('2 events, 5,030');
    await expect(page.getByRole('columnheader', { name: 'Status' })).toBeHidden();
    await game.call('reviseEvent', { board: 'main', body: { event: 'wrong', does: 'void', reason: 'Sent by a broken client.' } });
    await page.reload();
    await expect(page.getByText('2 events, 5,030')).toBeHidden();
    const voided = page.getByRole('row', { name: /5,000/ });
    await expect(voided.getByRole('deletion')).toHaveText('+5,000');
    await expect(voided).toContainText(/Voided on Wed 18 Nov 2026, 12:\d\d:\d\d: Sent by a broken client\./);
    await expect(page.getByRole('deletion')).toHaveCount(1);
  });
  await test.step('the events of all pages add up to the total, even when points arrive meanwhile', async () => {
    await game.scored(Array.from({ length: 120 }, () => ({ username: 'busy', points: 10 })));
    await open(page, '/players/busy/why');
    // Between the first page and the next.
    await page.route(/\/receipt\?.*before=/, async (route) => {
      if ((await page.getByText('Checking').count()) > 0) await game.score('busy', 7);
      await route.continue();
    });
    const button = page.getByRole('button', { name: 'Check the total' });
    await button.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'add up' })).toHaveText(
      /^120 events add up to 1,200, which (is|was) the total/,
    );
    await expect(button).toBeFocused();
  });
});

test('a player’s page opens on a period with points, and shows every day played as a square with the rank', async ({ page, game }) => {
  await game.filled([{ username: 'long ago', points: 5, at: noon(-200) }]);
  await test.step('without a choice it opens the first period with points, and a chosen one stays in the address', async () => {
    await open(page, '/players/player%207');
    await expect(page.getByRole('navigation', { name: 'Periods' }).locator('[aria-current]')).toHaveText(/^Today /);
    await open(page, '/players/long%20ago');
    await expect(page.getByRole('navigation', { name: 'Periods' }).locator('[aria-current]')).toHaveText(/^All time /);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('navigation', { name: 'Periods' }).getByRole('link', { name: 'Today' }).click();
    await expect(page.getByText('No points today yet.')).toBeVisible();
    expect(address(page)).toBe('/players/long%20ago?period=daily');
    await page.reload();
    await expect(page.getByText('No points today yet.')).toBeVisible();
  });
  await test.step('the header’s toggle shows the period, and its choice stays in the address', async () => {
    await open(page, '/players/long%20ago');
    await expect(period(page, 'Daily')).toHaveAttribute('aria-pressed', 'false');
    await period(page, 'Daily').click();
    await expect(page.getByText('No points today yet.')).toBeVisible();
    await expect(period(page, 'Daily')).toHaveAttribute('aria-pressed', 'true');
    expect(address(page)).toBe('/players/long%20ago?period=daily');
    await page.goBack();
    await expect(page.getByRole('navigation', { name: 'Periods' }).locator('[aria-current]')).toHaveText(/^All time /);
  });
  await asBefore(page);
  const strip = page.getByRole('table', { name: 'Season by season' });
  const squares = (name: string) => strip.getByRole('row', { name: new RegExp(`^${name} `) }).locator('i');
  await test.step('a player who plays rarely has a row for each year, with the days they missed', async () => {
    await open(page, '/players/player%207');
    await expect(strip.getByRole('row')).toHaveCount(2);
    // Yesterday, and today so far.
    await expect(squares('2026')).toHaveText(['14', '14']);
    expect(await squares('2026').evaluateAll((all) => all.map((square) => square.matches('[data-open]')))).toEqual([false, true]);
    await expect(strip.getByRole('img', { name: /^2026: 2 days played/ })).toBeVisible();
  });
  await test.step('a player who plays daily has a row for each month of a season, and can open another season', async () => {
    const days = Array.from({ length: 70 }, (_, i) => i + 2);
    await game.filled([...days, 400].map((ago) => ({ username: 'steady', points: 10 + ago, at: noon(-ago) })));
    await open(page, '/players/steady?period=daily');
    for (const month of ['Sept 2026', 'Oct 2026', 'Nov 2026'])
      await expect(strip.getByRole('row', { name: new RegExp(`^${month} `) })).toHaveCount(1);
    await expect(squares('Oct 2026')).toHaveCount(31);
    await expect(page.getByRole('list', { name: 'Standing' })).toContainText('71days won');
    expect(await violations(page)).toEqual([]);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      expect(await sideways(page), `${width} px`).toEqual([]);
    }
    await page.getByLabel('Season', { exact: true }).selectOption('2025');
    await expect(strip.getByRole('row', { name: /^Oct 2025 / })).toBeVisible();
    await page.getByRole('region', { name: 'Season by season' }).getByRole('button', { name: 'Show as a table' }).click();
    await expect(page.getByRole('table', { name: 'Season by season' }).last().getByRole('row')).toHaveCount(2);
  });
  await test.step('another page of their boards keeps the chosen season', async () => {
    for (let i = 1; i <= 20; i += 1) {
      await game.open(`b${i}`, `Board ${i}`);
      await game.scored([{ username: 'steady', points: 10 }], `b${i}`);
    }
    await open(page, '/players/steady?period=daily');
    await page.getByLabel('Season', { exact: true }).selectOption('2025');
    await expect(strip.getByRole('row', { name: /^Oct 2025 / })).toBeVisible();
    // A new request for the season would show nothing until it is answered. The same one is repeated if points have just arrived.
    await page.route(/\/history\?/, () => {});
    await page.getByRole('navigation', { name: 'Pages of boards' }).getByRole('link', { name: 'Next' }).click();
    await expect(page.getByRole('table', { name: 'Boards, today' }).getByRole('row')).toHaveCount(2);
    await expect(strip.getByRole('row', { name: /^Oct 2025 / })).toBeVisible();
  });
});

test('a player’s boards are one table, and the page is about the chosen one', async ({ page, game }) => {
  for (let i = 1; i <= 7; i += 1) {
    await game.open(`b${i}`, `Board ${i}`);
    await game.scored(
      [
        { username: 'ann', points: 10 * i },
        { username: 'bob', points: 35 },
      ],
      `b${i}`,
    );
  }
  await open(page, '/players/ann');
  const boards = page.getByRole('table', { name: 'Boards, today' });
  await expect(boards.getByRole('row')).toHaveCount(8);
  await expect(boards.locator('[aria-current]')).toContainText('Board 1');
  await expect(boards.getByRole('row', { name: /^Board 5 / })).toHaveAccessibleName('Board 5 1st 50');
  await boards.getByRole('link', { name: 'Board 5' }).click();
  await expect(page.getByRole('list', { name: 'Standing' })).toContainText('15 ahead of bob');
  expect(address(page)).toBe('/players/ann?period=daily&board=b5');
  expect(await violations(page)).toEqual([]);
});

test('an activity is shown by its title, whether events name its id or its title', async ({ page, game }) => {
  const match = {
    id: 'match',
    title: 'Win a match',
    description: 'Win it.',
    points: 50,
    difficulty: 'Easy',
    timeRequired: '5 min',
  } as const;
  await game.tell({ activities: [match] });
  await game.scored(['match', 'Win a match'].map((activity) => ({ username: 'vera', points: 50, activity })));
  await open(page, '/players/vera/why');
  await expect(page.getByRole('region', { name: 'By activity' })).toContainText('2 × 50 = 100');
  await expect(page.getByRole('table').getByRole('cell', { name: 'Win a match' })).toHaveCount(2);
  await open(page, '/whiteboard');
  await expect(page.getByRole('figure', { name: 'Points by activity' })).toContainText('Win a match');
  await expect(page.getByRole('figure', { name: 'Points by activity' }).getByRole('listitem')).toHaveCount(2);
});

test('“This is me” marks a visitor’s player everywhere, and bad stored data does no harm', async ({ page }) => {
  await test.step('the player is marked and found with “Find me”, until “This is not me”', async () => {
    await open(page, '/players/player%2055');
    await page.getByRole('button', { name: 'This is me' }).click();
    await open(page, '/');
    await expect(page.getByRole('complementary', { name: 'Your place' })).toContainText('62nd');
    await page.getByRole('link', { name: 'Find me' }).click();
    await expect(row(page, 'player 55')).toContainText('You');
    await expect(row(page, 'player 55').getByRole('link')).toBeFocused();
    expect(address(page)).toBe('/?page=2');
    await open(page, '/?q=player+1');
    await page.getByRole('link', { name: 'Find me' }).click();
    await expect(row(page, 'player 55')).toBeInViewport();
    await expect(row(page, 'player 55').getByRole('link')).toBeFocused();
    await open(page, '/players/player%2055');
    await page.getByRole('button', { name: 'This is not me' }).click();
    await open(page, '/?page=2');
    await expect(row(page, 'player 55')).not.toContainText('You');
  });
  await test.step('on the board itself, by name', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await open(page, '/');
    const ask = page.getByRole('region', { name: 'Is this you?' });
    const name = ask.getByRole('searchbox', { name: 'Your name' });
    await name.fill('player 54');
    await expect(ask.getByRole('button', { name: 'player 54' })).toBeVisible();
    // Enter ignores players found for an earlier name until the answer for this one arrives.
    const answered = Promise.withResolvers<void>();
    const isAsked = page.waitForRequest(/\/search\?.*55/);
    await page.route(/\/search\?.*55/, async (route) => {
      await answered.promise;
      await route.continue();
    });
    await name.fill('player 55');
    await isAsked;
    await name.press('Enter');
    answered.resolve();
    await expect(ask.getByRole('button', { name: 'player 55' })).toBeVisible();
    await ask.getByRole('button', { name: 'player 55' }).click();
    await expect(ask).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'You: player 55' })).toContainText('62nd');
    await expect(page.getByRole('complementary', { name: 'Your place' })).toContainText('62nd');
    await page.evaluate(() => localStorage.clear());
  });
  await test.step('the spelling of the stored name does not matter', async () => {
    await page.addInitScript(() => localStorage.setItem('laurels:me', '{"username":"PLAYER 55","name":"player 55"}'));
    await open(page, '/?page=2');
    await expect(row(page, 'player 55')).toContainText('You');
    await expect(row(page, 'player 5').filter({ hasText: 'You' })).toHaveCount(1);
    await open(page, '/players/player%2055');
    await expect(page.getByRole('button', { name: 'This is not me' })).toBeVisible();
  });
  await test.step('bad stored data does no harm', async () => {
    await page.addInitScript(() => {
      localStorage.setItem('laurels:me', '{"username":');
      localStorage.setItem('laurels:visits', '[1]');
    });
    for (const path of ['/', '/search', '/players/player%207']) await open(page, path);
  });
});
