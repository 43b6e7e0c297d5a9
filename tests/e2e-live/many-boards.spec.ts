// 300 boards are as easy to use as three: in the console, on a player's page, and in the menu of boards.
import { violations } from '../e2e/axe-violations.ts';
import { sideways } from '../e2e/fit.ts';
import { expect, test } from './console-people.ts';
import type { Game } from './game.ts';
import { open } from './live-site.ts';

const BOARDS = 300;

/** Boards in two groups and in none, all played by ada, who is first on level-250 only. */
async function play(game: Game): Promise<void> {
  for (let i = 1; i <= BOARDS; i += 1) {
    const name = `level-${i}`;
    const group = [null, 'World 2', 'World 10'][i % 3]!;
    await game.call('makeBoard', { body: { name, title: `Level ${i}`, group } });
    const events = [
      { id: `${name}-ada`, username: 'ada', points: i === 250 ? 90 : 10 },
      { id: `${name}-bob`, username: 'bob', points: 50 },
    ];
    await game.call('submitPoints', { query: { board: name }, body: { events } });
  }
}

test('300 boards can be searched in every picker, and a player’s page shows their best ones', async ({ console: page, game }) => {
  // Takes minutes, so a slow machine may exceed the timeout for tests that hang.
  test.slow();
  await play(game);

  await test.step('the list of boards', async () => {
    await page.goto(`${game.url}/console/boards`);
    await page.getByLabel('Search').fill('level 25');
    await expect(page.getByRole('rowheader')).toHaveCount(11);
    const column = page.getByRole('columnheader', { name: 'Board' });
    await column.getByRole('button').click();
    await expect(column).toHaveAttribute('aria-sort', 'ascending');
    await column.getByRole('button').click();
    await expect(page.getByRole('rowheader').first()).toContainText('Level 259');
    const row = page.getByRole('row', { name: /^Level 250/ });
    await expect(row).toContainText(/World 2.*2.*2/);
    await row.getByRole('button', { name: 'Duplicate' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill('Season 2');
    await dialog.getByRole('button', { name: 'Create copy' }).click();
    await expect(dialog).toBeHidden();
    expect(await game.call('board', { board: 'season-2' })).toMatchObject({ group: 'World 2', title: 'Season 2' });
  });

  await test.step('a filter', async () => {
    await page.goto(`${game.url}/console/events`);
    const box = page.getByRole('combobox', { name: 'Board' });
    await box.fill('world 10');
    await expect(page.getByRole('group', { name: 'World 10' })).toBeVisible();
    await expect(page.getByRole('option', { name: 'Level 1', exact: true })).toBeHidden();
    await box.fill('level 250');
    await box.press('Enter');
    await expect(page).toHaveURL(/board=level-250/);
    await expect(box).toHaveValue('Level 250');
    await expect(box).toBeFocused();
    await expect(page.getByText('level-250-ada')).toBeVisible();
    await box.press('ArrowDown');
    await expect(page.getByRole('listbox')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await box.press('Escape');
    await expect(page.getByRole('listbox')).toBeHidden();
    await expect(box).toHaveValue('Level 250');
  });

  await test.step('a form with several boards', async () => {
    await page.goto(`${game.url}/console/keys`);
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('level-server');
    const search = dialog.getByRole('searchbox');
    await search.fill('level 250');
    await dialog.getByLabel('Level 250').check();
    await search.fill('season');
    await dialog.getByLabel('Season 2').check();
    await expect(dialog.getByText(`2 of ${BOARDS + 2} selected`)).toBeVisible();
    await search.press('Enter');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await expect(dialog.getByRole('textbox').first()).toHaveValue(/^lk_/);
    const { keys } = await game.call('keys', {});
    expect(keys.find(({ name }) => name === 'level-server')?.bounds.boards).toEqual(['level-250', 'season-2']);
  });

  await test.step('the page of a player', async () => {
    await page.goto(`${game.url}/players/ada?mode=all-time&board=level-7`);
    const table = page.getByRole('table', { name: 'Boards, all time' });
    await expect(table.getByRole('rowheader')).toHaveCount(20);
    await expect(table.getByRole('row').nth(1)).toContainText(/Level 250.*1st/);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(3000);
    await page.getByRole('navigation', { name: 'Pages of boards' }).getByRole('link', { name: 'Next' }).click();
    await expect(page).toHaveURL(/board=level-7.*page=2|page=2.*board=level-7/);
    await expect(table.getByText('Level 250')).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: 'ada' })).toBeVisible();
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await sideways(page)).toEqual([]);
  });

  await test.step('the menu of boards', async () => {
    await open(page, '/leaderboard');
    const menu = page.getByRole('navigation', { name: 'Boards' });
    await menu.locator('summary').click();
    await expect(menu.getByRole('list')).toHaveCount(3);
    await menu.getByRole('searchbox').fill('world 2');
    await expect(menu.getByRole('list', { name: 'World 2' }).getByRole('link').first()).toHaveText('Level 1');
    await expect(menu.getByRole('list')).toHaveCount(1);
    expect(await violations(page)).toEqual([]);
    expect(await sideways(page)).toEqual([]);
  });
});
