// Keys in the console: created and shown once, limited, revoked, and restored.
import { violations } from '../e2e/axe-violations.ts';
import { expect, test } from './console-people.ts';

test('a key is created with limits, shown once, works, is revoked, and is restored', async ({ console: page, game, complaints }) => {
  complaints.allow(/400 \(Bad/);
  await page.goto('/console/keys');
  await page.getByRole('button', { name: 'New key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('match server');
  await dialog.getByLabel('Max points per event').fill('100');
  await dialog.getByLabel('No negative points').check();
  await dialog.getByLabel('Expires').selectOption('In 30 days');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByText(/^Name must be 1 to 40 letters/)).toBeVisible();
  await dialog.getByLabel('Name', { exact: true }).fill('match-server');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const key = await dialog.getByLabel('Key', { exact: true }).inputValue();
  await expect(dialog.getByRole('region', { name: 'Post points (they count)' })).toContainText(key);

  const post = (points: number) =>
    fetch(`${game.url}/api/v1/points`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id: `e${points}`, username: 'ada', points }),
    });
  expect((await post(5)).status).toBe(201);
  expect((await post(500)).status).toBe(422);

  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  await page.reload();
  const row = page.getByRole('row', { name: 'match-server' });
  await expect(row).toContainText('max 100 points per event, no negative points');
  expect(await page.content()).not.toContain(key);
  await row.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
  await expect(row).toContainText('revoked by Olga');
  expect((await post(6)).status).toBe(401);

  await page.getByRole('link', { name: 'Undo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo action' }).click();
  await expect(page.getByText(/^Undone by entry/).first()).toBeVisible();
  expect((await post(7)).status).toBe(201);
});

test('keys are found by name and status, on a page that is accessible and never scrolls sideways', async ({ console: page, game }) => {
  await test.step('by name and status, kept in the address', async () => {
    for (const name of ['alpha', 'beta']) await game.call('addKey', { body: { name, role: 'read' } });
    await game.call('revokeKey', { key: 'alpha' });
    await page.goto('/console/keys');
    const names = page.getByRole('table', { name: 'Keys' }).getByRole('rowheader');
    await expect(names).toHaveText(['beta', 'environment', 'alpha']);
    await page.getByLabel('Status').selectOption('Revoked');
    await expect(names).toHaveText(['alpha']);
    await page.getByLabel('Search').fill('bet');
    await expect(page.getByText('No matching keys.')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Search')).toHaveValue('bet');
  });
  await test.step('the page is accessible, and never scrolls sideways', async () => {
    await game.call('addKey', {
      body: { name: 'a-key-with-a-name-that-is-long-as-may-be', role: 'write', bounds: { boards: ['main'], noRename: true } },
    });
    await page.goto('/console/keys');
    await expect(page.getByRole('row', { name: 'a-key-with' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'New key' }).click();
    await expect(page.getByRole('dialog').getByLabel('Name', { exact: true })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
});
