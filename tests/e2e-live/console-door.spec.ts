// Getting into the console by an invitation and by a passkey, and out again.
import { expect, givePasskeys, join, test } from './console-people.ts';

test('an operator joins by an invitation, signs out, and signs in with their new passkey', async ({ page, game }) => {
  await join(page, game, 'Olga', 'operator');
  await page.getByText('Olga', { exact: false }).first().click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await page.goto(`${game.url}/console/boards`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Boards' })).toBeVisible();
});

test('an invitation admits one person and is refused for the next', async ({ page, game, complaints }) => {
  complaints.allow(/status of 403/);
  await givePasskeys(page);
  const { link } = await game.call('inviteOperator', { body: { role: 'viewer' } });
  await page.goto(link);
  await page.getByLabel('Your name').fill('Vera');
  await page.getByRole('button', { name: 'Create a passkey and sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('invitation');
});
