// Private boards as visitors would see them, for operators only.
import { violations } from '../e2e/axe-violations.ts';
import { expect, letIn, test } from './console-people.ts';

test('only operators can open the preview of a private board and its players', async ({ console: page, game, browser, complaints }) => {
  complaints.allow(/404 \(Not Found/);
  await game.call('makeBoard', { body: { name: 'staff', title: 'Staff', visibility: 'private' } });
  await game.scored(
    [
      { username: 'olga', points: 5 },
      { username: 'milo', points: 3 },
    ],
    'staff',
  );
  await page.goto(`${game.url}/console/boards`);
  await page.getByRole('link', { name: 'Staff' }).first().click();
  await page.getByRole('link', { name: 'View on the site' }).click();
  await expect(page).toHaveURL(/\/console\/preview\?board=staff$/);
  await expect(page.getByText('Preview with private boards, which visitors do not see.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'olga' }).first().click();
  await expect(page).toHaveURL(/\/console\/preview\/players\/olga/);
  await expect(page.getByRole('heading', { level: 1, name: 'olga' })).toBeVisible();

  // The cookie alone opens nothing, and there is no other address.
  expect((await page.request.get(`${game.url}/?board=staff`)).status()).toBe(404);
  expect((await page.request.get(`${game.url}/api/v1/boards/staff/view`)).status()).toBe(404);
  const preview = await page.request.get(`${game.url}/console/preview?board=staff`);
  expect([preview.headers()['cache-control'], await preview.text()]).toEqual(['private, no-store', expect.not.stringContaining('olga')]);

  const stranger = await browser.newContext();
  const strange = await stranger.newPage();
  await strange.goto(`${game.url}/console/preview?board=staff`);
  await expect(strange.getByRole('heading', { level: 1, name: '404' })).toBeVisible();
  await expect(strange.getByText('olga')).toHaveCount(0);
  await letIn(strange, game, 'Vera', 'viewer');
  await strange.reload();
  await expect(strange.getByText('olga').first()).toBeVisible();
  await stranger.close();
});
