// Any board at any of its moments: by a slider, played like a race, by the keyboard, and by a link.
import type { Locator, Page } from '@playwright/test';

import { address, day, expect, open, ready, standings, test } from './live-site.ts';
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
const slider = (page: Page): Locator => page.getByRole('slider', { name: 'Moment' });
const play = (page: Page): Locator => page.getByRole('button', { name: 'Play', exact: true });
const pause = (page: Page): Locator => page.getByRole('button', { name: 'Pause', exact: true });
const replay = (page: Page): Locator => page.getByRole('button', { name: 'Replay', exact: true });
const shows = (page: Page, expected: readonly string[]) => expect.poll(() => standings(page)).toEqual(expected);

test('a board at a moment is what had been scored by then, and a reload shows the same', async ({ page, game }) => {
  await game.scored(RACE);
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

test('the slider leads through the period by the keyboard, and the address follows', async ({ page, game }) => {
  await game.scored(RACE);
  await open(page, `/?at=${YESTERDAY}`);
  await expect(slider(page)).toHaveCount(0);
  await expect(replay(page)).toHaveAttribute('aria-expanded', 'false');
  await replay(page).click();
  await expect(replay(page)).toHaveAttribute('aria-expanded', 'true');
  await slider(page).focus();
  await expect(slider(page)).toHaveAttribute('aria-valuetext', 'As it ended');
  await page.keyboard.press('Home');
  await shows(page, []);
  expect(address(page)).toBe(`/?at=${at('00:00')}`);
  for (let i = 0; i < 12 * 4; i += 1) await page.keyboard.press('ArrowRight');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /, 12:00 \(UTC\)$/);
  await shows(page, AT_NOON);
  expect(address(page)).toBe(`/?at=${at('12:00')}`);
  await expect(page.getByText('As it stood at 12:00')).toBeVisible();
  await page.keyboard.press('End');
  await shows(page, AT_THE_END);
  expect(address(page)).toBe(`/?at=${YESTERDAY}`);
  await expect(slider(page)).toBeFocused();
});

test('a replay goes on to the end and leaves the address of what it shows; a pause too', async ({ page, game }) => {
  await game.scored(RACE);
  await open(page, `/?at=${at('23:15')}`);
  await play(page).click();
  await expect(page.getByText('As it stood at 23:30')).toBeVisible();
  expect(address(page)).toBe(`/?at=${at('23:15')}`);
  await expect(play(page)).toBeVisible();
  expect(address(page)).toBe(`/?at=${YESTERDAY}`);
  await shows(page, AT_THE_END);

  await play(page).click();
  await expect(page.getByText('As it stood at 00:30')).toBeVisible();
  await pause(page).click();
  await expect(play(page)).toBeVisible();
  await expect(page).toHaveURL(/T00:/);
  const shown = await page.getByText(/^As it stood at /).textContent();
  await page.reload();
  await ready(page);
  await expect(page.getByText(/^As it stood at /)).toHaveText(shown!);
});
