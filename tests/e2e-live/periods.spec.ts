// The shown period: modes, past and present days, the end of the present one, and the calendar it follows.
import { address, expect, field, lane, navigation, noon, day, open, passTime, period, ready, row, standings, test } from './live-site.ts';

test('each mode is its own period, and Overall follows the header', async ({ page, game }) => {
  // A Wednesday in the middle of a month: the week began two days ago, the month more than two weeks ago.
  await game.filled([
    { username: 'ann', points: 1 },
    { username: 'ann', points: 10, at: `${day(-2)}T00:00:00Z` },
    { username: 'ann', points: 100, at: `${day(0).slice(0, 8)}01T00:00:00Z` },
    { username: 'ann', points: 1000, at: noon(-400) },
  ]);
  const [daily, weekly, monthly] = [1, 11, 111];

  await open(page, '/leaderboard');
  const shows = (points: number) => expect.poll(() => standings(page)).toEqual([`1 ann ${points.toLocaleString('en-US')}`]);
  const mode = (name: string) => page.getByRole('group', { name: 'Mode' }).getByRole('button', { name, exact: true });
  await shows(daily);
  await period(page, 'Weekly').click();
  await shows(weekly);
  await mode('Monthly').click();
  await shows(monthly);
  expect(address(page)).toBe('/leaderboard?period=weekly&mode=monthly');
  await mode('All Time').click();
  await shows(1111);
  await expect(page.getByRole('heading', { name: 'All time', exact: true })).toBeVisible();
  await expect(page.getByText(/^Resets/)).toHaveCount(0);
  await mode('Weekly').click();
  await shows(weekly);
  // The mode decides: neither choice in the header is pressed, and each leads back to itself.
  for (const name of ['Daily', 'Weekly'] as const) await expect(period(page, name)).toHaveAttribute('aria-pressed', 'false');
  await period(page, 'Daily').click();
  await shows(daily);
  expect(address(page)).toBe('/leaderboard');
  await expect(period(page, 'Daily')).toHaveAttribute('aria-pressed', 'true');
  await page.goBack();
  await shows(weekly);
  await page.goBack();
  await shows(1111);
  await page.goForward();
  await shows(weekly);
  await open(page, '/leaderboard?mode=%20OVERALL');
  await shows(daily);
  await expect(mode('Overall')).toHaveAttribute('aria-pressed', 'true');
});

test('the pages reach each of 130 players once, Back returns, and any rank is one jump away', async ({ page, game }) => {
  await game.scored(field(130));
  await test.step('the pages reach each of 130 players once, and Back returns', async () => {
    await open(page, '/leaderboard');
    const seen = await standings(page);
    expect(seen).toHaveLength(53);
    for (let number = 2; number <= 3; number += 1) {
      await page.getByRole('link', { name: 'Next', exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`page=${number}`));
      await expect(page.getByRole('navigation', { name: 'Rankings pages' })).toContainText(
        number === 2 ? '54 to 103 of 130' : '104 to 130 of 130',
      );
      // The table's head is on screen and focused, and only the first page has the podium.
      await expect(page.getByRole('table', { name: 'Rankings' })).toBeFocused();
      await expect(row(page, `player ${number === 2 ? '054' : '104'}`)).toBeInViewport();
      await expect(page.getByRole('list', { name: 'Podium' })).toHaveCount(0);
      seen.push(...(await standings(page)));
    }
    expect(seen.map((line) => line.split(' ')[2])).toEqual(field(130).map(({ username }) => username.split(' ')[1]));
    await expect(page.getByRole('link', { name: 'Next', exact: true })).toHaveCount(0);
    await page.goBack();
    await expect(page.getByText('54 to 103 of 130')).toBeVisible();
    await page.reload();
    await expect(page.getByText('54 to 103 of 130')).toBeVisible();
    await open(page, '/leaderboard?page=99');
    await expect(page.getByText('104 to 130 of 130')).toBeVisible();
    await page.getByRole('link', { name: 'Previous', exact: true }).click();
    await expect(page.getByText('54 to 103 of 130')).toBeVisible();
  });
  await test.step('any rank is one jump away, with its page in the address', async () => {
    await open(page, '/');
    await page.getByRole('spinbutton', { name: 'Go to rank' }).fill('104');
    await page.getByRole('button', { name: 'Go', exact: true }).click();
    await expect(page).toHaveURL(/page=3$/);
    await expect(page.getByRole('row', { name: /^104 / })).toBeInViewport();
    await expect(page.getByRole('row', { name: /^104 / }).getByRole('link')).toBeFocused();
    await expect(page.locator('[data-found]')).toHaveAttribute('data-rank', '104');
    await page.getByRole('spinbutton', { name: 'Go to rank' }).fill('2');
    await page.getByRole('button', { name: 'Go', exact: true }).click();
    await expect(lane(page, 2).getByRole('link')).toBeFocused();
    await expect(page.locator('[data-found]')).toHaveCount(1);
  });
});

test('the previous day is one click away, with final ranks and no countdown, and Now leads back', async ({ page, game }) => {
  await game.filled([
    { username: 'dee', points: 9, at: noon(-4) },
    { username: 'ann', points: 50, at: noon(-1) },
    { username: 'bob', points: 40, at: noon(-1) },
    { username: 'bob', points: 7 },
  ]);
  await open(page, '/');
  await expect.poll(() => standings(page)).toEqual(['1 bob 7']);
  await page.getByRole('link', { name: 'Previous day' }).click();
  await expect.poll(() => standings(page)).toEqual(['1 ann 50', '2 bob 40']);
  await expect(page).toHaveURL(new RegExp(`[?]at=${day(-1)}$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who led that day');
  await expect(page.getByText('Final ranks')).toBeVisible();
  await expect(page.getByText(/^Resets/)).toHaveCount(0);

  // Too late to count for that day.
  await game.score('cy', 1000, { at: noon(-1) });
  await page.reload();
  await expect(page.getByText('Final ranks')).toBeVisible();
  expect(await standings(page)).toEqual(['1 ann 50', '2 bob 40']);

  // Days without points are skipped, and have nothing to become final.
  await open(page, `/?at=${day(-2)}`);
  await expect(page.getByText('No games that day')).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'Previous day: Sat 14 Nov 2026' }).click();
  await expect.poll(() => standings(page)).toEqual(['1 dee 9']);
  await expect(page.getByRole('link', { name: 'Previous day' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Next day: Tue 17 Nov 2026' }).click();
  await expect.poll(() => standings(page)).toEqual(['1 ann 50', '2 bob 40']);
  await page.getByRole('link', { name: 'Back to now' }).click();
  await expect.poll(() => standings(page)).toEqual(['1 bob 7']);
  expect(address(page)).toBe('/');
  await page.goBack();
  await expect.poll(() => standings(page)).toEqual(['1 ann 50', '2 bob 40']);
});

test('a day without points says so and shows the last one with points, until the first points of today', async ({ page, game }) => {
  await game.filled([
    { username: 'dee', points: 9, at: noon(-4) },
    { username: 'ann', points: 50, at: noon(-2) },
  ]);
  await open(page, '/');
  await expect(page.getByText('No points today yet:')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Last results: Monday 16 November 2026$/ })).toBeVisible();
  await expect.poll(() => standings(page)).toEqual(['1 ann 50']);
  await expect(page).toHaveTitle(/daily/);
  await page.getByRole('link', { name: 'all-time ranking' }).click();
  await expect.poll(() => standings(page)).toEqual(['1 ann 50', '2 dee 9']);
  await page.goBack();
  await page.getByRole('link', { name: 'Monday 16 November 2026' }).first().click();
  await expect(page).toHaveURL(new RegExp(`[?]at=${day(-2)}$`));
  await expect(page.getByRole('heading', { name: /^Last results/ })).toHaveCount(0);
  await page.goBack();
  await game.score('bob', 3);
  await expect.poll(() => standings(page)).toEqual(['1 bob 3']);
  await expect(page.getByText('No points today yet:')).toHaveCount(0);
});

test('a day that has ended accepts late points, says when its results become final, and then that they are', async ({ page, game }) => {
  const midnight = Date.parse(`${day(1)}T00:00:00Z`);
  await game.score('ann', 50);
  await game.stopClockAt(midnight + 10_000);
  await page.clock.install({ time: midnight + 10_000 });
  await open(page, `/?at=${day(0)}`);
  const words = page.getByRole('button', { name: 'Results become final at 00:01', exact: true });
  await expect(words).toHaveAccessibleDescription(
    /^Until Thursday 19 November, 00:01 \(UTC\) points that were on their way still count\. In your/,
  );
  await expect(lane(page, 1)).toContainText('ann');
  await game.score('bob', 60, { at: noon(0) });
  await expect(lane(page, 1)).toContainText('bob');

  await game.stopClockAt(midnight + 60_000);
  await expect(page.getByText('Final ranks')).toBeVisible();
  await game.score('cy', 70, { at: noon(0) });
  await page.reload();
  await ready(page);
  expect(await standings(page)).toEqual(['1 bob 60', '2 ann 50']);
});

test('a day that an import keeps open past its time says that it is not final', async ({ page, game }) => {
  const midnight = Date.parse(`${day(1)}T00:00:00Z`);
  await game.score('ann', 50);
  await game.stopClockAt(midnight + 1);
  const begun = await game.call('beginImport', { body: { board: 'main', file: 'season.csv' } });
  await game.stopClockAt(midnight + 120_000);
  await page.clock.install({ time: midnight + 120_000 });
  await open(page, `/?at=${day(0)}`);
  await expect(page.getByText('Ended, not yet final')).toBeVisible();
  await game.call('endImport', { import: begun.import.id });
  await expect(page.getByText('Final ranks')).toBeVisible();
});

test('a mangled address still opens a board, or is a 404 that leads on', async ({ page, game, complaints }) => {
  await game.score('ann', 50);
  await test.step('invalid parameters fall back to a valid board', async () => {
    for (const search of ['period=', 'page=-3', 'page=x', 'q=%00']) {
      await open(page, `/?${search}`);
      expect(await standings(page), search).toEqual(['1 ann 50']);
      await expect(page.getByText(/^Resets at 00:00 UTC/), search).toBeVisible();
    }
  });
  await test.step('an unknown period is a 404 with the existing periods', async () => {
    complaints.allow(/404/);
    for (const [path, word, way] of [
      ['/?period=yearly&q=a', 'yearly', '/?q=a'],
      ['/?period=monthly', 'monthly', '/'],
      ['/leaderboard?mode=Yearly&period=weekly', 'Yearly', '/leaderboard?period=weekly'],
      ['/players/ann?mode=season', 'season', '/players/ann'],
      ['/players/ann/why?period=2026', '2026', '/players/ann/why'],
      [`/?period=${encodeURIComponent('</title><script>alert(1)</script>')}`, '</title><script>alert(1)</script>', '/'],
    ] as const) {
      await test.step(decodeURIComponent(path), async () => {
        const response = await page.goto(path);
        expect(response!.status()).toBe(404);
        expect(await response!.text()).not.toContain('<script>alert(1)');
        await ready(page);
        await expect(page.getByText(`There is no period called “${word}”.`)).toBeVisible();
        await expect(page).toHaveTitle('Period not found · Laurels');
        await page.getByRole('link', { name: 'All time' }).click();
        await expect(page).toHaveURL(/mode=all-time/);
        await expect(page.getByText(/called/)).toHaveCount(0);
        await page.goBack();
        await page.getByRole('link', { name: /^Open the current / }).click();
        await expect(page.getByText(/called/)).toHaveCount(0);
        expect(address(page)).toBe(way);
      });
    }
  });
  await test.step('the header leads back from there', async () => {
    complaints.allow(/404/);
    for (const [name, way] of [
      ['Daily', '/'],
      ['Weekly', '/?period=weekly'],
    ] as const) {
      await open(page, '/?period=yearly');
      await period(page, name).click();
      await expect.poll(() => standings(page)).toEqual(['1 ann 50']);
      expect(address(page)).toBe(way);
    }
  });
  await test.step('an unknown board is a 404 with its own page', async () => {
    complaints.allow(/404/);
    for (const path of ['/?board=nowhere', '/leaderboard?board=nowhere&period=weekly']) {
      const response = await page.goto(path);
      expect(response!.status()).toBe(404);
      await page.locator('html[data-ready]').waitFor({ state: 'attached' });
      await expect(page.getByText('No board is called “nowhere”')).toBeVisible();
      await expect(page).toHaveTitle('Board not found · Laurels');
      await expect(page.getByRole('main').getByRole('searchbox')).toBeVisible();
      await page.getByRole('link', { name: 'Return to Home' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Who leads/);
    }
  });
});

test.describe('for a visitor in New York', () => {
  test.use({ timezoneId: 'America/New_York', settings: { LAURELS_TIME_ZONE: 'Australia/Lord_Howe' } });

  test('the day is the board’s, and its end is given in the board’s time and in the visitor’s', async ({ page, game }) => {
    await game.score('ann', 50);
    // From 1200 px on, the countdown is beside the board.
    await page.setViewportSize({ width: 1199, height: 800 });
    await open(page, '/');
    const [today, ends, yours] = await page.evaluate(() => {
      const zone = 'Australia/Lord_Howe';
      const long = { weekday: 'long', day: 'numeric', month: 'long' } as const;
      const now = Date.now();
      // Comma placement does not matter here.
      const dayOf = (at: number, timeZone: string, options: Intl.DateTimeFormatOptions = long) =>
        new Intl.DateTimeFormat('en-GB', { ...options, timeZone }).format(at).replaceAll(',', '');
      // The first whole half hour of the next day there.
      let end = Math.floor(now / 1_800_000) * 1_800_000;
      while (dayOf(end, zone) === dayOf(now, zone)) end += 1_800_000;
      const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'America/New_York' }).format(end);
      return [dayOf(now, zone, { ...long, year: 'numeric' }), dayOf(end, zone), clock];
    });
    await expect(page.getByRole('heading', { name: today, exact: true })).toBeVisible();
    const countdown = page.getByRole('button', { name: /^Resets in (\d+ h( \d+ min)?|\d+ min|\d+ s)$/ });
    await expect(countdown).toHaveAccessibleDescription(
      new RegExp(`^Ends ${ends}, 00:00 \\(Australia/Lord_Howe\\)\\. In your time zone: .*${yours}\\.$`),
    );
    await countdown.hover();
    await expect(page.getByRole('tooltip')).toContainText('(Australia/Lord_Howe)');
  });
});

test('when a day ends the board starts over by itself', async ({ page, game }) => {
  const midnight = Date.parse(`${day(1)}T00:00:00Z`);
  await game.score('ann', 50);
  await page.clock.install({ time: midnight - 600_000 });
  await page.setViewportSize({ width: 1199, height: 800 });
  await open(page, '/');
  await page.clock.pauseAt(midnight - 2_500);
  await expect(page.getByRole('button', { name: /^Resets in [23] s$/ })).toBeVisible();
  const asked = page.waitForRequest(/\/view/);
  await page.clock.runFor(5_000);
  await asked;
  // The server's clock is behind the page's.
  await expect(page.getByRole('button', { name: 'Resetting…' })).toBeVisible();
  expect(await standings(page)).toEqual(['1 ann 50']);

  await game.stopClockAt(midnight + 1_000);
  // The finish of the day before covers it, for visitors who were watching.
  await passTime(page, 100, () => page.getByRole('heading', { name: 'ann crosses the line first' }).isVisible());
  await page.getByRole('button', { name: 'Show today' }).click();
  // It has no points yet, so the day before is still shown, and labelled as such.
  await passTime(page, 100, () => page.getByText('No points today yet:').isVisible());
  await expect(page.getByRole('heading', { name: 'Last results: Wednesday 18 November 2026' })).toBeVisible();
  expect(await standings(page)).toEqual(['1 ann 50']);
  await expect(page.getByRole('button', { name: /^Resets in (1 d|23 h 5\d min)$/ })).toBeVisible();
});

test('links carry the period and the board', async ({ page, game }) => {
  await game.open('relay', 'Relay');
  await game.scored([{ username: 'ann', points: 5 }], 'relay');
  await open(page, '/?period=weekly&board=relay');
  for (const [name, path] of [
    ['Earn', '/earn'],
    ['Whiteboard', '/whiteboard'],
    ['Search', '/search'],
    ['Leaderboard', '/leaderboard'],
    ['Reward', '/'],
  ] as const) {
    await navigation(page).getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(`${path}?period=weekly&board=relay`);
  }
  await expect.poll(() => standings(page)).toEqual(['1 ann 5']);
});

test('a choice is marked at once, and the old board is marked busy until the answer arrives', async ({ page, game }) => {
  await game.filled([
    { username: 'ann', points: 5 },
    { username: 'bob', points: 9, at: noon(-1) },
  ]);
  await open(page, '/leaderboard');
  const { promise: mayAnswer, resolve: letAnswer } = Promise.withResolvers<void>();
  await page.route('**/api/v1/**', async (route) => {
    await mayAnswer;
    await route.continue();
  });
  const main = page.locator('main');
  await expect(main).toHaveAttribute('aria-busy', 'false');
  await page.getByRole('group', { name: 'Mode' }).getByRole('button', { name: 'Monthly' }).click();
  await expect(page.getByRole('group', { name: 'Mode' }).getByRole('button', { name: 'Monthly' })).toHaveAttribute('aria-pressed', 'true');
  await expect(period(page, 'Daily')).toHaveAttribute('aria-pressed', 'false');
  await expect(main).toHaveAttribute('aria-busy', 'true');
  expect(await standings(page)).toEqual(['1 ann 5']);
  await period(page, 'Weekly').click();
  await expect(period(page, 'Weekly')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('group', { name: 'Mode' }).getByRole('button', { name: 'Overall' })).toHaveAttribute('aria-pressed', 'true');
  letAnswer();
  await expect.poll(() => standings(page)).toEqual(['1 bob 9', '2 ann 5']);
  await expect(main).toHaveAttribute('aria-busy', 'false');
  expect(address(page)).toBe('/leaderboard?period=weekly');
});
