// The tasks of docs/console.md, done as described there, in exactly as many presses as it promises.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Locator, Page } from '@playwright/test';

import { DAY_MS } from '../../src/domain/durations.ts';
import { expect, letIn, test as base } from './console-people.ts';
import { NOON } from './live-site.ts';

const DOCUMENT = readFileSync(new URL('../../docs/console.md', import.meta.url), 'utf8');

/** Counts the presses of a task from the Overview, and compares them with what the document promises. */
class Hand {
  readonly page: Page;
  presses = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async press(control: Locator): Promise<void> {
    this.presses += 1;
    await control.click();
  }

  async key(name: string): Promise<void> {
    this.presses += 1;
    await this.page.keyboard.press(name);
  }

  /** Takes two presses: the field, and its option. */
  async choose(field: Locator, option: string): Promise<void> {
    this.presses += 2;
    await field.selectOption(option);
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  open(room: string): Promise<void> {
    return this.press(this.page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: room, exact: true }));
  }

  /** Presses a button of the open dialog once it is enabled, and waits until the dialog has closed. */
  async confirm(name: string): Promise<void> {
    const dialog = this.page.getByRole('dialog');
    await this.press(dialog.getByRole('button', { name, exact: true }));
    await expect(dialog).toBeHidden();
  }

  isPromised(task: string): void {
    const [, promised] = new RegExp(`^### ${task}: (\\d+) presses$`, 'm').exec(DOCUMENT)!;
    expect(this.presses, task).toBe(Number(promised));
  }
}

const test = base.extend<{ readonly hand: Hand }>({
  hand: async ({ console: page }, use) => {
    await page.goto('/console');
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    await use(new Hand(page));
  },
});

test('a cheater', async ({ page, game, hand }) => {
  await game.scored([
    { username: 'mallory', points: 9000 },
    { username: 'ada', points: 10 },
  ]);
  await hand.key('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search the console' })).toBeFocused();
  await page.keyboard.type('mallory');
  await expect(page.getByRole('option', { name: 'mallory' })).toBeVisible();
  await hand.key('Enter');
  await hand.press(hand.button('Ban'));
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Played with a bot.');
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('ada');
  await hand.confirm('Ban player');
  expect((await game.call('rankings', { board: 'main' })).standings.map(({ player }) => player.username)).toEqual(['ada']);
  hand.isPromised('A cheater');
});

test('a bad day', async ({ page, game, hand }) => {
  const { key } = await game.call('addKey', { body: { name: 'broken-server', role: 'write' } });
  const events = Array.from({ length: 60 }, (_, i) => ({ id: `e${i}`, username: `player-${i % 5}`, points: 2 }));
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  await fetch(`${game.url}/api/v1/points`, { method: 'POST', headers, body: JSON.stringify({ events }) });
  await game.scored([{ username: 'ada', points: 1 }]);
  await hand.open('Events');
  const ofAda = page.getByRole('row', { name: /ada/ });
  await expect(ofAda).toBeVisible();
  await hand.choose(page.getByLabel('Posted by'), 'Key broken-server');
  await expect(ofAda).toHaveCount(0);
  await hand.press(page.getByRole('checkbox', { name: 'Select all on this page' }));
  await hand.press(hand.button('Select all matching'));
  await hand.press(page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Void' }));
  await page.getByRole('dialog').getByLabel('Reason').fill('Every win was counted twice.');
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('60');
  await hand.confirm('Void events');
  expect((await game.call('rankings', { board: 'main' })).total).toBe(1);
  hand.isPromised('A bad day');
});

test('prizes on Monday', async ({ page, game }) => {
  await game.tell({ prizes: [{ period: 'daily', from: 1, to: 25, prize: '100 coins' }] });
  await game.scored(Array.from({ length: 25 }, (_, i) => ({ username: `player-${i}`, points: 500 + i })));
  await game.stopClockAt(NOON + DAY_MS);
  await expect.poll(async () => (await game.call('payouts')).payouts.length).toBe(25);
  await letIn(page, game, 'Olga');
  await page.goto('/console');
  const hand = new Hand(page);
  await hand.press(page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: /^Prizes won/ }));
  await hand.press(page.getByRole('checkbox', { name: 'Select all on this page' }));
  await hand.press(page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Mark as paid' }));
  await hand.confirm('Mark as paid');
  expect((await game.call('payouts', { query: { state: 'paid', limit: 100 } })).payouts).toHaveLength(25);
  hand.isPromised('Prizes on Monday');
});

test('a new board, and a new season of it', async ({ page, game, hand }) => {
  const dialog = page.getByRole('dialog');
  await hand.open('Boards');
  await hand.press(hand.button('New board'));
  await dialog.getByLabel('Title').fill('Season 1');
  await hand.choose(dialog.getByLabel('Unit'), 'Time (in milliseconds)');
  await hand.confirm('Create board');
  hand.isPromised('A new board');
  expect(await game.call('board', { board: 'season-1' })).toMatchObject({ scoring: 'best', direction: 'low', weekStart: 1 });

  await page.goto('/console');
  hand.presses = 0;
  await hand.open('Boards');
  const last = page.getByRole('row', { name: /^Season 1/ });
  await hand.press(last.getByRole('button', { name: 'Duplicate' }));
  await dialog.getByLabel('Title').fill('Season 2');
  await hand.confirm('Create copy');
  await hand.press(last.getByRole('button', { name: 'Archive' }));
  await hand.confirm('Archive board');
  hand.isPromised('A new season');
  const { boards } = await game.call('boards');
  expect(boards.map(({ name }) => name)).toEqual(['main', 'season-2']);
  expect(boards[1]).toMatchObject({ unit: 'time', scoring: 'best', direction: 'low' });
});

test('give somebody access', async ({ page, game, hand }) => {
  await hand.open('People');
  await hand.press(hand.button('Invite someone'));
  await hand.choose(page.getByRole('dialog').getByLabel('Role'), 'operator');
  await hand.press(hand.button('Create invitation link'));
  await expect(page.getByRole('dialog').getByLabel('Link')).toHaveValue(new RegExp(`^${game.url}`));
  hand.isPromised('Give somebody access');
});

const backups = mkdtempSync(join(tmpdir(), 'laurels-tasks-'));
test.afterAll(() => rmSync(backups, { recursive: true, force: true }));

test.describe('with a backup folder', () => {
  test.use({ settings: { LAURELS_BACKUP_FOLDER: backups } });

  test('check a backup', async ({ page, game, hand }) => {
    // The first backup is made when the server starts, and the list shows what exists when it opens.
    await expect.poll(async () => (await game.call('backups')).backups.length).toBe(1);
    await hand.open('Backups');
    await hand.press(page.getByRole('row').nth(1).getByRole('button', { name: 'Restore drill' }));
    await hand.press(hand.button('Start the drill'));
    await expect(page.getByRole('dialog')).toContainText('The backup can be restored');
    hand.isPromised('Check a backup');
  });
});
