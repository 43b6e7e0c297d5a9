// Every page of the console: by screen reader, by keyboard, large, small, in every theme, and for roles that may not do everything.
import type { Page } from '@playwright/test';

import { CONSOLE_ROOMS } from '../../src/web/console/frame/console-rooms.ts';
import { DEMO_CATALOGUE } from '../../src/main/demo/demo-game.ts';
import { asBefore, violations, WIDTHS } from '../e2e/axe-violations.ts';
import { sideways, smallTargets } from '../e2e/fit.ts';
import { expect, join, letIn, test as base } from './console-people.ts';
import type { Game } from './game.ts';

/** A game with something on every page, and with names that are hard to fit. */
async function play(game: Game): Promise<void> {
  await game.tell(DEMO_CATALOGUE);
  await game.open('relay', 'The relay of the four winds');
  await game.scored(
    ['W'.repeat(64), 'Bartholomew Featherstonehaugh-Cholmondeley', 'ada', 'bob'].map((username, i) => ({ username, points: 400 - i })),
  );
  await game.call('setLimits', { board: 'main', body: { event: 1000 } });
  await game.scored([{ username: 'eve', points: 999_999, id: 'a-held-event-with-a-long-id-'.repeat(4) }]);
  await game.call('setPlayerVisibility', { username: 'bob', body: { state: 'hidden' } });
  await game.call('addKey', { body: { name: 'the-shop', role: 'write', bounds: { boards: ['relay'], maxPoints: 500 } } });
  await game.call('addWebhook', {
    body: { name: 'results', url: 'https://play.example/hooks/laurels', events: ['period.closed'] },
  });
}

const test = base.extend({
  game: async ({ game }, use) => {
    await play(game);
    await use(game);
  },
});

/** Opens a page of the console and waits until it has loaded. */
async function enter(page: Page, path: string, name: string): Promise<void> {
  await page.goto(`/console${path === '/' ? '' : path}`);
  await isEntered(page, name);
}

async function isEntered(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText('Loading…')).toHaveCount(0);
}

test('every page is accessible and fits, in any theme at any width', async ({ console: page }) => {
  // Takes minutes, so a slow machine may exceed the timeout for tests that hang.
  test.slow();
  await page.goto('/console');
  for (const { name } of CONSOLE_ROOMS) {
    await test.step(name, async () => {
      await asBefore(page);
      await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name, exact: true }).click();
      await isEntered(page, name);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        expect(await sideways(page), `${name} at ${width} px`).toEqual([]);
        expect(await smallTargets(page, 24), `${name} at ${width} px`).toEqual([]);
      }
      expect(await violations(page), name).toEqual([]);
    });
  }
});

test('a page works by keyboard, at 400 % in a small window, and beside another operator', async ({ console: page, game, complaints }) => {
  await test.step('the keyboard goes into a dialog and out of it, and from row to row', async () => {
    await enter(page, '/boards', 'Boards');
    const change = page.getByRole('button', { name: 'Edit', exact: true });
    await change.first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await expect(change.first()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(change.nth(1)).toBeFocused();
    await change.first().focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(change.first()).toBeFocused();
  });
  await test.step('another operator’s change is shown, and not overwritten', async () => {
    complaints.allow(/status of 412/);
    await enter(page, '/boards', 'Boards');
    await page.getByRole('row', { name: /relay/ }).getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill('Mine');
    await game.call('changeBoard', { board: 'relay', body: { title: 'Theirs' } });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('changed this while you had it open')).toBeVisible();
    await expect(dialog.getByLabel('Title')).toHaveValue('Mine');
    expect((await game.call('board', { board: 'relay' })).title).toBe('Theirs');
    await dialog.getByRole('button', { name: 'Overwrite with my version' }).click();
    await expect(dialog).toHaveCount(0);
    expect((await game.call('board', { board: 'relay' })).title).toBe('Mine');
  });
  await test.step('at 400 % in a small window everything can be reached', async () => {
    // 1280 px wide, at four times the size.
    await page.setViewportSize({ width: 320, height: 256 });
    await page.goto('/console');
    for (const { path, name } of CONSOLE_ROOMS) {
      await page.getByRole('navigation', { name: 'Console' }).locator('summary').click();
      await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`/console${path === '/' ? '/?' : path}(?:\\?.*)?$`));
    }
  });
});

test('a preview appears at once, the focus stays where it was, and the button is on screen', async ({ console: page, game }) => {
  // Enough to make the preview longer than the dialog.
  const names = Array.from({ length: 12 }, (_, i) => `player-${i}`);
  await game.scored(
    names.map((username, i) => ({ username, points: 900 - i })),
    'relay',
  );
  await game.scored(names.map((username, i) => ({ username, points: 900 - i })));
  await page.setViewportSize({ width: 800, height: 480 });
  await enter(page, '/events', 'Events');
  await page
    .getByRole('row', { name: /player-0/ })
    .getByRole('button', { name: 'Void' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Void event' });
  const reason = dialog.getByLabel('Reason');
  await expect(reason).toBeFocused();
  await expect(dialog.getByRole('figure', { name: 'After' })).toBeVisible();
  await expect(reason).toBeFocused();
  await page.keyboard.type('Sent twice.');
  const order = dialog.getByRole('button', { name: 'Void event' });
  expect(await dialog.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true);
  expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  for (const top of [0, 120, 10_000]) {
    await dialog.evaluate((element, to) => element.scrollTo(0, to), top);
    await expect(order).toBeInViewport({ ratio: 1 });
  }
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  expect((await game.call('rankings', { board: 'main' })).standings[0]).toMatchObject({ player: { username: 'player-1' } });
});

test('unsaved changes are not discarded without confirmation', async ({ console: page, game, complaints }) => {
  const asked = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
  await test.step('on a page', async () => {
    await enter(page, '/appearance', 'Appearance');
    const name = page.getByLabel('Name of your game');
    await name.fill('Lantern Run');
    await page.getByRole('link', { name: 'Boards' }).click();
    await asked.getByRole('button', { name: 'Keep editing' }).click();
    await expect(page).toHaveURL(/appearance$/);
    await expect(name).toHaveValue('Lantern Run');
    // The browser itself asks before the page is unloaded.
    complaints.allow(/^Dialog: $/);
    const leaving = page.waitForEvent('dialog');
    await page.evaluate(() => void setTimeout(() => location.reload()));
    expect((await leaving).type()).toBe('beforeunload');
    await page.getByRole('link', { name: 'Boards' }).click();
    await expect(asked).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await asked.getByRole('button', { name: 'Discard changes' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Boards' })).toBeVisible();
  });
  await test.step('in a dialog', async () => {
    await asBefore(page);
    await page.getByRole('row', { name: /relay/ }).getByRole('button', { name: 'Edit' }).click();
    const title = page.getByRole('dialog', { name: /^Edit/ }).getByLabel('Title');
    await title.fill('Mine');
    await page.keyboard.press('Escape');
    await expect(asked).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(asked).toHaveCount(0);
    await expect(title).toHaveValue('Mine');
    // Some browsers close a dialog without asking when Escape is pressed again: the question is still over the form.
    for (let i = 0; i < 5; i += 1) await page.keyboard.press('Escape');
    await expect(title).toHaveValue('Mine');
    if ((await asked.count()) === 0) await page.keyboard.press('Escape');
    await asked.getByRole('button', { name: 'Keep editing' }).click();
    await expect(asked).toHaveCount(0);
    await page.getByRole('dialog', { name: /^Edit/ }).getByRole('button', { name: 'Close' }).click();
    await asked.getByRole('button', { name: 'Discard changes' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect((await game.call('board', { board: 'relay' })).title).not.toBe('Mine');
  });
  await test.step('saved changes need no confirmation', async () => {
    await enter(page, '/appearance', 'Appearance');
    await page.getByLabel('Name of your game').fill('Lantern Run');
    await page.getByRole('button', { name: 'Save appearance' }).click();
    await expect(page.getByRole('link', { name: 'Reload to see the new colour here' })).toBeVisible();
    await page.getByRole('link', { name: 'Boards' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Boards' })).toBeVisible();
  });
});

test('no word is broken in a table, and tables use the width of a wide window', async ({ console: page, game }) => {
  await game.tell(DEMO_CATALOGUE);
  for (const { path, name } of CONSOLE_ROOMS) {
    await enter(page, path, name);
    for (const width of [768, 900, 1100, 1200, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await brokenWords(page), `${name} at ${width} px`).toEqual([]);
      expect(await sideways(page), `${name} at ${width} px`).toEqual([]);
    }
  }
  await enter(page, '/events', 'Events');
  const table = await page.getByRole('table').evaluate((element) => element.getBoundingClientRect().right);
  expect(table).toBeGreaterThan(1920 - 80);
});

/** Words in tables that wrap onto several lines, except names and ids, which are longer than a column. */
function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const broken: string[] = [];
    for (const cell of document.querySelectorAll('table :is(th, td)')) {
      if (getComputedStyle(cell).overflowWrap === 'anywhere') continue;
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      while (walker.nextNode() !== null) {
        for (const { 0: word, index } of walker.currentNode.textContent!.matchAll(/[^\s\-–/,.:…]+/g)) {
          const range = document.createRange();
          range.setStart(walker.currentNode, index);
          range.setEnd(walker.currentNode, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
        }
      }
    }
    return broken;
  });
}

test('a viewer sees every page, and why nothing can be changed', async ({ page, game }) => {
  await letIn(page, game, 'Vera', 'viewer');
  for (const { path, name } of CONSOLE_ROOMS) await enter(page, path, name);
  await enter(page, '/boards', 'Boards');
  await page.getByRole('button', { name: 'New board' }).click();
  await expect(page.getByText('Your role is viewer. This needs the operator role; ask an owner.')).toBeVisible();
});

test('an operator whose session was ended is asked to sign in where they are', async ({ page, game, complaints }) => {
  complaints.allow(/status of 401/);
  await join(page, game, 'Olga');
  await enter(page, '/boards', 'Boards');
  const { operators } = await game.call('operators');
  await game.call('inviteOperator', { body: { role: 'owner' } });
  const { sessions } = await game.call('sessions');
  for (const { id } of sessions) await game.call('endSession', { session: id });
  expect(operators).toHaveLength(1);
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
});
