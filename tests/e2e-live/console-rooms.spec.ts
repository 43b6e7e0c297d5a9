// Every room of the console: by ear, by key, large, small, in every theme; and for those who may not do everything.
import type { Page } from '@playwright/test';

import { CONSOLE_ROOMS } from '../../src/web/console/frame/console-rooms.ts';
import { DEMO_CATALOGUE } from '../../src/main/demo/demo-game.ts';
import { asBefore, violations, WIDTHS } from '../e2e/axe-violations.ts';
import { sideways, smallTargets } from '../e2e/fit.ts';
import { expect, join, letIn, test as base } from './console-people.ts';
import type { Game } from './game.ts';

/** A game with something in every room, and with names that are hard to fit. */
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

/** Goes to the address of a room, and waits until all that it asked for is there. */
async function enter(page: Page, path: string, name: string): Promise<void> {
  await page.goto(`/console${path === '/' ? '' : path}`);
  await isEntered(page, name);
}

async function isEntered(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText('Loading…')).toHaveCount(0);
}

test('every room has no accessibility violation and fits, in any theme at any width', async ({ console: page }) => {
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

test('a room is used by the keyboard, at 400 % of a small window, and beside somebody else', async ({
  console: page,
  game,
  complaints,
}) => {
  await test.step('the keyboard goes in and out of a dialog, and from row to row', async () => {
    await enter(page, '/boards', 'Boards');
    const change = page.getByRole('button', { name: 'Change', exact: true });
    await change.first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('row').nth(1).locator('a, button').first()).toBeFocused();
    await change.first().focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(change.first()).toBeFocused();
  });
  await test.step('what somebody else changed meanwhile is shown, and not overwritten', async () => {
    complaints.allow(/status of 412/);
    await enter(page, '/boards', 'Boards');
    await page.getByRole('row', { name: /relay/ }).getByRole('button', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill('Mine');
    await game.call('changeBoard', { board: 'relay', body: { title: 'Theirs' } });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('changed this while you had it open')).toBeVisible();
    await expect(dialog.getByLabel('Title')).toHaveValue('Mine');
    expect((await game.call('board', { board: 'relay' })).title).toBe('Theirs');
    await dialog.getByRole('button', { name: 'Replace it with mine' }).click();
    await expect(dialog).toHaveCount(0);
    expect((await game.call('board', { board: 'relay' })).title).toBe('Mine');
  });
  await test.step('at 400 % of a small window everything is still reached', async () => {
    // 1280 px wide, four times as large.
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

test('a viewer sees every room and is told why nothing can be changed', async ({ page, game }) => {
  await letIn(page, game, 'Vera', 'viewer');
  for (const { path, name } of CONSOLE_ROOMS) await enter(page, path, name);
  await enter(page, '/boards', 'Boards');
  await page.getByRole('button', { name: 'New board' }).click();
  await expect(page.getByText('Your role is viewer. This needs the role operator: ask an owner.')).toBeVisible();
});

test('whose session was ended is asked to sign in where they are', async ({ page, game, complaints }) => {
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
