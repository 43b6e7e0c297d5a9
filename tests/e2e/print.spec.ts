// On paper: the content without the controls, dark on white, whatever the theme on screen.
import type { Page } from '@playwright/test';

import { HOME_DAILY } from './sample-rankings.ts';
import { PAGES, expect, navigation, open, readBoard, test } from './site.ts';

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ media: 'print' });
});

test('controls are left out and the whole ranking is printed', async ({ page }) => {
  await open(page, '/');
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(navigation(page)).toBeHidden();
  await expect(page.getByRole('group', { name: 'Theme' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Rankings' })).toBeVisible();
  expect(await readBoard(page)).toEqual(HOME_DAILY);
  for (const words of ['1st', '2nd', '3rd'])
    await expect(page.getByRole('list', { name: 'Podium' }).getByText(words, { exact: true })).toBeVisible();
});

/** Text that would be too pale on white paper, where backgrounds are not printed. */
function paleText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 1;
    const pen = canvas.getContext('2d', { willReadFrequently: true })!;
    const luminance = (colour: string) => {
      pen.fillStyle = colour;
      pen.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0] = [...pen.getImageData(0, 0, 1, 1).data].map((channel) => {
        const value = channel / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const pale = new Set<string>();
    const walker = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT);
    while (walker.nextNode() !== null) {
      const parent = walker.currentNode.parentElement!;
      const text = walker.currentNode.textContent?.trim() ?? '';
      if (
        text === '' ||
        !parent.checkVisibility({ visibilityProperty: true }) ||
        parent.closest('[aria-hidden="true"], .visually-hidden, button[name]') !== null
      )
        continue;
      const ratio = 1.05 / (luminance(getComputedStyle(parent).color) + 0.05);
      if (ratio < 4.5) pale.add(`${text}: ${ratio.toFixed(2)}`);
    }
    return [...pale];
  });
}

test('all text is dark enough for white paper, whatever the theme', async ({ page }) => {
  for (const { name, theme, contrast } of [
    { name: 'dark', theme: 'dark', contrast: 'no-preference' },
    { name: 'light', theme: 'light', contrast: 'no-preference' },
    { name: 'system, on a dark device', theme: 'system', contrast: 'no-preference' },
    { name: 'dark, with high contrast', theme: 'dark', contrast: 'more' },
  ] as const) {
    await test.step(name, async () => {
      await page.emulateMedia({ media: 'print', colorScheme: 'dark', contrast });
      await page.addInitScript((value) => localStorage.setItem('laurels:theme', value), theme);
      for (const { path } of PAGES) {
        await open(page, path);
        expect(await paleText(page), path).toEqual([]);
      }
    });
  }
});
