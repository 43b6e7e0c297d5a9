// Every dialog of the console, by keyboard: found in the source, opened, tabbed through and left.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Locator, Page } from '@playwright/test';

import { ROOT } from '../../scripts/tools/child-process.ts';
import { type EndpointId, ENDPOINT_IDS, ENDPOINTS } from '../../src/contract/api.ts';
import { SELECTION } from '../../src/web/console/list/list-words.ts';
import { CONSOLE_ROOMS } from '../../src/web/console/frame/console-rooms.ts';
import { violations } from '../e2e/axe-violations.ts';
import { expect, letIn, test } from './console-people.ts';
import type { Game } from './game.ts';
import { day } from './live-site.ts';

const CONSOLE = join(ROOT, 'src/web/console');

/** Actions that a component of the console opens in a dialog. */
const IN_DIALOGS: ReadonlySet<string> = new Set(
  readdirSync(CONSOLE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => [...readFileSync(join(CONSOLE, file), 'utf8').matchAll(/<Act\s[^<]*?\bact="(\w+)"/g)].map(([, act]) => act!)),
);

/** Actions whose dialogs need so much setup that other tests cover them. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  redeliver: 'a delivery that failed',
  checkBackup: 'a backup',
  removePasskey: 'a second passkey',
};

/** Shows no request at first, because the browser acts first. */
const WITHOUT_REQUEST = 'Add a passkey on this device';

/** A game with something on every page, a day under review and, on another board, a final day with a prize. */
async function play(game: Game): Promise<void> {
  const midnight = Date.parse(`${day(1)}T00:00:00Z`);
  await game.stopClockAt(midnight - 60_000);
  await game.open('cup', 'Winter cup');
  await game.tell({ prizes: [{ period: 'daily', from: 1, prize: 'Golden lantern' }] });
  await game.call('setReview', { board: 'main', body: { reviewMinutes: 1440 } });
  await game.scored([
    { id: 'match-1', username: 'ada', points: 100 },
    { id: 'match-2', username: 'bob', points: 60 },
  ]);
  await game.call('setLimits', { board: 'cup', body: { event: 1000 } });
  await game.scored([{ username: 'ada', points: 100 }], 'cup');
  await game.scored([{ username: 'eve', points: 99_999 }], 'cup');
  await game.call('addKey', { body: { name: 'the-shop', role: 'write' } });
  await game.call('addNote', { username: 'ada', body: { text: 'Asked for a new name.' } });
  await game.call('addWebhook', { body: { name: 'results', url: 'https://play.example/hooks' } });
  await game.stopClockAt(midnight + 120_000);
  await expect.poll(async () => (await game.call('review', { board: 'main' })).provisional.length).toBe(1);
  await expect.poll(async () => (await game.call('payouts', {})).payouts.length).toBe(1);
  await game.call('beginImport', { body: { board: 'cup', file: 'season.csv' } });
}

test('the focus stays in every action’s dialog until it is closed, and returns to what opened it', async ({ page, game, complaints }) => {
  // Takes minutes, so a slow machine may exceed the timeout for tests that hang.
  test.slow();
  // Some previews are refused, such as that of reopening a period.
  complaints.allow(/409 \(Conflict/, /422 \(Unprocessable/);
  await play(game);
  await letIn(page, game, 'Olga');
  await game.call('inviteOperator', { body: { role: 'viewer' } });
  const others = await page.context().browser()!.newContext();
  await letIn(await others.newPage(), game, 'Mo', 'moderator');
  const walked = new Set<EndpointId>();
  const places = [
    ...CONSOLE_ROOMS.map(({ path }) => path),
    '/players?player=ada',
    '/webhooks?webhook=results',
    '/catalogue?part=prizes',
    '/periods?board=cup',
  ];
  for (const place of places) {
    await page.goto(`/console${place === '/' ? '' : place}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Loading…')).toHaveCount(0);
    const walkAll = async (openers: Locator) => {
      const words = await openers.allTextContents();
      // One of each is enough.
      for (const [i, text] of words.entries())
        if (words.indexOf(text) === i) await test.step(`${place}: ${text}`, () => walk(page, openers.nth(i), walked));
    };
    await walkAll(page.locator('main button[aria-haspopup="dialog"]'));
    // Bulk actions need selected rows.
    const all = page.getByRole('checkbox', { name: SELECTION.page });
    if ((await all.count()) === 0) continue;
    await all.first().check();
    await walkAll(page.getByRole('group', { name: SELECTION.label }).locator('button[aria-haspopup="dialog"]'));
  }
  await others.close();
  const missing = [...IN_DIALOGS].filter((act) => !walked.has(act as EndpointId) && !(act in ELSEWHERE));
  expect(missing).toEqual([]);
});

async function walk(page: Page, opener: Locator, walked: Set<EndpointId>): Promise<void> {
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expect(dialog.getByText('Loading…')).toHaveCount(0);
  const requests = dialog.locator('summary').filter({ hasText: 'API request: ' });
  // A form shows its request once it is filled with the current values.
  if ((await opener.textContent()) !== WITHOUT_REQUEST) await expect(requests.first()).toBeVisible();
  // A form may request a preview at once.
  await expect(dialog.locator('[aria-busy="true"]')).toHaveCount(0);
  const summary = await requests.allTextContents();
  const id = ENDPOINT_IDS.find((each) => `API request: ${ENDPOINTS[each].summary}` === summary.at(-1));
  if (id !== undefined && !walked.has(id)) {
    walked.add(id);
    const seen = new Set<string>();
    // Once around and a bit further: a time field has several tab stops.
    const stops = await dialog.locator('a, button, input:not([type="hidden"]), select, textarea, summary').count();
    const keys = [...Array.from({ length: stops + 8 }, () => 'Tab'), ...Array.from({ length: 3 }, () => 'Shift+Tab')];
    for (const key of keys) {
      await page.keyboard.press(key);
      const at = await focusIn(page);
      expect(at).not.toBe('outside');
      seen.add(at);
    }
    expect(seen).toContain('submit');
    // Besides its podiums, a preview has figures, lists and collapsed details.
    if (id === 'reviseEvent') expect(await violations(page)).toEqual([]);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
}

/** Where the focus is: on the submit button of the open dialog, elsewhere in the dialog, or outside it. */
function focusIn(page: Page): Promise<'submit' | 'other' | 'outside'> {
  return page.evaluate(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement.closest('dialog[open]') === null) return 'outside';
    return activeElement.matches('[type="submit"]') ? 'submit' : 'other';
  });
}

test('after an action the focus is on the row that took the place of the finished one', async ({ console: page, game }) => {
  await game.call('setLimits', { board: 'main', body: { event: 100 } });
  await game.scored(['ann', 'bob', 'cy'].map((username) => ({ username, points: 500 })));
  await page.goto('/console/held');
  for (const left of [2, 1]) {
    await page.getByRole('button', { name: 'Accept' }).first().focus();
    await page.keyboard.press('Enter');
    const act = page.getByRole('dialog').getByRole('button', { name: 'Accept points' });
    await expect(act).toBeFocused();
    await expect(act).toBeEnabled();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Accept' })).toHaveCount(left);
    await expect(page.getByRole('button', { name: 'Accept' }).first()).toBeFocused();
  }
  await page.keyboard.press('Enter');
  const last = page.getByRole('dialog').getByRole('button', { name: 'Accept points' });
  await expect(last).toBeFocused();
  await expect(last).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nothing to review.')).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});

test('everything can be found with Ctrl K by keyboard, and the menu shows pending work', async ({ console: page, game, complaints }) => {
  complaints.allow(/404 \(Not Found/);
  await game.open('cup', 'Winter cup');
  await game.call('setLimits', { board: 'cup', body: { event: 1000 } });
  await game.scored([{ id: 'match-4711', username: 'bartholomew', points: 60 }], 'cup');
  await game.scored([{ username: 'eve', points: 99_999 }], 'cup');
  await game.call('addKey', { body: { name: 'winter-shop', role: 'write' } });
  await page.goto('/console');
  const menu = page.getByRole('navigation', { name: 'Console' });
  await expect(menu.getByRole('link', { name: 'Held points', exact: true })).toHaveAccessibleDescription('1 waiting');
  await expect(menu.getByRole('status')).toContainText('Held points');

  const box = page.getByRole('combobox', { name: 'Search the console' });
  const find = async (text: string, option: RegExp) => {
    await page.keyboard.press('Control+k');
    await expect(box).toBeFocused();
    await box.fill(text);
    await expect(page.getByRole('dialog').getByRole('option').filter({ hasText: option })).toBeVisible();
    // Results that are still loading may come before it.
    await expect(page.getByRole('dialog').getByRole('status')).toHaveText(/^\d+ results?$/);
    const chosen = page.getByRole('dialog').getByRole('option', { selected: true });
    for (let i = 0; i < 12 && !option.test((await chosen.textContent())!); i += 1) await page.keyboard.press('ArrowDown');
    await expect(chosen).toHaveText(option);
    expect(await box.getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'));
    await page.keyboard.press('Enter');
    await expect(box).toHaveCount(0);
  };
  await find('Bartho', /^bartholomew/);
  await expect(page.getByRole('heading', { level: 1, name: 'bartholomew' })).toBeVisible();
  // Enter right after the last letter opens the result for the whole text, not for the letters before.
  await page.keyboard.press('Control+k');
  await box.fill('bartho');
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toHaveText(/^bartholomew/);
  await box.fill('eve');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'eve' })).toBeVisible();
  await find('match-4711', /^match-4711 · bartholomew, Winter cup$/);
  await expect(page.getByRole('rowheader', { name: 'match-4711' })).toBeVisible();
  await find('winter', /^winter-shop/);
  await expect(page).toHaveURL(/\/keys\?q=winter-shop$/);
  await find('winter', /^Winter cup/);
  await expect(page).toHaveURL(/\/events\?board=cup$/);
  await find('forgotten', /^Somebody wants to be forgotten/);
  await expect(page.getByRole('heading', { name: 'Somebody wants to be forgotten' })).toBeFocused();
  await find('post', /^Post points$/);
  await expect(page.getByRole('dialog', { name: 'Post points' }).getByLabel('Board')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Post points' })).toBeFocused();

  await page.getByRole('button', { name: /^Search/ }).click();
  await box.fill('zzzz');
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('No matches for “zzzz”.');
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 640 });
    await box.fill('');
    await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
    expect(await violations(page)).toEqual([]);
    expect(await page.getByRole('dialog').evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  }
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Search/ })).toBeFocused();
});

test('a dialog opens with its form, however late the form is fetched, and says so if it can’t be', async ({
  console: page,
  complaints,
}) => {
  complaints.allow(/act-form|ERR_FAILED/);
  const dialog = page.getByRole('dialog', { name: 'New board' });
  const press = async () => {
    await page.getByRole('button', { name: 'New board' }).focus();
    await page.keyboard.press('Enter');
  };
  let release = Promise.withResolvers<void>();
  await page.route(/act-form/, async (route) => {
    await release.promise;
    await route.continue();
  });
  for (const address of ['/console/boards', '/console/boards?open=makeBoard']) {
    release = Promise.withResolvers();
    const fetched = page.waitForRequest(/act-form/);
    await page.goto(address);
    if (!address.includes('open')) await press();
    await fetched;
    await expect(page).toHaveURL('/console/boards');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    release.resolve();
    await expect(dialog.getByLabel('Title')).toBeFocused();
  }
  await page.route(/act-form/, (route) => route.abort());
  await page.goto('/console/boards');
  await press();
  await expect(dialog.getByRole('alert')).toHaveText('The form can’t be loaded. Check your connection and reload the page.');
  await page.keyboard.press('Escape');
  await page.unrouteAll();
  await press();
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'New board' })).toBeFocused();
});
