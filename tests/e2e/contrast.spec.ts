// Contrast of every pair of colours the design allows, from the tokens as the browser resolves them.
import type { Page } from '@playwright/test';

import { contrast } from '../../src/domain/colour/oklch.ts';
import { hueTokens } from '../../src/domain/colour/player-hues.ts';
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

/** Loads the page once and goes through the themes on it. */
async function inEveryTheme(page: Page, look: (choice: (typeof THEMES)[number]) => Promise<void>): Promise<void> {
  await open(page, '/');
  for (const choice of THEMES) {
    await test.step(choice.name, async () => {
      await show(page, choice);
      await look(choice);
    });
  }
}

test('in every theme every pair of colours can be told apart, player colours included, and medals stand out with legible text', async ({
  page,
}) => {
  const names = Object.keys(PALETTE.dark) as (keyof (typeof PALETTE)['dark'])[];
  await inEveryTheme(page, async ({ name, look }) => {
    expect(await poorPairs(page, look), name).toEqual([]);
    expect(await paintedColours(page, names), `what a brand is held against in ${name}`).toEqual(PALETTE[look]);
    // Medals are textured fills with text on them, and stand out from every background.
    const grounds = await paintedColours(page, GROUNDS);
    for (const medal of ['gold', 'silver', 'bronze']) {
      const colours = await paintedColours(page, ['on-medal', 'medal', 'shade'], `[data-medal="${medal}"]`);
      const { 'on-medal': ink, medal: fill, shade } = colours;
      for (const under of [fill, shade]) expect(contrast(ink, under), `${medal} in ${name}`).toBeGreaterThanOrEqual(LEAST[look].text);
      for (const [under, ground] of Object.entries(grounds))
        expect(Math.max(contrast(fill, ground), contrast(ink, ground)), `${medal} on ${under} in ${name}`).toBeGreaterThanOrEqual(
          LEAST[look].edge,
        );
    }
    const bibs = Object.values(await paintedColours(page, hueTokens('bib-ground')));
    expect(new Set(bibs).size, `the hues differ in ${name}`).toBe(bibs.length);
  });
});
