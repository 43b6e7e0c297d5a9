// Earning, searching, the figures, several boards, and the pages for failures.
import { violations, WIDTHS } from '../e2e/axe-violations.ts';
import { sideways, smallTargets } from '../e2e/fit.ts';
import type { Catalogue } from '../../src/contract/catalogue.ts';
import {
  address,
  expect,
  field,
  navigation,
  NOON,
  noon,
  open,
  row,
  searchText,
  standings,
  test,
  noticeComes,
  stopTime,
} from './live-site.ts';

const ENTRY = { subtitle: '64 players', avatar: '🏆', extra: 'Starts Friday' };

const CATALOGUE: Partial<Catalogue> = {
  activities: [
    {
      id: 'daily-match',
      title: 'Daily match',
      description: 'Play one match to the end.',
      points: 100,
      difficulty: 'Easy',
      timeRequired: '20 min',
      link: 'https://play.example/match',
    },
    { id: 'hunt', title: 'Treasure hunt', description: 'Find the chest.', points: 1500, difficulty: 'Hard', timeRequired: '2 h' },
  ],
  tournaments: [
    { id: 'winter-cup', title: 'Winter Cup', ...ENTRY },
    // Has the same id as a player.
    { id: 'ann', title: 'Ann Memorial', ...ENTRY },
  ],
  achievements: [{ id: 'photo-finish', title: 'Photo Finish', subtitle: 'Win by a nose', avatar: '📸', extra: 'Rare' }],
  prizes: [{ period: 'daily', from: 4, prize: '500 coins' }],
};

test('an activity with a link opens it, one without says so, and prizes are in the table', async ({ page, game }) => {
  await game.tell(CATALOGUE);
  await page.route('https://play.example/match', (route) => route.fulfill({ contentType: 'text/html', body: '<title>The game</title>' }));
  await page.clock.install({ time: NOON });
  await open(page, '/earn');
  await stopTime(page);
  const hunt = page.getByRole('article', { name: 'Treasure hunt' });
  await hunt.getByRole('button', { name: 'Start Earning' }).click();
  await noticeComes(page, '“Treasure hunt” has no link yet');
  await page.clock.resume();
  await page.getByRole('article', { name: 'Daily match' }).getByRole('link', { name: 'Start Earning' }).click();
  await expect(page).toHaveTitle('The game');

  await game.scored(field(5));
  await open(page, '/');
  await expect(row(page, 'player 004')).toContainText('500 coins');
});

test('the earn page says so if there are no activities', async ({ page }) => {
  await open(page, '/earn');
  await expect(page.getByText('No ways to earn points are listed yet.')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
});

test('the search finds players, tournaments and achievements, and stays in a category', async ({ page, game }) => {
  await game.tell(CATALOGUE);
  await game.scored([
    { username: 'ann', displayName: 'Ann Winter', points: 1200, avatar: '🦊' },
    { username: 'bob', points: 5 },
  ]);
  await open(page, '/search');
  const found = page.getByRole('list', { name: 'Results' }).getByRole('listitem');
  const titles = () => found.evaluateAll((items) => items.map((item) => item.children[1]!.children[0]!.textContent));
  await expect.poll(titles).toEqual(['Ann Winter', 'bob', 'Winter Cup', 'Ann Memorial', 'Photo Finish']);
  await searchText(page).pressSequentially('winter', { delay: 30 });
  await expect.poll(titles).toEqual(['Winter Cup', 'Ann Winter'].toSorted());
  await expect(found.filter({ hasText: 'Ann Winter' })).toContainText('1st of all time');
  await expect(found.filter({ hasText: 'Ann Winter' })).toContainText('1,200 points');
  await page.getByRole('button', { name: 'Tournaments' }).click();
  await expect.poll(titles).toEqual(['Winter Cup']);
  expect(address(page)).toBe('/search?text=winter&category=tournaments');
  await page.reload();
  expect(await titles()).toEqual(['Winter Cup']);
  await searchText(page).fill('zzz');
  await expect(page.getByRole('heading', { name: 'No results found' })).toBeVisible();
});

test('a found player wears the same bib as on the board', async ({ page, game }) => {
  await game.scored(['ann', 'bob', 'cat', 'dan', 'eve', 'fay', 'gus'].map((username, i) => ({ username, points: 100 - i })));
  const hues = (bibs: string) => page.locator(bibs).evaluateAll((all) => all.map((bib) => bib.getAttribute('data-hue')));
  await open(page, '/leaderboard?mode=all-time');
  const onBoard = await hues('tr [data-hue]');
  expect(new Set(onBoard).size).toBeGreaterThan(1);
  await open(page, '/search?category=players');
  expect((await hues('ul [data-hue]')).slice(3)).toEqual(onBoard);
});

test('the whiteboard’s figures are the game’s', async ({ page, game }) => {
  await game.tell(CATALOGUE);
  await game.open('relay', 'Relay');
  await game.scored(field(6));
  await game.scored([{ username: 'player 001', points: 5 }], 'relay');
  await game.filled([
    { username: 'old', points: 5, at: noon(-1) },
    { username: 'older', points: 5, at: noon(-1) },
  ]);
  await open(page, '/whiteboard');
  const figure = (label: string) => page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) });
  await expect(figure('Total Players')).toContainText('8');
  await expect(figure('Active Games')).toContainText('2');
  await expect(figure('Tournaments')).toContainText('2');
  await expect(figure('Daily Logins')).toContainText('6');
  await expect(figure('Daily Logins').getByRole('button')).toHaveAccessibleDescription('Up from yesterday. Counts players who scored.');
  await expect(page.getByText('Sample')).toHaveCount(0);
});

test('the whiteboard lists records, each with a link to where it was set', async ({ page, game }) => {
  await game.filled([
    { username: 'ann', points: 50, at: noon(-4) },
    { username: 'bob', points: 49, at: noon(-4) },
    { username: 'bob', points: 30, at: noon(-3) },
    { username: 'ann', points: 10, at: noon(-3) },
    { username: 'bob', points: 20, at: noon(-1) },
  ]);
  await open(page, '/whiteboard');
  const record = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
  await expect(record('Most points in a day')).toContainText('ann, 50 points, on 14 Nov 2026.');
  await expect(record('Closest day')).toContainText('ann won on 14 Nov 2026, 1 point ahead of bob.');
  await expect(record('Biggest climb to the podium')).toContainText('bob was 2nd on 14 Nov 2026 and 1st on 15 Nov 2026.');
  await expect(record('Longest streak of days played')).toContainText('bob, 3 days, 14 Nov 2026 to 17 Nov 2026.');
  await expect(record('Longest winning streak, days')).toContainText('bob, 2 days');
  await expect(page.getByRole('heading', { name: /, last 3 days played$/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    expect(await sideways(page), `${width} px`).toEqual([]);
    expect(await smallTargets(page, 24), `${width} px`).toEqual([]);
  }
  await record('Closest day').getByRole('link', { name: 'on 14 Nov 2026' }).click();
  await expect.poll(() => standings(page)).toEqual(['1 ann 50', '2 bob 49']);
});

test('several boards: the choice is marked, the address carries it, and every page keeps it', async ({ page, game }) => {
  await game.scored(field(4));
  await open(page, '/');
  await expect(page.getByRole('navigation', { name: 'Boards' })).toHaveCount(0);
  await game.open('relay', 'Relay');
  await game.scored([{ username: 'ann', points: 5 }], 'relay');
  await page.reload();
  const boards = page.getByRole('navigation', { name: 'Boards' });
  await boards.getByRole('link', { name: 'Relay' }).click();
  await expect.poll(() => standings(page)).toEqual(['1 ann 5']);
  expect(address(page)).toBe('/?board=relay');
  await expect(boards.getByRole('link', { name: 'Relay' })).toHaveAttribute('aria-current', 'true');
  await expect(page).toHaveTitle('Relay, daily · Laurels');
  for (const [name, path] of [
    ['Leaderboard', '/leaderboard'],
    ['Earn', '/earn'],
    ['Reward', '/'],
  ] as const) {
    await navigation(page).getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(`${path}?board=relay`);
  }
  await game.scored([{ username: 'bob', points: 7 }], 'relay');
  await expect.poll(() => standings(page)).toEqual(['1 bob 7', '2 ann 5']);
  await boards.getByRole('link').first().click();
  await expect.poll(() => standings(page)).toHaveLength(4);
  expect(address(page)).toBe('/');
  await page.goBack();
  await expect.poll(() => standings(page)).toEqual(['1 bob 7', '2 ann 5']);
});

test('a missing page is a 404 that leads on', async ({ page, complaints }) => {
  await test.step('an unknown address', async () => {
    complaints.allow(/404/);
    const response = await page.goto('/no/such/page?period=weekly');
    expect(response!.status()).toBe(404);
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await expect(page).toHaveURL(/\/[?]period=weekly$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who leads this week');
  });
  await test.step('the whiteboard of an unknown board, by address and by link', async () => {
    complaints.allow(/404/);
    expect((await page.goto('/whiteboard?board=nowhere'))?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404');
    await open(page, '/earn?board=nowhere');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Whiteboard' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404');
  });
});

test.describe('with a low rate limit', () => {
  test.use({ settings: { LAURELS_RATE_LIMIT: '3' } });

  test('a browser that sends too many requests gets a page, a program gets JSON', async ({ page, game, complaints }) => {
    complaints.allow(/429/);
    // However long this takes, no minute passes on the server.
    await game.stopClockAt(NOON);
    let response = await page.goto('/earn');
    for (let i = 0; i < 6 && response!.status() !== 429; i += 1) response = await page.goto('/earn');
    expect(response!.status()).toBe(429);
    expect(Number(response!.headers()['retry-after'])).toBeGreaterThan(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Slow down a little');
    await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible();
    // Its style is allowed by its policy, and it fits a phone.
    await expect(page.locator('body')).toHaveCSS('margin', '0px');
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    const program = await page.request.get('/earn', { headers: { accept: '*/*' } });
    expect(program.status()).toBe(429);
    expect(program.headers()['content-type']).toBe('application/problem+json');
  });
});
