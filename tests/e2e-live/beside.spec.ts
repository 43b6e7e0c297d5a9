// The parts beside a live board.
import { address, day, expect, field, NOON, noon, open, period, test } from './live-site.ts';

const part = (page: Parameters<typeof open>[0], name: string) => page.getByRole('region', { name });

test('the parts beside a board are requested only where there is room, and list the prizes of the chosen period', async ({
  page,
  game,
}) => {
  await game.scored(field(5));
  await test.step('nothing is requested where there is no room beside the board', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    for (const width of [1199, 1200]) {
      await page.setViewportSize({ width, height: 800 });
      await open(page, '/earn');
      await page.getByRole('link', { name: 'Reward' }).click();
      await expect(page.getByRole('table')).toBeVisible();
      if (width === 1200) await expect(part(page, 'Time left')).toBeVisible();
      await expect.poll(() => asked.some((url) => url.includes('/highlights'))).toBe(width === 1200);
    }
  });
  await page.setViewportSize({ width: 1280, height: 720 });
  await test.step('prizes are listed from the first rank on, and hidden where there are none', async () => {
    await open(page, '/');
    await expect(part(page, 'Time left')).toBeVisible();
    await expect(part(page, 'Prizes')).toHaveCount(0);
    await game.tell({
      prizes: [
        { period: 'daily', from: 1, prize: '500 coins' },
        { period: 'daily', from: 4, to: 200, prize: '50 coins' },
      ],
    });
    await expect(part(page, 'Prizes').getByRole('term')).toHaveText(['1st', '4th to 200th']);
    await expect(part(page, 'Prizes').getByRole('definition')).toHaveText(['500 coins', '50 coins']);
    await period(page, 'Weekly').click();
    await expect(part(page, 'Prizes')).toHaveCount(0);
  });
});

test('today’s challenge is shown where the board has one, on any screen, and links to its seed', async ({ page, game }) => {
  await game.score('ann', 50);
  await open(page, '/');
  await expect(page.getByRole('table')).toBeVisible();
  await expect(part(page, 'Today’s challenge')).toHaveCount(0);
  const play = { seconds: null, rate: null, hour: null, day: 3 };
  await game.call('setLimits', { board: 'main', body: { challenge: true, play } });
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await open(page, '/');
    await expect(part(page, 'Today’s challenge')).toContainText('Everybody gets the same. 3 attempts a day.');
  }
  await part(page, 'Today’s challenge').getByRole('link', { name: 'Seed and proof' }).click();
  await expect(page.locator('body')).toContainText('"seed"');
});

test('the time left in the period is shown, with its end in the board’s time zone', async ({ page, game }) => {
  await game.score('ann', 50);
  await page.clock.install({ time: NOON });
  await open(page, '/');
  const left = part(page, 'Time left');
  await expect(left).toContainText(/1[12] h( \d+ min)?/);
  await expect(left).toContainText('Resets at 00:00 UTC');
  // Half of the day is over at this time.
  await expect.poll(() => left.locator('rect').getAttribute('width')).toMatch(/^50/);
  await page.clock.fastForward(6 * 3_600_000);
  await expect.poll(() => left.locator('rect').getAttribute('width')).toMatch(/^75/);
  await open(page, '/leaderboard?mode=all-time');
  await expect(left).toHaveCount(0);
});

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Asia/Kolkata' });

  test('the end is also given in that zone', async ({ page, game }) => {
    await game.score('ann', 50);
    await open(page, '/?period=weekly');
    await expect(part(page, 'Time left')).toContainText(/Resets on Mon 23 Nov, 00:00 UTC, 05:30 your time/);
  });
});

test('movers, winners and the closest fight follow the points, and winners link to their day', async ({ page, game }) => {
  await game.filled([
    { username: 'ann', points: 30, at: noon(-1) },
    { username: 'bob', points: 20, at: noon(-1) },
    { username: 'cy', points: 10, at: noon(-1) },
  ]);
  await game.scored([
    { username: 'ann', points: 50 },
    { username: 'bob', points: 40 },
  ]);
  await open(page, '/');
  await expect(part(page, 'Last winners').getByRole('listitem')).toHaveText([/ann.*Tue 17 Nov 2026.*30/]);
  await expect(part(page, 'Closest fight')).toContainText('10 points');
  await expect(part(page, 'On the move')).toHaveCount(0);
  await game.score('cy', 47);
  await expect(part(page, 'Closest fight')).toContainText('3 points');
  await expect(part(page, 'Closest fight')).toContainText('1st ann2nd cy');
  await expect(part(page, 'On the move').getByRole('listitem')).toHaveText([/cy.*up 1 from 3/, /bob.*down 1 from 2/]);
  await expect(part(page, 'On the move')).toContainText('vs yesterday, top 100');
  await part(page, 'Last winners').getByRole('link', { name: 'Tue 17 Nov 2026' }).click();
  await expect.poll(() => address(page)).toBe(`/?at=${day(-1)}`);
  await expect(part(page, 'On the move')).toHaveCount(0);
});

test('a visitor who said which player they are sees their place and the gap to the next prize', async ({ page, game }) => {
  const activity = { description: 'Play.', difficulty: 'Easy' as const, timeRequired: '20 min' };
  await game.tell({
    activities: [{ id: 'match', title: 'Daily match', points: 100, ...activity }],
    prizes: [{ from: 1, to: 3, prize: '50 coins' }],
  });
  await game.scored([...field(5), { username: 'me', points: 1 }]);
  await page.addInitScript(() => localStorage.setItem('laurels:me', JSON.stringify({ username: 'me', name: 'Me' })));
  await open(page, '/');
  const you = part(page, 'You: Me');
  await expect(you).toContainText('6th');
  await expect(you).toContainText(/points to 3rd and its 50 coins: \d × Daily match\./);
  await game.score('me', 1_000_000);
  await expect(you).toContainText('1st');
  await expect(you).toContainText('On course for 50 coins. You lead.');
});

test('the parts beside the board appear even if their code could not be fetched at first', async ({ page, game, complaints }) => {
  complaints.allow(/net::ERR_FAILED/);
  await game.tell({ prizes: [{ from: 1, to: 3, prize: '50 coins' }] });
  await game.scored([...field(5), { username: 'me', points: 1 }]);
  await page.addInitScript(() => localStorage.setItem('laurels:me', JSON.stringify({ username: 'me', name: 'Me' })));
  let tries = 0;
  await page.route('**/assets/beside-board*.js*', (route) => ((tries += 1) <= 2 ? route.abort() : route.continue()));
  await page.goto('/', { waitUntil: 'commit' });
  await expect(part(page, 'You: Me')).toContainText('6th');
  expect(tries).toBe(3);
  await expect(part(page, 'Prizes')).toBeVisible();
  await game.score('me', 1_000_000);
  await expect(part(page, 'You: Me')).toContainText('1st');
});

test('the server’s HTML beside the board is kept when the page of a visitor with a chosen player renders again at once', async ({
  page,
  game,
}) => {
  await game.tell({ prizes: [{ from: 1, to: 3, prize: '50 coins' }] });
  await game.scored([...field(5), { username: 'me', points: 1 }]);
  await page.addInitScript(() => localStorage.setItem('laurels:me', JSON.stringify({ username: 'me', name: 'Me' })));
  const { promise: isSeen, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/assets/beside-board*.js*', async (route) => {
    await isSeen;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  const prizes = await part(page, 'Prizes').elementHandle();
  goOn();
  await expect(part(page, 'You: Me')).toContainText('6th');
  expect(await prizes.evaluate((element) => element.isConnected)).toBe(true);
});
