// Contrast of every pair of colours the design allows, from the tokens as the browser resolves them.
import type { Page } from '@playwright/test';

import { contrast } from '../../src/domain/colour/oklch.ts';
import { LEAST, PALETTE } from '../../src/domain/colour/token-pairs.ts';
import { paintedColours, poorPairs } from './painted-colours.ts';
import { expect, open, test } from './site.ts';

const GROUNDS = ['bg0', 'bg1', 'bg2', 'bg3'] as const;

const THEMES = [
  { name: 'dark', theme: 'dark', look: 'dark' },
  { name: 'light', theme: 'light', look: 'light' },
  { name: 'system on a light device', theme: 'system', colorScheme: 'light', look: 'light' },
  { name: 'system on a dark device', theme: 'system', colorScheme: 'dark', look: 'dark' },
  { name: 'high contrast over dark', theme: 'dark', contrast: 'more', look: 'more' },
  { name: 'high contrast over light', theme: 'light', contrast: 'more', look: 'more' },
  { name: 'high contrast over system on a light device', theme: 'system', colorScheme: 'light', contrast: 'more', look: 'more' },
] as const;

async function show(page: Page, choice: (typeof THEMES)[number]): Promise<void> {
  await page.emulateMedia({
    colorScheme: 'colorScheme' in choice ? choice.colorScheme : 'dark',
    contrast: 'contrast' in choice ? choice.contrast : 'no-preference',
    reducedMotion: 'reduce',
  });
  await page.locator(`input[name="theme"][value="${choice.theme}"]`).check();
}

/** Each test loads the page once and goes through the themes on it. */
async function inEveryTheme(page: Page, look: (choice: (typeof THEMES)[number]) => Promise<void>): Promise<void> {
  await open(page, '/');
  for (const choice of THEMES) {
    await test.step(choice.name, async () => {
      await show(page, choice);
      await look(choice);
    });
  }
}

test('every pair of colours is told apart in every theme', async ({ page }) => {
  const names = Object.keys(PALETTE.dark) as (keyof (typeof PALETTE)['dark'])[];
  await inEveryTheme(page, async ({ name, look }) => {
    expect(await poorPairs(page, look), name).toEqual([]);
    expect(await paintedColours(page, names), `what a brand is held against in ${name}`).toEqual(PALETTE[look]);
  });
});

test('medals are fills that ink is read on, texture and all, and stand out from every ground in every theme', async ({ page }) => {
  await inEveryTheme(page, async ({ name: theme, look }) => {
    const grounds = await paintedColours(page, GROUNDS);
    for (const medal of ['gold', 'silver', 'bronze']) {
      const colours = await paintedColours(page, ['on-medal', 'medal', 'shade'], `[data-medal="${medal}"]`);
      const { 'on-medal': ink, medal: fill, shade } = colours;
      for (const under of [fill, shade]) expect(contrast(ink, under), `${medal} in ${theme}`).toBeGreaterThanOrEqual(LEAST[look].text);
      for (const [name, ground] of Object.entries(grounds))
        expect(Math.max(contrast(fill, ground), contrast(ink, ground)), `${medal} on ${name} in ${theme}`).toBeGreaterThanOrEqual(
          LEAST[look].edge,
        );
    }
  });
});

test('initials can be read on every bib in every theme', async ({ page }) => {
  await inEveryTheme(page, async ({ name: theme, look }) => {
    // All eight hues, whoever wears them in the sample.
    const [ink, ...grounds] = await page.evaluate(() => {
      const bib = document.querySelector<HTMLElement>('[data-hue]')!;
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = 1;
      const pen = canvas.getContext('2d', { willReadFrequently: true })!;
      const painted = (colour: string): string => {
        pen.fillStyle = colour;
        pen.fillRect(0, 0, 1, 1);
        const [r = 0, g = 0, b = 0] = pen.getImageData(0, 0, 1, 1).data;
        return `#${[r, g, b].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
      };
      const hues = Array.from({ length: 8 }, (_, hue) => {
        bib.dataset['hue'] = String(hue);
        return painted(getComputedStyle(bib).backgroundColor);
      });
      return [painted(getComputedStyle(bib).color), ...hues];
    });
    expect(new Set(grounds).size, `the hues differ in ${theme}`).toBe(8);
    for (const [hue, ground] of grounds.entries())
      expect(contrast(ink, ground), `hue ${hue} in ${theme}`).toBeGreaterThanOrEqual(LEAST[look].text);
  });
});
