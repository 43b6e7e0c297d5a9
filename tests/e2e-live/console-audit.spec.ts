// The audit log of the console: actions are found, viewed, undone with a preview, and refused when it is too late.
import type { Page } from '@playwright/test';

import { violations } from '../e2e/axe-violations.ts';
import { expect, test } from './console-people.ts';

function entries(page: Page) {
  return page.getByRole('table', { name: 'Audit log' }).getByRole('rowheader');
}

test('an action is undone from its notice, with a preview of the changes', async ({ console: page, game }) => {
  await page.goto('/console/boards');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Title').fill('Season');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Undo' }).click();
  await expect(page.getByText('Olga edited a board.')).toBeVisible();
  // The link also opens the dialog; a reload does not.
  await expect(page).toHaveURL(/\?entry=\d+$/);
  await page.reload();
  await expect(page.getByRole('table', { name: 'Changes', exact: true }).getByRole('row', { name: 'title' })).toContainText('Season');
  await page
    .getByRole('dialog', { name: /^Entry/ })
    .getByRole('button', { name: 'Undo' })
    .click();
  const dialog = page.getByRole('dialog', { name: /^Undo/ });
  await expect(dialog.getByText('Nothing has changed yet.', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('table', { name: 'Changes after undo' }).getByRole('row', { name: 'title' })).toContainText('Season');
  expect((await game.call('board', { board: 'main' })).title).toBe('Season');
  await dialog.getByRole('button', { name: 'Undo action' }).click();
  await expect(page.getByText('Undone: edited a board.')).toBeVisible();
  expect((await game.call('board', { board: 'main' })).title).not.toBe('Season');
  await page
    .getByRole('dialog', { name: /^Entry/ })
    .getByRole('link', { name: /^Undone by entry/ })
    .click();
  await expect(page.getByText('Undoes')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(entries(page).nth(0)).toHaveText('Edited a board');
});

test('an action that moved ranks is undone with a preview of who moves', async ({ console: page, game }) => {
  await game.scored([
    { id: 'e1', username: 'ada', points: 50 },
    { username: 'bob', points: 20 },
  ]);
  await game.call('reviseEvent', { board: 'main', body: { event: 'e1', does: 'void', reason: 'Sent twice' } });
  await page.goto('/console/audit?act=void-event');
  await expect(entries(page)).toHaveText(['Voided an eventSent twice']);
  await page.getByRole('button', { name: 'Undo' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('ada: unranked → 1st with 50 pts').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Undo action' }).click();
  await expect(dialog).toBeHidden();
  const { standings } = await game.call('rankings', { board: 'main', query: { period: 'daily' } });
  expect(standings.map(({ player }) => player.username)).toEqual(['ada', 'bob']);
});

test('an action is not undone if a later one changed the same thing, and its Undo button disappears', async ({
  console: page,
  game,
  complaints,
}) => {
  complaints.allow(/409 \(Conflict/);
  await game.call('changeBoard', { board: 'main', body: { title: 'First' } });
  await page.goto('/console/audit');
  const row = page.getByRole('row').filter({ hasText: 'Edited a board' }).last();
  await row.getByRole('button', { name: 'Undo' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('table', { name: 'Changes after undo' })).toBeVisible();
  await game.call('changeBoard', { board: 'main', body: { title: 'Second' } });
  await dialog.getByRole('button', { name: 'Undo action' }).click();
  await expect(dialog.getByRole('alert')).toContainText('a later action changed this again');
  await expect(dialog.getByText('title is now "Second"')).toBeVisible();
  await dialog.getByRole('button', { name: 'Preview again' }).click();
  await expect(dialog.getByRole('button')).toHaveText(['Close']);
  await page.keyboard.press('Escape');
  await expect(row).toContainText('A later action changed this again.');
  await expect(row.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  expect((await game.call('board', { board: 'main' })).title).toBe('Second');
});

test('the log is filtered by action, operator, player and time, and the address keeps the filters', async ({
  console: page,
  game,
  complaints,
}) => {
  complaints.allow(/404 \(Not Found/);
  await game.score('ada', 5);
  await game.call('setPlayerVisibility', { username: 'ada', body: { state: 'hidden' } });
  await page.goto('/console/audit');
  await page.getByLabel('Action').selectOption('Hid a player');
  await expect(entries(page)).toHaveText(['Hid a player']);
  await page.getByLabel('By').fill('nobody');
  await expect(page.getByText('No matching entries.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('By')).toHaveValue('nobody');
  await expect(page.getByText('No matching entries.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByLabel('By')).toHaveValue('');
  await page.getByLabel('Player').fill('zoe');
  await page.getByLabel('Player').press('Enter');
  await expect(page.getByRole('alert').first()).toContainText('No player named "zoe" has any points yet.');
  await page.getByLabel('Player').fill('ada');
  await page.getByLabel('Player').press('Enter');
  await expect(entries(page)).toHaveText(['Hid a player']);
  await page.getByLabel('From').fill('2030-01-01');
  await expect(page.getByText('No matching entries.')).toBeVisible();
});

test('the log and its entries are accessible, and never scroll sideways', async ({ console: page, game }) => {
  await game.call('changeBoard', { board: 'main', body: { title: 'A board with a long title, which nobody can break in a good place' } });
  for (const address of ['/console/audit', '/console/audit?act=change-board&entry=']) {
    await page.goto(address);
    const place = address.endsWith('=') ? page.getByRole('dialog', { name: /^Entry/ }) : page;
    if (place !== page) await entries(page).getByRole('link').first().click();
    await expect(place.getByRole('button', { name: 'Undo' }).first()).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  }
});

test('a used invitation offers no undo, and undoing the end of an import says what it does', async ({ console: page, game }) => {
  const { import: begun } = await game.call('beginImport', { body: { board: 'main', file: 'season.csv' } });
  await game.call('endImport', { import: begun.id });
  await page.goto('/console/audit');
  const row = (name: string) => page.getByRole('row', { name });
  await expect(row('Invited someone')).toContainText('This invitation was already used or withdrawn.');
  await expect(row('Invited someone').getByRole('button')).toHaveCount(0);
  await row('Ended an import').getByRole('button', { name: 'Undo' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Starts the import of season.csv again. Periods that are not final yet stay open until it ends.');
});
