// Any board at any moment: by slider, as a replay, by keyboard, and by link.
import type { Locator, Page } from '@playwright/test';

import { asBefore, violations, WIDTHS } from '../e2e/axe-violations.ts';
import { sideways, smallTargets } from '../e2e/fit.ts';
import {
  address,
  day,
  expect,
  field,
  NOON,
  open,
  passTime,
  period,
  playerSearch,
  ready,
  standings,
  status,
  stopTime,
  test,
} from './live-site.ts';
import type { Scored } from './game.ts';

/** A day that is over, in which the lead changes hands, and some points of today. */
const YESTERDAY = day(-1);
const RACE: Scored[] = [
  { username: 'ann', points: 50, at: `${YESTERDAY}T06:00:00Z` },
  { username: 'bob', points: 40, at: `${YESTERDAY}T08:00:00Z` },
  { username: 'bob', points: 40, at: `${YESTERDAY}T12:00:00Z` },
  { username: 'cy', points: 60, at: `${YESTERDAY}T15:00:00Z` },
  { username: 'di', points: 10, at: `${YESTERDAY}T15:30:00Z` },
  { username: 'di', points: 90, at: `${YESTERDAY}T20:00:00Z` },
  { username: 'eve', points: 7 },
];
const AT_NOON = ['1 bob 80', '2 ann 50'];
const AT_FOUR = ['1 bob 80', '2 cy 60', '3 ann 50', '4 di 10'];
const AT_THE_END = ['1 di 100', '2 bob 80', '3 cy 60', '4 ann 50'];

const at = (time: string) => `${YESTERDAY}T${time}Z`;

/** Sixty players with points in the morning, and one who overtakes all of them in the evening. */
const FIELD: Scored[] = [
  ...field(60).map(({ username, points }) => ({ username, points, at: at('10:00:00') })),
  { username: 'ann', points: 9_000, at: at('20:00:00') },
];
const slider = (page: Page): Locator => page.getByRole('slider', { name: 'Moment' });
const play = (page: Page): Locator => page.getByRole('button', { name: 'Play', exact: true });
const pause = (page: Page): Locator => page.getByRole('button', { name: 'Pause', exact: true });
const replay = (page: Page): Locator => page.getByRole('button', { name: 'Replay', exact: true });

/** Opens a page on whose clock a replay steps only when the test says so. */
async function openStill(page: Page, path: string): Promise<void> {
  await page.clock.install({ time: NOON });
  await page.clock.resume();
  await open(page, path);
  await stopTime(page);
}

/** The text of the replay bar at a time such as `12:15`. */
const standsAt = (time: string) => new RegExp(`^Standings on .*, ${time} UTC$`);

/** Lets the replay run to a time such as `12:15`. Returns how long that took in the page, in milliseconds. */
const playedTo = (page: Page, time: string): Promise<number> => passTime(page, 50, () => page.getByText(standsAt(time)).isVisible());

const shows = (page: Page, expected: readonly string[]) => expect.poll(() => standings(page)).toEqual(expected);

test('a board at a moment shows the scores up to then: by its address, in the page’s head, and on the way back', async ({ page, game }) => {
  await game.filled(RACE);
  await test.step('the scores up to then, and the same after a reload', async () => {
    for (const [time, expected] of [
      ['05:59', []],
      ['06:00', ['1 ann 50']],
      ['12:00', AT_NOON],
      ['16:00', AT_FOUR],
      ['23:59', AT_THE_END],
    ] as const) {
      await open(page, `/?at=${at(time)}`);
      expect(await standings(page), time).toEqual(expected);
    }
    await page.reload();
    await ready(page);
    expect(await standings(page)).toEqual(AT_THE_END);
  });
  await test.step('the head of the page names the moment', async () => {
    await open(page, `/leaderboard?mode=weekly&at=${at('12:00')}`);
    await expect(page).toHaveTitle(/^Leaderboards: .*, weekly, as it stood on \d+ \w+ \d+, 12:00 · Laurels$/);
    const description = page.locator('meta[name="description"]');
    await expect(description).toHaveAttribute(
      'content',
      /^As it stood on .*, 12:00 \(UTC\): 1st bob, 80 points; 2nd ann, 50 points\. 2 ranked\.$/,
    );
  });
  await test.step('hydration keeps the page', async () => {
    await page.goto(`/?at=${at('16:00')}`, { waitUntil: 'commit' });
    const range = page.locator('input[type="range"]');
    await range.evaluate((element) => Reflect.set(element, 'fromServer', true));
    await ready(page);
    expect(await range.evaluate((element) => Reflect.get(element, 'fromServer'))).toBe(true);
  });
  await test.step('a player who changes podium lanes glides there', async () => {
    await open(page, `/?at=${at('11:45')}`);
    await page.evaluate(() => {
      const { animate } = Element.prototype;
      Reflect.set(globalThis, 'moved', []);
      Element.prototype.animate = function (this: Element, ...how) {
        (Reflect.get(globalThis, 'moved') as string[]).push(this.querySelector('a')?.textContent ?? '');
        return animate.apply(this, how);
      };
    });
    await slider(page).focus();
    await page.keyboard.press('ArrowRight');
    await shows(page, AT_NOON);
    expect(await page.evaluate(() => (Reflect.get(globalThis, 'moved') as string[]).toSorted())).toEqual(['ann', 'bob']);
  });
  await test.step('closing the replay returns from the moment, by either button', async () => {
    for (const button of [replay(page), page.getByRole('button', { name: 'Close replay' })]) {
      await open(page, `/?at=${at('12:00')}`);
      await button.click();
      await shows(page, AT_THE_END);
      await expect(slider(page)).toHaveCount(0);
      expect(address(page)).toBe(`/?at=${YESTERDAY}`);
      await expect(replay(page)).toBeFocused();
    }
  });
  await test.step('before the first points nobody is shown, and a link leads on', async () => {
    for (const [when, words] of [
      ['2001-01-01', 'No points in this period.'],
      ['2001-01-01T12:00Z', 'No points by then.'],
    ] as const) {
      const response = await page.goto(`/?at=${when}`);
      expect(response!.status()).toBe(200);
      await ready(page);
      await expect(page.getByText(words)).toBeVisible();
      await expect(page.getByText(/takes the lead/)).toHaveCount(0);
      await expect(replay(page)).toHaveCount(0);
      await page.getByRole('link', { name: 'Go to the next period' }).click();
      await shows(page, AT_THE_END);
    }
    await open(page, `/?at=${at('01:00')}`);
    await expect(page.getByText('No points yet.')).toBeVisible();
  });
});

test('the slider goes through the period by keyboard, and the address follows', async ({ page, game }) => {
  await game.filled(RACE);
  await open(page, `/?at=${YESTERDAY}`);
  await expect(slider(page)).toHaveCount(0);
  await expect(replay(page)).toHaveAttribute('aria-expanded', 'false');
  await replay(page).click();
  await expect(replay(page)).toHaveAttribute('aria-expanded', 'true');
  await slider(page).focus();
  await expect(slider(page)).toHaveAttribute('aria-valuetext', 'Final standings');
  await page.keyboard.press('Home');
  await shows(page, []);
  await expect(page).toHaveURL(`/?at=${at('00:00')}`);
  for (let i = 0; i < 12 * 4; i += 1) await page.keyboard.press('ArrowRight');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /, 12:00 UTC$/);
  await shows(page, AT_NOON);
  await expect(page).toHaveURL(`/?at=${at('12:00')}`);
  await expect(page.getByText(standsAt('12:00'))).toBeVisible();
  await page.keyboard.press('End');
  await shows(page, AT_THE_END);
  await expect(page).toHaveURL(`/?at=${YESTERDAY}`);
  await expect(slider(page)).toBeFocused();
});

test('a replay continues while the visitor types, and ends when they follow a link, at the moment they saw', async ({ page, game }) => {
  await game.filled(FIELD);
  await openStill(page, `/?at=${at('18:30')}`);
  await play(page).click();
  await playedTo(page, '18:45');
  await playerSearch(page).fill('player 0');
  await expect(page).toHaveURL(/q=player/);
  await expect(pause(page)).toBeVisible();
  // Longer than the typing debounce.
  await playedTo(page, '19:30');
  await expect(page.getByText(/match “player 0”/)).toHaveCount(1);
  await playerSearch(page).fill('');
  await playedTo(page, '20:15');
  await page.getByRole('link', { name: 'Next', exact: true }).click();
  await page.clock.resume();
  await expect(page).toHaveURL(new RegExp(`page=2&at=${at('20:15')}$`));
  await expect(play(page)).toBeVisible();
  await expect(page.getByText('54 to 61 of 61')).toBeVisible();

  await openStill(page, `/?at=${at('19:30')}&page=2`);
  await play(page).click();
  await playedTo(page, '20:15');
  expect(await standings(page)).toHaveLength(8);
  await period(page, 'Weekly').click();
  await page.clock.resume();
  await expect(page).toHaveURL(new RegExp(`period=weekly&at=${at('20:15')}$`));
  await expect(play(page)).toBeVisible();
});

const WAYS: readonly (readonly [how: string, press: (button: Locator) => Promise<void>])[] = [
  ['by mouse', (button) => button.click()],
  [
    'by keyboard',
    async (button) => {
      await button.focus();
      await expect(pause(button.page())).toBeVisible();
      await button.press('Enter');
    },
  ],
  // As speech input and some screen readers do.
  ['without a pointer or the focus', (button) => button.evaluate((element: HTMLElement) => element.click())],
];

test('controls around the board continue from the moment of a replay, however they are pressed', async ({ page, game, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await game.filled(RACE);
  const replayed = async (path: string) => {
    await openStill(page, path);
    await replay(page).click();
    await play(page).click();
    await playedTo(page, '00:30');
  };
  for (const [how, press] of WAYS) {
    await test.step(how, async () => {
      await replayed(`/?at=${YESTERDAY}`);
      await press(period(page, 'Weekly'));
      await page.clock.resume();
      await expect(page).toHaveURL(new RegExp(`period=weekly&at=${at('00:30')}$`));
      await page.goBack();
      await expect(page.getByText(standsAt('00:30'))).toBeVisible();

      await replayed(`/leaderboard?at=${YESTERDAY}`);
      await press(page.getByRole('group', { name: 'Mode' }).getByRole('button', { name: 'All Time' }));
      await page.clock.resume();
      await expect(page).toHaveURL(new RegExp(`mode=all-time&at=${at('00:30')}$`));

      await replayed(`/?at=${YESTERDAY}`);
      await page.evaluate(() => navigator.clipboard.writeText(''));
      await press(page.getByRole('button', { name: 'Copy link' }));
      await page.clock.resume();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${game.url}/?at=${at('00:30')}`);
      await expect(page.getByText(standsAt('00:30'))).toBeVisible();
      await expect(page).toHaveTitle(/as it stood on .*, 00:30 · Laurels$/);
      await expect(play(page)).toBeVisible();
    });
  }
});

test('a replay stops at the end, on a pause, on the slider’s keys or a touch of it, and when nobody can see it', async ({ page, game }) => {
  await game.filled(RACE);
  await test.step('it runs to the end and leaves the address of what it shows, and so does a pause', async () => {
    await openStill(page, `/?at=${at('23:15')}`);
    await play(page).click();
    await playedTo(page, '23:30');
    expect(address(page)).toBe(`/?at=${at('23:15')}`);
    await passTime(page, 50, () => play(page).isVisible());
    await passTime(page, 50, async () => address(page) === `/?at=${YESTERDAY}`);
    await shows(page, AT_THE_END);

    await play(page).click();
    await playedTo(page, '00:30');
    await pause(page).click();
    await page.clock.resume();
    await expect(play(page)).toBeVisible();
    await expect(page).toHaveURL(`/?at=${at('00:30')}`);
    await page.reload();
    await ready(page);
    await expect(page.getByText(standsAt('00:30'))).toBeVisible();
  });
  await test.step('the slider’s keys stop it where they leave it, even at the moment that was shown', async () => {
    await openStill(page, `/?at=${at('00:00')}`);
    const replayUntil = async (time: string) => {
      await play(page).click();
      await slider(page).focus();
      await playedTo(page, time);
    };
    const isLeft = async (time: string) => {
      await expect(play(page)).toBeVisible();
      await playedTo(page, time);
      await passTime(page, 50, async () => address(page) === `/?at=${at(time)}`);
    };
    await replayUntil('00:30');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await isLeft('00:30');
    await page.keyboard.press('Home');
    await isLeft('00:00');
    // The address is already there, but the replay is not.
    await replayUntil('00:15');
    await page.keyboard.press('Home');
    await isLeft('00:00');
  });
  await test.step('dragging names the moment at once and shows it at rest; touching the slider stops the replay', async () => {
    await openStill(page, `/?at=${at('12:00')}`);
    await play(page).click();
    await playedTo(page, '12:15');
    const box = (await slider(page).boundingBox())!;
    const point = (part: number) => [box.x + box.width * part, box.y + box.height / 2] as const;
    await page.mouse.move(...point(0.4));
    await page.mouse.down();
    await expect(play(page)).toBeVisible();
    await page.clock.resume();
    await page.mouse.move(...point(0.9), { steps: 10 });
    await expect(slider(page)).toHaveAttribute('aria-valuetext', /, 21:/);
    await shows(page, AT_THE_END);
    await page.mouse.move(...point(0.3), { steps: 10 });
    await expect(slider(page)).toHaveAttribute('aria-valuetext', /, 0[67]:/);
    await shows(page, ['1 ann 50']);
    await page.mouse.up();
    await expect(page).toHaveURL(/T0[67]:/);
  });
  await test.step('it stops when nobody can see it', async () => {
    await openStill(page, `/?at=${at('12:00')}`);
    await play(page).click();
    await playedTo(page, '12:15');
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await expect(play(page)).toBeVisible();
    await expect(page).toHaveURL(/T12:15Z$/);
  });
});

test('a replay has the chosen speed, even when it changes midway, announces nothing twice, and is calm under reduced motion', async ({
  page,
  game,
}) => {
  await game.filled(RACE);
  await test.step('an announcement is not repeated when the replay starts again', async () => {
    await openStill(page, `/?at=${at('11:30')}`);
    const said = page.getByRole('region', { name: 'Replay' }).getByRole('status').last();
    await play(page).click();
    await playedTo(page, '12:00');
    await passTime(page, 1, async () => (await said.textContent()) !== '');
    await expect(said).toHaveText('bob takes the lead at 12:00, with 80 points');
    await pause(page).click();
    await expect(said).toHaveText('');
    await play(page).click();
    await expect(pause(page)).toBeVisible();
    await expect(said).toHaveText('');
    await playedTo(page, '13:00');
    await expect(said).toHaveText('');
  });
  await test.step('it has the chosen speed', async () => {
    await openStill(page, `/?at=${at('12:00')}`);
    const speed = page.getByRole('combobox', { name: 'Speed' });
    await play(page).click();
    await playedTo(page, '12:15');
    const usual = await playedTo(page, '13:15');
    await speed.selectOption('4×');
    await expect(pause(page)).toBeVisible();
    await playedTo(page, '13:45');
    const fast = await playedTo(page, '14:45');
    expect(fast).toBeLessThan(usual / 2);
    await speed.selectOption('½×');
    await playedTo(page, '15:00');
    expect(await playedTo(page, '16:00')).toBeGreaterThan(usual * 1.5);
  });
  await test.step('under reduced motion nothing glides, and steps are slower', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openStill(page, `/?at=${at('14:45')}`);
    await page.evaluate(() => {
      Element.prototype.animate = () => {
        throw new Error('something moved');
      };
    });
    await play(page).click();
    await playedTo(page, '15:00');
    expect((await playedTo(page, '15:15')) + (await playedTo(page, '15:30'))).toBeGreaterThan(2_000);
    await pause(page).click();
  });
});

test('a replay requests at most two steps at a time, however slow the answers, and stops when one fails to load', async ({
  page,
  game,
  complaints,
}) => {
  await game.filled(RACE);
  await test.step('at most two steps are requested at a time', async () => {
    await openStill(page, `/?at=${at('15:15')}`);
    // The shown moment is requested once more when the page learns that it is connected, however late; that is not a step.
    const shown = new Set(['15:15']);
    const flying: { readonly step: string; readonly goOn: () => Promise<void> }[] = [];
    await page.route(/\/view/, async (route) => {
      const step = /T(\d\d:\d\d)Z/.exec(decodeURIComponent(route.request().url()))?.[1] ?? 'now';
      if (shown.has(step)) await route.continue();
      else flying.push({ step, goOn: () => route.continue() });
    });
    await play(page).click();
    for (const [next, afterNext] of [
      ['15:30', '15:45'],
      ['15:45', '16:00'],
    ] as const) {
      await passTime(page, 50, async () => flying.length >= 2);
      await page.clock.runFor(5_000);
      expect(flying.map(({ step }) => step)).toEqual([next, afterNext]);
      shown.add(next);
      await flying.shift()!.goOn();
      await playedTo(page, next);
    }
    await pause(page).click();
    for (const { goOn } of flying) await goOn();
    await page.unrouteAll();
  });
  await test.step('a step that fails to load stops it, with a message, and the shown board stays', async () => {
    complaints.allow(/net::ERR_FAILED/);
    await openStill(page, `/?at=${at('15:15')}`);
    await page.route(/view.*T16/, (route) => route.abort());
    await play(page).click();
    await passTime(page, 50, () => page.getByText('Could not load this moment. Still showing the one before.').isVisible());
    await expect(play(page)).toBeVisible();
    await expect(page.getByText(standsAt('15:45'))).toBeVisible();
    expect(await standings(page)).toEqual(AT_FOUR);
    await expect(page).toHaveURL(/T15:45Z$/);
  });
});

test('a replay of a long period stops only where somebody scored', async ({ page, game }) => {
  const days = [
    '2025-03-02',
    '2025-03-09',
    '2025-05-04',
    '2025-05-11',
    '2025-07-06',
    '2025-07-13',
    '2025-09-07',
    '2026-03-01',
    '2026-04-05',
  ];
  await game.filled(days.map((each, i) => ({ username: i % 2 === 0 ? 'ann' : 'bob', points: 10 + i, at: `${each}T14:00:00Z` })));
  await open(page, '/leaderboard?mode=all-time');
  await replay(page).click();
  const stops = page.getByRole('combobox', { name: 'Step' });
  await expect(stops).toHaveValue('days');
  await slider(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /^Standings on 2 Mar 2025, 23:59:59/);
  await shows(page, ['1 ann 10']);
  await page.keyboard.press('ArrowRight');
  await shows(page, ['1 bob 11', '2 ann 10']);
  await stops.selectOption('Month');
  await page.keyboard.press('Tab');
  await slider(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /^Standings on 31 Mar 2025/);
  await stops.selectOption({ index: 0 });
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /31 Mar 2025/);
});

test('a moment of the current period is not shown as live: no countdown, no status, no place of your own, and a way back', async ({
  page,
  game,
}) => {
  await game.scored([
    { username: 'ann', points: 50, at: `${day(0)}T00:00:00Z` },
    { username: 'bob', points: 90 },
    ...field(60).map(({ username }) => ({ username, points: 1 })),
  ]);
  await page.addInitScript(() => localStorage.setItem('laurels:me', '{"username":"player 060","name":"player 060"}'));
  await open(page, '/');
  await expect(page.getByRole('complementary', { name: 'Your place' })).toBeVisible();
  await replay(page).click();
  await expect(slider(page)).toHaveAttribute('aria-valuetext', 'Live standings');
  await slider(page).focus();
  await page.keyboard.press('Home');
  await shows(page, ['1 ann 50']);
  await expect(page.getByText(standsAt('00:00'))).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who led that day');
  await expect(page.getByRole('button', { name: /^Resets/ })).toHaveCount(0);
  await expect(status(page)).toHaveCount(0);
  await expect(page.getByRole('complementary', { name: 'Your place' })).toHaveCount(0);
  await expect(page.getByText(/leads now/)).toHaveCount(0);
  await page.keyboard.press('End');
  await expect.poll(async () => (await standings(page))[0]).toBe('1 bob 90');
  await expect(page).toHaveURL('/');
  await expect(status(page)).toHaveText('Live');
  await expect(page.getByText(/leads now/)).toHaveCount(0);
  // It stays open for a visitor who has used it, until they press the button again.
  await replay(page).click();
  await expect(slider(page)).toHaveCount(0);
});

test('pages, a filter, a mode and a board keep the moment; links to players and other pages do not', async ({ page, game }) => {
  await game.open('relay', 'Relay');
  await game.filled(FIELD);
  await open(page, `/leaderboard?at=${at('12:00')}&page=2`);
  await expect(page.getByText('54 to 60 of 60')).toBeVisible();
  await slider(page).focus();
  await page.keyboard.press('End');
  await expect(page.getByText('54 to 61 of 61')).toBeVisible();
  await page.goto(`/leaderboard?at=${at('12:00')}&q=player+005`);
  await ready(page);
  // Fifth, until somebody overtakes them.
  expect(await standings(page)).toEqual(['5 player 005 560']);
  await slider(page).focus();
  await page.keyboard.press('End');
  await shows(page, ['6 player 005 560']);
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(/q=player\+005.*T23:45Z$/);
  await page.getByRole('group', { name: 'Mode' }).getByRole('button', { name: 'All Time' }).click();
  await expect(page).toHaveURL(/mode=all-time.*T23:45Z$/);
  await page.getByRole('navigation', { name: 'Boards' }).getByRole('link', { name: 'Relay' }).click();
  await expect(page).toHaveURL(/board=relay.*T23:45Z$/);
  await page.goBack();
  for (const link of [
    page.getByRole('link', { name: 'player 005' }),
    page.getByRole('navigation', { name: 'Main' }).getByRole('link').first(),
  ])
    expect(await link.getAttribute('href')).not.toContain('at=');
});

test.describe('for a visitor in New York', () => {
  test.use({ timezoneId: 'America/New_York', settings: { LAURELS_TIME_ZONE: 'Asia/Kathmandu' } });

  test('a moment is given in the board’s time zone', async ({ page, game }) => {
    await game.filled(RACE);
    await open(page, `/?at=${at('12:00')}`);
    await expect(slider(page)).toHaveAttribute('aria-valuetext', /, 17:45 \(Asia\/Kathmandu\)$/);
    await expect(page.getByText(/^Standings on .*, 17:45 \(Asia\/Kathmandu\)$/)).toBeVisible();
  });
});

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false });

  test('a link to a moment shows it', async ({ page, game }) => {
    await game.filled(RACE);
    await page.goto(`/?at=${at('16:00')}`);
    await expect(page.getByRole('list', { name: 'Podium' }).getByRole('listitem').nth(1)).toContainText('bob');
    await expect(page.getByText(standsAt('16:00'))).toBeVisible();
    await expect(slider(page)).toBeHidden();
    await page.getByRole('link', { name: 'Go to the final ranks' }).click();
    await expect(page.getByRole('list', { name: 'Podium' }).getByRole('listitem').nth(1)).toContainText('di');
    await page.getByRole('link', { name: 'Back to now' }).click();
    await expect(page.getByRole('list', { name: 'Podium' }).getByRole('listitem').nth(1)).toContainText('eve');
  });
});

const NONE = [
  ['/?at=garbage', '“garbage” is not a date or time.', '/'],
  ['/?at=2026-02-31&q=a', '“2026-02-31” is not a date', '/?q=a'],
  ['/?at=2026-02-28T25:00Z', 'is not a date or time.', '/'],
  ['/?at=0000-01-01', '“0000-01-01” does not exist on the board’s calendar.', '/'],
  ['/leaderboard?mode=weekly&at=2999-01-01', '“2999-01-01” is in the future.', '/leaderboard?mode=weekly'],
  ['/?at=2999-01-01T18:00Z&period=weekly', '“2999-01-01T18:00Z” is in the future.', '/?period=weekly'],
  ['/players/ann/why?at=yesterday', '“yesterday” is not a date', '/players/ann/why'],
  ['/players/ann/why?at=2999-01-01T18:00Z', 'is in the future.', '/players/ann/why'],
  [`/?at=${encodeURIComponent('</title><script>alert(1)</script>')}`, '“</title><script>alert(1)</script>” is not a date', '/'],
] as const;

test('an invalid moment is a 404 that says why and leads on', async ({ page, game, complaints }) => {
  complaints.allow(/40[04]/);
  await game.score('ann', 50);
  for (const [path, words, way] of NONE) {
    await test.step(decodeURIComponent(path), async () => {
      const response = await page.goto(path);
      expect(response!.status()).toBe(404);
      const html = await response!.text();
      expect(html).not.toContain('<script>alert(1)');
      expect(html).not.toMatch(/UnknownMoment|at file:|node_modules/);
      await ready(page);
      await expect(page.getByText(words)).toBeVisible();
      await expect(page).toHaveTitle('Date not found · Laurels');
      await page.getByRole('link', { name: /^Open the current / }).click();
      await expect(page).not.toHaveURL(/at=/);
      expect(address(page)).toBe(way);
      await expect(page.getByText(words)).toHaveCount(0);
    });
  }
});

test('the page about an invalid date lets the visitor choose another day', async ({ page, game, complaints }) => {
  complaints.allow(/404/);
  await game.filled(RACE);
  await page.goto('/leaderboard?at=garbage&period=weekly');
  await ready(page);
  await page.getByLabel('Choose a day').fill(YESTERDAY);
  await page.getByRole('button', { name: 'Go to this day' }).click();
  await expect(page).toHaveURL(new RegExp(`/leaderboard\\?period=weekly&at=${YESTERDAY}$`));
  await expect(page.getByRole('table', { name: 'Rankings' })).toBeVisible();
});

test('a page that shows only the present answers a date with a 404, and links to itself without one', async ({
  page,
  game,
  complaints,
}) => {
  complaints.allow(/404/);
  await game.score('ann', 50);
  for (const [path, way] of [
    [`/players/ann?period=weekly&at=${YESTERDAY}`, '/players/ann?period=weekly'],
    [`/whiteboard?at=${at('16:00')}`, '/whiteboard'],
    ['/search?text=ann&at=garbage', '/search?text=ann'],
    ['/earn?at=2999-01-01', '/earn'],
  ] as const) {
    await test.step(path, async () => {
      const response = await page.goto(path);
      expect(response!.status()).toBe(404);
      await ready(page);
      await expect(page).toHaveTitle('Date not found · Laurels');
      const words = page.getByText(`This page shows the present only, not “${new URL(page.url()).searchParams.get('at')}”.`);
      await expect(words).toBeVisible();
      await page.getByRole('link', { name: 'Open it without a date' }).click();
      await expect(words).toHaveCount(0);
      expect(address(page)).toBe(way);
    });
  }
});

test('no link carries a moment to a page that shows only the present', async ({ page, game }) => {
  await game.filled(RACE);
  for (const path of [`/?at=${at('16:00')}`, `/leaderboard?at=${YESTERDAY}`, `/players/bob/why?at=${at('16:00')}`]) {
    await open(page, path);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('b');
    await expect(page.getByRole('list', { name: 'Suggestions' }).getByRole('link', { name: 'bob' })).toBeVisible();
    const links = await page
      .locator('a[href]')
      .evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href)).map(({ pathname, search }) => pathname + search));
    const dated = links.filter((link) => link.includes('at='));
    expect(links.length).toBeGreaterThan(dated.length);
    for (const link of dated) expect(link).toMatch(/^\/(?:leaderboard|hall-of-fame|players\/[^/]+\/why)?\?/);
  }
});

test('a moment that becomes invalid on an open page leads to the page about that, and is not requested again', async ({
  page,
  game,
  complaints,
}) => {
  complaints.allow(/404/);
  await game.filled(RACE);
  await open(page, `/?at=${at('16:00')}`);
  let asked = 0;
  await page.route(/\/view/, async (route) => {
    asked += 1;
    const errors = [{ field: 'at', rule: 'must not be in the future' }];
    const detail = 'at must not be in the future.';
    await route.fulfill({ status: 404, json: { type: 'urn:laurels:problem:not-found', title: 'Not found', status: 404, detail, errors } });
  });
  await game.score('eve', 1);
  await expect(page.getByText('Date not found')).toBeVisible();
  const before = asked;
  await game.score('eve', 1);
  await page.waitForTimeout(1_500);
  expect(asked).toBe(before);
});

test('the replay bar is one row of 56 px at the bottom of every window, and does not cover the end of the page', async ({ page, game }) => {
  await game.filled([...RACE, ...FIELD]);
  for (const width of [320, 390, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    await open(page, `/leaderboard?mode=weekly&at=${at('16:00')}`);
    const bar = page.getByRole('region', { name: 'Replay' });
    const box = (await bar.boundingBox())!;
    expect([box.height, box.y + box.height, box.width], `${width} px`).toEqual([56, 800, width]);
    for (const part of await bar.locator('button, input, select, p:not([role])').filter({ visible: true }).all()) {
      const { x, y, width: wide, height } = (await part.boundingBox())!;
      expect([x >= 0, y >= box.y, x + wide <= width, y + height <= 800], `${width} px: ${await part.innerText()}`).toEqual([
        true,
        true,
        true,
        true,
      ]);
    }
    await expect(page.getByText(/16:00/).filter({ visible: true })).toHaveCount(1);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const foot = (await page.getByRole('contentinfo').boundingBox())!;
    // Lines of text may end between two pixels.
    expect(Math.floor(foot.y + foot.height), `${width} px: the foot of the page`).toBeLessThanOrEqual(box.y);
  }
});

const LOOKS = [
  [`/?at=${at('16:00')}`, 'a moment of a day'],
  [`/leaderboard?mode=weekly&at=${at('16:00')}`, 'a moment of a week'],
  ['/?at=2001-01-01T12:00Z', 'a moment before the first points'],
  ['/?at=garbage', 'no moment'],
  ['/?period=yearly', 'no period'],
] as const;

test('every moment, and the present, is accessible in any theme at any width, and fits', async ({ page, game, complaints }) => {
  await game.filled(RACE);
  for (const [path, name] of LOOKS) {
    await test.step(name, async () => {
      if (name === 'no moment') {
        expect(complaints.unexpected()).toEqual([]);
        complaints.allow(/404/);
      }
      await asBefore(page);
      await open(page, path);
      expect(await violations(page), name).toEqual([]);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        expect(await sideways(page), `${name} at ${width} px`).toEqual([]);
        expect(await smallTargets(page, 24), `${name} at ${width} px`).toEqual([]);
      }
    });
  }
  await test.step('opened on the present', async () => {
    await asBefore(page);
    await open(page, '/');
    await replay(page).click();
    await expect(slider(page)).toBeVisible();
    expect(await violations(page), 'opened on the present').toEqual([]);
  });
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 320, height: 640 } });

  test('every target is at least 44 px', async ({ page, game, complaints }) => {
    complaints.allow(/404/);
    await game.filled(RACE);
    for (const [path] of LOOKS) {
      await open(page, path);
      expect(await smallTargets(page, 44), path).toEqual([]);
    }
  });
});
