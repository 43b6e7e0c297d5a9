// The appearance page of the console: a preview in both themes before saving.
import type { Page } from '@playwright/test';

import { violations } from '../e2e/axe-violations.ts';
import { expect, test } from './console-people.ts';
import { field } from './live-site.ts';

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 32" width="96" height="32"><rect width="96" height="32" fill="#2255cc"/></svg>';

/** A token's value in one of the two themes of the preview. */
function tokenIn(page: Page, theme: 'Dark' | 'Light', token: string): Promise<string> {
  return page.getByRole('region', { name: theme }).evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), token);
}

test('an operator previews name and colour before saving, is led to a colour that fits, and overwrites nobody else’s change', async ({
  console: page,
  game,
  complaints,
}) => {
  await test.step('name and colour are previewed on real rows, and on the site once saved', async () => {
    await game.scored(field(6));
    await page.goto('/console');
    await page.getByRole('link', { name: 'Appearance' }).click();
    const dark = page.getByRole('region', { name: 'Dark' });
    await expect(dark.getByText('player 004')).toBeVisible();
    await page.getByLabel('Name of your game').fill('Lantern Run');
    await page.getByLabel('Singular').fill('coin');
    await page.getByLabel('Plural').fill('coins');
    const before = await tokenIn(page, 'Dark', '--signal');
    await page.getByRole('textbox', { name: 'Colour', exact: true }).fill('#2266ee');
    await expect.poll(() => tokenIn(page, 'Dark', '--signal')).not.toBe(before);
    await expect(dark.getByText('Lantern Run')).toBeVisible();
    await expect(dark.getByRole('columnheader', { name: 'Coins' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Light' }).getByText('player 004')).toBeVisible();
    expect(await game.call('appearance')).toEqual({ poweredBy: true });

    await page.getByRole('button', { name: 'Save appearance' }).click();
    await expect(page.getByRole('link', { name: 'Reload to see the new colour here' })).toBeVisible();
    expect(await game.call('appearance')).toEqual({
      name: 'Lantern Run',
      colour: '#2266ee',
      points: { one: 'coin', other: 'coins' },
      poweredBy: true,
    });
    await page.reload();
    await expect(page.getByRole('banner')).toContainText('Lantern Run');
    await expect(page.getByLabel('Name of your game')).toHaveValue('Lantern Run');
  });
  await test.step('a colour like a medal is refused, and the closest one that fits is one press away', async () => {
    complaints.allow(/status of 400/);
    await page.goto(`${game.url}/console/appearance`);
    await page.getByRole('textbox', { name: 'Colour', exact: true }).fill('#eab444');
    await page.getByRole('button', { name: 'Save appearance' }).click();
    await expect(page.getByRole('textbox', { name: 'Colour', exact: true })).toHaveAttribute('aria-invalid', 'true');
    await page.getByRole('button', { name: /the closest match/ }).click();
    await page.getByRole('button', { name: 'Save appearance' }).click();
    await expect(page.getByRole('link', { name: 'Reload to see the new colour here' })).toBeVisible();
    const { colour } = await game.call('appearance');
    expect(colour).toMatch(/^#[0-9a-f]{6}$/);
    expect(['#2266ee', '#eab444']).not.toContain(colour);
  });
  await test.step('how much visitors see of events', async () => {
    await page.goto(`${game.url}/console/appearance`);
    await page.getByLabel('Events behind a total').selectOption('by-day');
    await expect(page.getByText('shows one line per day')).toBeVisible();
    await page.getByRole('button', { name: 'Save visibility' }).click();
    await expect.poll(() => game.call('privacy')).toEqual({ events: 'by-day' });
    await page.reload();
    await expect(page.getByLabel('Events behind a total')).toHaveValue('by-day');
  });
  await test.step('another operator’s change is not overwritten', async () => {
    complaints.allow(/status of 412/);
    await page.goto(`${game.url}/console/appearance`);
    await page.getByLabel('Name of your game').fill('Mine');
    await game.call('replaceAppearance', { body: { name: 'Theirs' } });
    await page.getByRole('button', { name: 'Save appearance' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'while you had it open' })).toBeVisible();
    expect((await game.call('appearance')).name).toBe('Theirs');
    await expect(page.getByLabel('Name of your game')).toHaveValue('Mine');
  });
});

test('a logo is chosen, shown, kept with the next change, and removed', async ({ console: page, game }) => {
  await page.goto(`${game.url}/console/appearance`);
  const logo = page.getByLabel('Logo', { exact: true });
  await logo.setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(600 * 1024) });
  await expect(page.getByText('This file is 600 KiB. A logo can have at most 512 KiB.')).toBeVisible();
  await logo.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(LOGO) });
  await expect(page.getByRole('img', { name: 'Chosen logo' })).toBeVisible();
  await page.getByLabel('Name of your game').fill('Lantern Run');
  await page.getByRole('button', { name: 'Save appearance' }).click();
  await expect(page.getByRole('link', { name: 'Reload to see the new colour here' })).toBeVisible();
  expect((await game.call('appearance')).logo).toMatch(/^data:image\/png/);

  await page.reload();
  await page.getByLabel('Tagline').fill('A race at night.');
  await page.getByRole('button', { name: 'Save appearance' }).click();
  await expect(page.getByRole('link', { name: 'Reload to see the new colour here' })).toBeVisible();
  const kept = await game.call('appearance');
  expect([kept.sentence, kept.logo?.slice(0, 14)]).toEqual(['A race at night.', 'data:image/png']);

  await page.getByRole('button', { name: 'Remove logo' }).click();
  await page.getByRole('link', { name: 'Boards' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Save appearance' }).click();
  await expect.poll(async () => (await game.call('appearance')).logo).toBeUndefined();
});

test('the game’s logo is on every page of the console and on the sign-in page', async ({ console: page, game }) => {
  await game.call('replaceAppearance', { body: { name: 'Lantern Run', logo: `data:image/svg+xml;base64,${btoa(LOGO)}` } });
  const widthOf = (img: HTMLImageElement) => img.decode().then(() => img.naturalWidth);
  for (const path of ['/console', '/console/boards']) {
    await page.goto(game.url + path);
    expect(await page.getByRole('banner').locator('img').evaluate(widthOf)).toBeGreaterThan(0);
  }
  // Pending requests of the page must not arrive without the session.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto(`${game.url}/console`);
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  expect(await page.getByRole('main').locator('img').evaluate(widthOf)).toBeGreaterThan(0);
});

test('the page is accessible', async ({ console: page, game }) => {
  await game.scored(field(6));
  await page.goto(`${game.url}/console/appearance`);
  await page.getByRole('textbox', { name: 'Colour', exact: true }).fill('#2266ee');
  await expect(page.getByRole('region', { name: 'Light' }).getByText('player 004')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
