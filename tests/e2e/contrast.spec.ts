// Contrast of every pair of colours the design allows, from the tokens as the browser resolves them.
import type { Page } from '@playwright/test';

import { expect, open, test } from './site.ts';

const GROUNDS = ['bg0', 'bg1', 'bg2', 'bg3'];

/** What may stand on what, and how well it must be told from it. */
const PAIRS: readonly { kind: 'text' | 'edge'; inks: readonly string[]; grounds: readonly string[] }[] = [
  { kind: 'text', inks: ['fg', 'fg2', 'fg3', 'lit', 'up', 'down'], grounds: GROUNDS },
  { kind: 'text', inks: ['ink'], grounds: ['signal'] },
  { kind: 'edge', inks: ['edge', 'focus'], grounds: GROUNDS },
];

const LEAST = { text: 4.5, edge: 3 };
const LEAST_IN_HIGH_CONTRAST = { text: 7, edge: 3 };

type Rgb = readonly [number, number, number];

/** Resolves tokens, as the first `host` has them, to sRGB by painting them: whatever notation a token uses, the pixel is what a visitor sees. */
async function resolve(page: Page, tokens: readonly string[], host = 'body'): Promise<ReadonlyMap<string, Rgb>> {
  const colours = await page
    .locator(host)
    .first()
    .evaluate((host, tokens) => {
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = 1;
      const pen = canvas.getContext('2d', { willReadFrequently: true })!;
      const probe = document.createElement('span');
      host.append(probe);
      const pixels = tokens.map((token): [string, number, number, number] => {
        probe.style.color = 'rgb(1 2 3)';
        probe.style.color = `var(--${token})`;
        pen.clearRect(0, 0, 1, 1);
        pen.fillStyle = getComputedStyle(probe).color;
        pen.fillRect(0, 0, 1, 1);
        const [r = 0, g = 0, b = 0, alpha] = pen.getImageData(0, 0, 1, 1).data;
        if (getComputedStyle(probe).getPropertyValue(`--${token}`) === '' || alpha !== 255)
          throw new Error(`No opaque colour in --${token}`);
        return [token, r, g, b];
      });
      probe.remove();
      return pixels;
    }, tokens);
  return new Map(colours.map(([token, ...rgb]) => [token, rgb]));
}

/** WCAG 2 relative luminance. */
function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: Rgb, b: Rgb): number {
  const [low, high] = [luminance(a), luminance(b)].toSorted((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const THEMES = [
  { name: 'dark', theme: 'dark', least: LEAST },
  { name: 'light', theme: 'light', least: LEAST },
  { name: 'system on a light device', theme: 'system', colorScheme: 'light', least: LEAST },
  { name: 'system on a dark device', theme: 'system', colorScheme: 'dark', least: LEAST },
  { name: 'high contrast over dark', theme: 'dark', contrast: 'more', least: LEAST_IN_HIGH_CONTRAST },
  { name: 'high contrast over light', theme: 'light', contrast: 'more', least: LEAST_IN_HIGH_CONTRAST },
  {
    name: 'high contrast over system on a light device',
    theme: 'system',
    colorScheme: 'light',
    contrast: 'more',
    least: LEAST_IN_HIGH_CONTRAST,
  },
] as const;

async function show(page: Page, choice: (typeof THEMES)[number]): Promise<void> {
  await page.emulateMedia({
    colorScheme: 'colorScheme' in choice ? choice.colorScheme : 'dark',
    contrast: 'contrast' in choice ? choice.contrast : 'no-preference',
    reducedMotion: 'reduce',
  });
  await page.locator(`input[name="theme"][value="${choice.theme}"]`).check();
}

test('the formula is that of WCAG', () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5);
  expect(contrast([118, 118, 118], [255, 255, 255])).toBeCloseTo(4.54, 2);
});

for (const choice of THEMES) {
  test(`every pair of colours is told apart in ${choice.name}`, async ({ page }) => {
    await open(page, '/');
    await show(page, choice);
    const colours = await resolve(page, [...new Set(PAIRS.flatMap(({ inks, grounds }) => [...inks, ...grounds]))]);
    const poor = PAIRS.flatMap(({ kind, inks, grounds }) =>
      inks.flatMap((ink) =>
        grounds
          .map((ground) => ({ ink, ground, ratio: contrast(colours.get(ink)!, colours.get(ground)!) }))
          .filter(({ ratio }) => ratio < choice.least[kind])
          .map((pair) => `${kind} ${pair.ink} on ${pair.ground}: ${pair.ratio.toFixed(2)}, needs ${choice.least[kind]}`),
      ),
    );
    expect(poor).toEqual([]);
  });

  test(`medals are fills that ink is read on, texture and all, and stand out from every ground in ${choice.name}`, async ({ page }) => {
    await open(page, '/');
    await show(page, choice);
    const grounds = await resolve(page, GROUNDS);
    for (const medal of ['gold', 'silver', 'bronze']) {
      const colours = await resolve(page, ['on-medal', 'medal', 'shade'], `[data-medal="${medal}"]`);
      const [ink, fill, shade] = [colours.get('on-medal')!, colours.get('medal')!, colours.get('shade')!];
      for (const under of [fill, shade]) expect(contrast(ink, under), medal).toBeGreaterThanOrEqual(LEAST.text);
      for (const [name, ground] of grounds)
        expect(Math.max(contrast(fill, ground), contrast(ink, ground)), `${medal} on ${name}`).toBeGreaterThanOrEqual(LEAST.edge);
    }
  });

  test(`initials can be read on every bib in ${choice.name}`, async ({ page }) => {
    await open(page, '/');
    await show(page, choice);
    // All eight hues, whoever wears them in the sample.
    const [ink, ...grounds] = await page.evaluate(() => {
      const bib = document.querySelector<HTMLElement>('[data-hue]')!;
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = 1;
      const pen = canvas.getContext('2d', { willReadFrequently: true })!;
      const painted = (colour: string): [number, number, number] => {
        pen.fillStyle = colour;
        pen.fillRect(0, 0, 1, 1);
        const [r = 0, g = 0, b = 0] = pen.getImageData(0, 0, 1, 1).data;
        return [r, g, b];
      };
      const hues = Array.from({ length: 8 }, (_, hue) => {
        bib.dataset['hue'] = String(hue);
        return painted(getComputedStyle(bib).backgroundColor);
      });
      return [painted(getComputedStyle(bib).color), ...hues];
    });
    expect(new Set(grounds.map(String)).size, 'the hues differ').toBe(8);
    for (const [hue, ground] of grounds.entries()) expect(contrast(ink, ground), `hue ${hue}`).toBeGreaterThanOrEqual(choice.least.text);
  });
}
