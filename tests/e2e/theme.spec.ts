// Dark, light or system theme: chosen in the footer, remembered, and applied from the first frame.
import type { Page } from '@playwright/test';

import { NOT_FOUND_COMPLAINTS, ROUTES, expect, navigation, open, test } from './site.ts';

const GROUND = { dark: 'rgb(8, 15, 20)', light: 'rgb(248, 247, 242)' };

function theme(page: Page, name: 'Dark' | 'Light' | 'System') {
  return page.getByRole('group', { name: 'Theme' }).getByRole('radio', { name });
}

function ground(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
}

/** Records the background of every frame, from the first one with a body. */
async function watchFrames(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const grounds = new Set<string>();
    Reflect.set(globalThis, 'groundsSeen', grounds);
    const look = () => {
      if (document.body !== null) grounds.add(getComputedStyle(document.documentElement).backgroundColor);
      requestAnimationFrame(look);
    };
    look();
  });
  return () => page.evaluate(() => [...(Reflect.get(globalThis, 'groundsSeen') as Set<string>)]);
}

test('a new visitor gets the dark theme, chooses in one line on the narrowest phone, and keeps the choice on all pages and reloads', async ({
  page,
}) => {
  await test.step('dark, whatever the device prefers', async () => {
    await page.emulateMedia({ colorScheme: 'light' });
    await open(page, '/');
    await expect(theme(page, 'Dark')).toBeChecked();
    expect(await ground(page)).toBe(GROUND.dark);
  });
  await test.step('a chosen theme applies at once and stays across pages and reloads', async () => {
    await open(page, '/');
    await theme(page, 'Light').check();
    expect(await ground(page)).toBe(GROUND.light);
    expect(await page.evaluate(() => localStorage.getItem('laurels:theme'))).toBe('light');
    await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#f8f7f2');
    await navigation(page).getByRole('link', { name: 'Earn' }).click();
    expect(await ground(page)).toBe(GROUND.light);
    await open(page, '/search');
    await expect(theme(page, 'Light')).toBeChecked();
    expect(await ground(page)).toBe(GROUND.light);
    await theme(page, 'Dark').check();
    await page.reload();
    await expect(theme(page, 'Dark')).toBeChecked();
    expect(await ground(page)).toBe(GROUND.dark);
  });
  await test.step('the browser’s own colour around the page follows the device under the System theme', async () => {
    await page.emulateMedia({ colorScheme: 'light' });
    await open(page, '/');
    await theme(page, 'System').check();
    const colour = page.locator('meta[name="theme-color"]');
    await expect(colour).toHaveAttribute('content', '#f8f7f2');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(colour).toHaveAttribute('content', '#080f14');
  });
  await test.step('nothing moves under reduced motion', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, '/');
    const moving = () => page.evaluate(() => document.getAnimations().length);
    expect(await moving()).toBe(0);
    await page.getByRole('button', { name: 'Weekly' }).click();
    await expect(page).toHaveURL('/?period=weekly');
    expect(await moving()).toBe(0);
  });
  await test.step('the choice fits in one line on the narrowest phone', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await open(page, '/');
    const tops = await page
      .getByRole('group', { name: 'Theme' })
      .getByRole('radio')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
  });
});

test('the remembered theme applies from the first frame, and the system theme follows the device', async ({ page, complaints }) => {
  const seen = await watchFrames(page);
  await test.step('the remembered theme, on every page', async () => {
    complaints.allow(...NOT_FOUND_COMPLAINTS);
    await page.addInitScript(() => localStorage.setItem('laurels:theme', 'light'));
    for (const path of [...ROUTES, '/?period=weekly']) {
      await open(page, path);
      expect(await seen(), path).toEqual([GROUND.light]);
    }
  });
  await test.step('the system theme', async () => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.addInitScript(() => localStorage.setItem('laurels:theme', 'system'));
    await open(page, '/');
    expect(await seen()).toEqual([GROUND.light]);
    await expect(theme(page, 'System')).toBeChecked();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => ground(page)).toBe(GROUND.dark);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => ground(page)).toBe(GROUND.light);
  });
});
