// The first run: from an empty server to the first score on the page, by keyboard, in a small window, without a terminal.
import type { Page } from '@playwright/test';

import { violations } from '../e2e/axe-violations.ts';
import { sideways, smallTargets } from '../e2e/fit.ts';
import { expect, givePasskeys, test } from './console-people.ts';
import { standings } from './live-site.ts';

const SMALL = { width: 320, height: 640 };

async function expectGood(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize(SMALL);
  expect(await sideways(page)).toEqual([]);
  expect(await smallTargets(page, 24)).toEqual([]);
}

test.use({ timezoneId: 'Asia/Tokyo', locale: 'en-GB' });

test('a new site is set up in a browser on its machine, and shows its first score', async ({ page, game }) => {
  await page.setViewportSize(SMALL);
  await game.call('inviteOperator', { body: { role: 'owner' } });
  await givePasskeys(page);
  await page.goto(game.url);
  await expect(page).toHaveURL(`${game.url}/console/setup`);
  await expect(page.getByRole('heading', { level: 1, name: 'Set up this site' })).toBeVisible();
  await expect(page.getByLabel('Setup code')).toHaveCount(0);
  await expectGood(page);

  await test.step('by keyboard', async () => {
    await expect(page.getByLabel('Time zone')).toHaveValue('Asia/Tokyo');
    await page.getByLabel('Name of your game').focus();
    await page.keyboard.type('Lantern Run');
    await page.getByLabel('Title', { exact: true }).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Sprint');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Weeks start on')).toBeFocused();
    await page.keyboard.type('Sun');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Olga');
    await page.keyboard.press('Enter');
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Your site is ready' })).toBeVisible();
  expect(await game.call('appearance')).toMatchObject({ name: 'Lantern Run' });
  expect((await game.call('boards')).boards).toMatchObject([{ title: 'Sprint', timeZone: 'Asia/Tokyo', weekStart: 7 }]);
  expect((await game.call('operators')).operators).toMatchObject([{ name: 'Olga', role: 'owner' }]);

  await page.getByRole('button', { name: 'Post a test score' }).click();
  await expect(page.getByRole('rowheader', { name: 'Test player' })).toBeVisible();
  await expectGood(page);

  await test.step('the key posts, and its score appears', async () => {
    const command = await page.locator('pre').textContent();
    const key = await page.getByLabel('Key for your game').inputValue();
    expect(command).toContain(`Authorization: Bearer ${key}`);
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const body = /-d '([^]*)'$/.exec(command!)![1]!;
    expect((await fetch(`${game.url}/api/v1/points`, { method: 'POST', headers, body })).status).toBe(201);
    await expect(page.getByRole('rowheader', { name: 'Ada' })).toBeVisible();
  });
  await page.getByRole('button', { name: 'Remove the test score' }).click();
  await expect(page.getByRole('rowheader', { name: 'Test player' })).toHaveCount(0);
  await page.getByRole('link', { name: 'View your site' }).click();
  await expect.poll(() => standings(page)).toEqual(['1 Ada 120']);
  await page.goto(`${game.url}/console`);
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
});

test('behind a proxy the code is required and a wrong one refused, and the overview takes over if the browser dies', async ({
  page,
  game,
  complaints,
}) => {
  complaints.allow(/status of 40[03]/);
  const { code } = await game.call('inviteOperator', { body: { role: 'owner' } });
  await givePasskeys(page);
  await page.setExtraHTTPHeaders({ via: '1.1 proxy' });
  await page.goto(`${game.url}/console`);
  await page.getByLabel('Setup code').fill('7K3M-Q9TX-04RB-VZ2E');
  await page.getByLabel('Name of your game').fill('Lantern Run');
  await page.getByLabel('Your name').fill('Olga');
  await page.getByRole('button', { name: 'Create a passkey and set up' }).click();
  await expect(page.getByRole('alert')).toContainText('This code is wrong, used or expired.');
  await page.getByLabel('Setup code').fill(` ${code.toLowerCase().replaceAll('-', '')}`);
  await page.route('**/api/v1/appearance', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()));
  complaints.allow(/ERR_FAILED/);
  await page.getByRole('button', { name: 'Create a passkey and set up' }).click();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
  await page.goto(`${game.url}/console`);
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible();
});

test('a closed setup says how to open it, and opens by itself; where passkeys don’t work, the page says why', async ({ page, game }) => {
  await page.goto(`${game.url}/console/setup`);
  await expect(page.getByRole('heading', { level: 1, name: 'Setup is closed' })).toBeVisible();
  await expectGood(page);
  await game.call('inviteOperator', { body: { role: 'owner' } });
  await expect(page.getByRole('heading', { level: 1, name: 'Set up this site' })).toBeVisible();
  await page.goto(`${game.url.replace('localhost', '127.0.0.1')}/console/setup`);
  await expect(page.getByText('Passkeys work under one host name.')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
});
