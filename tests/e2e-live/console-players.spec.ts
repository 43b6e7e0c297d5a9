// The players in the console: found, renamed, hidden, removed, shown again, merged and erased.
import type { Page } from '@playwright/test';

import { violations } from '../e2e/axe-violations.ts';
import { expect, letIn, test } from './console-people.ts';

/** Opens the form of an action and resolves with its dialog. */
async function opened(page: Page, act: string) {
  const button = page.getByRole('button', { name: act, exact: true });
  await expect(button).toBeVisible();
  // Lists that load move the button, and a press that began on it ends beside it.
  await expect(page.getByText('Loading…')).toHaveCount(0);
  await button.click();
  return page.getByRole('dialog');
}

test('an operator finds a hidden player by part of the name, and a reload keeps the search', async ({ console: page, game }) => {
  await game.scored([
    { username: 'ada-lovelace', displayName: 'Ada L.', points: 100 },
    { username: 'bob', points: 60 },
  ]);
  await game.call('setPlayerVisibility', { username: 'ada-lovelace', body: { state: 'hidden' } });
  await page.goto(`${game.url}/console/players`);
  await expect(page.getByRole('rowheader', { name: 'bob' })).toBeVisible();
  await page.getByLabel('Search').fill('LOVE');
  await expect(page.getByRole('rowheader')).toHaveText(['🎮 Ada L.ada-lovelace']);
  await page.getByLabel('Status').selectOption('Hidden');
  await expect(page).toHaveURL(/q=LOVE&state=hidden$/);
  await page.reload();
  await expect(page.getByRole('rowheader')).toHaveText(['🎮 Ada L.ada-lovelace']);
  await page.getByLabel('Status').selectOption('Removed');
  await expect(page.getByText('No matching players.')).toBeVisible();
});

test('a moderator hides a player after a preview, shows them again, and removes them with a public reason', async ({
  console: page,
  game,
  complaints,
}) => {
  await test.step('hidden, and shown again', async () => {
    // A hidden player has no page.
    complaints.allow(/404 \(Not Found/);
    await game.scored([
      { username: 'ada', points: 100 },
      { username: 'bob', points: 60 },
    ]);
    await page.goto(`${game.url}/console/players?player=ada`);
    await expect(page.getByRole('row', { name: /Leaderboard/ })).toContainText('100, rank 1 of 2');
    const dialog = await opened(page, 'Hide');
    await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('A podium would change.');
    expect((await game.call('playerData', { username: 'ada' })).visibility.state).toBe('shown');
    await dialog.getByRole('button', { name: 'Hide player' }).click();
    await expect(page.getByText('Not visible to visitors.')).toBeVisible();
    expect((await game.call('playerData', { username: 'ada' })).visibility.state).toBe('hidden');

    await page.reload();
    const again = await opened(page, 'Show again');
    await again.getByRole('button', { name: 'Show player' }).click();
    await expect(page.getByText('Visible to everyone.')).toBeVisible();
    await expect(page.getByRole('row', { name: /Leaderboard/ })).toContainText('rank 1 of 2');
  });
  await test.step('removed, with the reason', async () => {
    await page.goto(`${game.url}/console/players?player=ada`);
    const dialog = await opened(page, 'Remove');
    await dialog.getByLabel('Reason').fill('Played with a script.');
    await dialog.getByRole('button', { name: 'Remove player' }).click();
    await expect(page.getByText('Removed: Played with a script.')).toBeVisible();
    expect((await game.call('playerData', { username: 'ada' })).visibility).toEqual({ state: 'removed', reason: 'Played with a script.' });
  });
});

test('a cheater is banned in one action with a preview of the podium, and one undo lifts the ban', async ({
  console: page,
  game,
  complaints,
}) => {
  complaints.allow(/404 \(Not Found/);
  await game.call('setLimits', { board: 'main', body: { event: 500 } });
  await game.scored([
    { username: 'eve', points: 300 },
    { username: 'ada', points: 100 },
    { username: 'bob', points: 60 },
  ]);
  await game.call('submitPoints', { body: { id: 'much', username: 'eve', points: 900 } });
  await page.goto(`${game.url}/console/players?player=eve`);
  const dialog = await opened(page, 'Ban');
  await dialog.getByLabel('Reason').fill('Played with a script.');
  await dialog.getByLabel('Void events since').fill('2000-01-01T00:00');
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('Events to void: 1. Held events to reject: 1.');
  await expect(preview).toContainText('A podium would change.');
  await dialog.getByRole('button', { name: 'Ban player' }).click();
  await expect(page.getByText('eve banned. Events voided: 1. Held events rejected: 1.')).toBeVisible();
  const { standings } = await game.call('rankings', { board: 'main' });
  expect(standings.map(({ player }) => player.username)).toEqual(['ada', 'bob']);
  expect((await game.call('held', { query: { state: 'rejected' } })).held).toHaveLength(1);

  await page.goto(`${game.url}/console/audit?act=ban-player`);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('dialog')).toContainText('Shows eve again, restores their events and puts their points back on hold.');
  await page.getByRole('dialog').getByRole('button', { name: 'Undo action' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect((await game.call('rankings', { board: 'main' })).standings[0]).toMatchObject({ player: { username: 'eve' }, points: 300 });
  expect((await game.call('held', { query: { state: 'waiting' } })).held).toHaveLength(1);
});

test('a player is renamed to a free name, and erased once that name is typed, so that nobody finds them any more', async ({
  console: page,
  game,
  complaints,
}) => {
  await test.step('a taken name is refused at its field, and a new one leads to a new address', async () => {
    complaints.allow(/409 \(Conflict/, /404 \(Not Found/);
    await game.scored([
      { username: 'ada', points: 100 },
      { username: 'bob', points: 60 },
    ]);
    await page.goto(`${game.url}/console/players?player=ada`);
    const dialog = await opened(page, 'Rename');
    await dialog.getByLabel('Username').fill('bob');
    await dialog.getByRole('button', { name: 'Save names' }).click();
    await expect(dialog.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByLabel('Username').fill('countess');
    await dialog.getByLabel('Display name').fill('The Countess');
    await dialog.getByRole('button', { name: 'Save names' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'The Countess' })).toBeVisible();
    await expect(page).toHaveURL(/player=countess$/);
    expect((await game.call('playerData', { username: 'countess' })).player.displayName).toBe('The Countess');
  });
  await test.step('erased once the name is typed', async () => {
    complaints.allow(/404 \(Not Found/);
    await page.goto(`${game.url}/console/players?player=countess`);
    const dialog = await opened(page, 'Erase');
    await expect(dialog).toContainText('points and ranks, under “Erased player”');
    const erase = dialog.getByRole('button', { name: 'Erase permanently' });
    await expect(erase).toBeDisabled();
    await dialog.getByLabel('To confirm, type countess').fill('countess');
    await erase.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Players' })).toBeVisible();
    await expect(page.getByRole('rowheader')).toHaveText(['🎮 bob']);
    const { standings } = await game.call('rankings', { board: 'main' });
    expect(standings.map(({ player }) => player.displayName)).toEqual(['Erased player', 'bob']);
  });
});

test('two players of one person are merged', async ({ console: page, game }) => {
  await game.scored([
    { id: 'match-1', username: 'ada', points: 100 },
    { id: 'match-2', username: 'ada2', points: 60 },
  ]);
  await page.goto(`${game.url}/console/players?player=ada2`);
  const dialog = await opened(page, 'Merge');
  await dialog.getByLabel('Username of the other player').fill('ada');
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('100 → 160 pts, still 1st');
  await dialog.getByRole('button', { name: 'Merge players' }).click();
  await expect(page.getByText('ada2 merged: 1 event moved.')).toBeVisible();
  await expect(page.getByRole('row', { name: /match-2/ })).toContainText('Voided');
  const { periods } = await game.call('player', { username: 'ada' });
  expect(periods).toContainEqual(expect.objectContaining({ ranked: true, rank: 1, points: 160 }));
});

test('an event is voided from its player’s page, by keyboard alone', async ({ console: page, game }) => {
  await game.scored([
    { id: 'match-1', username: 'ada', points: 100 },
    { id: 'match-2', username: 'ada', points: 60 },
  ]);
  await page.goto(`${game.url}/console/players?player=ada`);
  await page.getByRole('row', { name: 'match-2' }).getByRole('button', { name: 'Void' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Void event' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('160 → 60 pts');
  await page.keyboard.type('Sent twice.');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: 'match-1' })).toContainText('Sent twice.');
  await expect(page.getByRole('row', { name: 'match-1' }).getByRole('button', { name: 'Restore', exact: true })).toBeFocused();
});

test('a moderator sees whom to ask for an owner’s action', async ({ page, game }) => {
  await letIn(page, game, 'Mo', 'moderator');
  await game.score('ada', 100);
  await page.goto(`${game.url}/console/players?player=ada`);
  const dialog = await opened(page, 'Erase');
  await expect(dialog).toContainText('Your role is moderator. This needs the owner role; ask an owner.');
  await expect(dialog.getByRole('button', { name: 'Erase permanently' })).toHaveCount(0);
});

test('a merge of many events completes even if the page is left', async ({ console: page, game }) => {
  const many = Array.from({ length: 1500 }, (_, i) => ({ username: 'ada2', points: 1 + (i % 9) }));
  await game.scored(many.slice(0, 1000));
  await game.scored(many.slice(1000));
  await game.score('ada', 1);
  await page.goto(`${game.url}/console/players?player=ada2`);
  const dialog = await opened(page, 'Merge');
  await dialog.getByLabel('Username of the other player').fill('ada');
  const asked = page.waitForRequest(/\/merges\?since=/);
  await dialog.getByRole('button', { name: 'Merge players' }).click();
  await asked;
  await page.reload();
  const all = many.reduce((sum, { points }) => sum + points, 1);
  const periods = async () => (await game.call('player', { username: 'ada' })).periods;
  await expect.poll(periods).toContainEqual(expect.objectContaining({ points: all }));
});

test('both player pages are accessible, and never scroll sideways', async ({ console: page, game }) => {
  const long = 'w'.repeat(64);
  await game.scored([
    { username: long, displayName: 'W'.repeat(64), points: 9_007_199_254_740_991, activity: 'x'.repeat(64) },
    { username: 'bob', points: 60 },
  ]);
  await game.call('setPlayerVisibility', { username: long, body: { state: 'removed', reason: 'r'.repeat(200) } });
  for (const [path, name] of [
    ['/console/players', 'bob'],
    [`/console/players?player=${long}`, 'Leaderboard'],
  ] as const) {
    await page.goto(game.url + path);
    await expect(page.getByRole('row', { name })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  }
  await page.getByRole('button', { name: 'Erase' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Erase permanently' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('operators write notes on a player and delete them', async ({ console: page, game }) => {
  await game.scored([{ username: 'ada', points: 100 }]);
  await page.goto(`${game.url}/console/players?player=ada`);
  const notes = page.getByRole('region', { name: 'Notes' });
  const dialog = await opened(page, 'Add note');
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Warned for scripting.\nSays it was their brother.');
  await dialog.getByRole('button', { name: 'Save note' }).click();
  await expect(notes.getByRole('listitem')).toContainText(['Warned for scripting.']);
  await expect(notes.getByRole('listitem')).toContainText('Olga');
  expect(await violations(page)).toEqual([]);
  await notes.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete note' }).click();
  await expect(notes.getByText('No notes.')).toBeVisible();
  expect((await game.call('playerData', { username: 'ada' })).notes).toEqual([]);
});
