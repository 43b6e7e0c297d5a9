// The audit log in the console: acts are found, looked at, undone with a look at what that does, and refused where it is too late.
import type { Page } from '@playwright/test';

import { violations } from '../e2e/axe-violations.ts';
import { expect, test } from './console-people.ts';

function entries(page: Page) {
  return page.getByRole('table', { name: 'Audit log' }).getByRole('rowheader');
}

test('what was done is undone from the notice about it, with a look at what that changes', async ({ console: page, game }) => {
  await page.goto('/console/boards');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByLabel('Title').fill('Season');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Undo' }).click();
  await expect(page.getByText('Olga changed a board.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('table', { name: 'What changed' }).getByRole('row', { name: 'title' })).toContainText('Season');
  await page.getByRole('button', { name: 'Undo' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Nothing has changed yet.', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('table', { name: 'What would change' }).getByRole('row', { name: 'title' })).toContainText('Season');
  expect((await game.call('board', { board: 'main' })).title).toBe('Season');
  await dialog.getByRole('button', { name: 'Undo it' }).click();
  await expect(page.getByText('Undone: changed a board.')).toBeVisible();
  expect((await game.call('board', { board: 'main' })).title).not.toBe('Season');
  await page.getByRole('link', { name: /^Undone by entry/ }).click();
  await expect(page.getByText('Undoes')).toBeVisible();
  await page.getByRole('link', { name: 'All entries' }).click();
  await expect(entries(page).nth(0)).toHaveText('Changed a board');
});

test('what moves ranks is undone with a look at who moves', async ({ console: page, game }) => {
  await game.scored([
    { id: 'e1', username: 'ada', points: 50 },
    { username: 'bob', points: 20 },
  ]);
  await game.call('reviseEvent', { board: 'main', body: { event: 'e1', does: 'void', reason: 'Sent twice' } });
  await page.goto('/console/audit?act=void-event');
  await expect(entries(page)).toHaveText(['Voided an eventSent twice']);
  await page.getByRole('button', { name: 'Undo' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('ada: not ranked → 1st with 50 pts').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Undo it' }).click();
  await expect(dialog).toBeHidden();
  const { standings } = await game.call('rankings', { board: 'main', query: { period: 'daily' } });
  expect(standings.map(({ player }) => player.username)).toEqual(['ada', 'bob']);
});

test('what somebody changed since is not undone: the fields that differ are told', async ({ console: page, game, complaints }) => {
  complaints.allow(/409 \(Conflict/);
  await game.call('changeBoard', { board: 'main', body: { title: 'First' } });
  await game.call('changeBoard', { board: 'main', body: { title: 'Second' } });
  await page.goto('/console/audit');
  await page.getByRole('row').filter({ hasText: 'Changed a board' }).nth(1).getByRole('button', { name: 'Undo' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toContainText('was changed since');
  await expect(dialog.getByText('title is "Second" now')).toBeVisible();
  expect((await game.call('board', { board: 'main' })).title).toBe('Second');
});

test('the log is narrowed by what, who, board, player and time, and the address keeps it', async ({ console: page, game, complaints }) => {
  complaints.allow(/404 \(Not Found/);
  await game.score('ada', 5);
  await game.call('setPlayerVisibility', { username: 'ada', body: { state: 'hidden' } });
  await page.goto('/console/audit');
  await page.getByLabel('What').selectOption('Hid a player');
  await expect(entries(page)).toHaveText(['Hid a player']);
  await page.getByLabel('Who').fill('nobody');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByText('No entry is like that.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Who')).toHaveValue('nobody');
  await expect(page.getByText('No entry is like that.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await expect(page.getByLabel('Who')).toHaveValue('');
  await page.getByLabel('Player').fill('zoe');
  await page.getByLabel('Player').press('Enter');
  await expect(page.getByRole('alert')).toContainText('Nobody called "zoe"');
  await page.getByLabel('Player').fill('ada');
  await page.getByLabel('Player').press('Enter');
  await expect(entries(page)).toHaveText(['Hid a player']);
  await page.getByLabel('From').fill('2030-01-01');
  await expect(page.getByText('No entry is like that.')).toBeVisible();
});

test('the log and an entry of it are open to everybody, and never scroll sideways', async ({ console: page, game }) => {
  await game.call('changeBoard', { board: 'main', body: { title: 'A board with a long title, which nobody can break in a good place' } });
  for (const address of ['/console/audit', '/console/audit?act=change-board&entry=']) {
    await page.goto(address);
    if (address.endsWith('=')) await entries(page).getByRole('link').first().click();
    await expect(page.getByRole('button', { name: 'Undo' }).first()).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  }
});
