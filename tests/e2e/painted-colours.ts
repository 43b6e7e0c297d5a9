// Tokens as the browser resolves them, and the pairs that cannot be told apart.
import type { Page } from '@playwright/test';

import { type Colours, isToldApart, type Look, pairsOf, type Token } from '../../src/domain/colour/token-pairs.ts';

/** Resolves tokens on the first `host` to `#rrggbb` by painting them: whatever notation a token uses, the pixel is what a visitor sees. */
export async function paintedColours<const Name extends string>(
  page: Page,
  tokens: readonly Name[],
  host = 'body',
): Promise<Readonly<Record<Name, string>>> {
  const colours = await page
    .locator(host)
    .first()
    .evaluate((host, tokens) => {
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = 1;
      const pen = canvas.getContext('2d', { willReadFrequently: true })!;
      const probe = document.createElement('span');
      host.append(probe);
      const pixels = tokens.map((token) => {
        // A token in a player's hue, such as "lane-3".
        const [, name = token, hue] = /^(.+)-(\d)$/.exec(token) ?? [];
        if (hue === undefined) delete probe.dataset['hue'];
        else probe.dataset['hue'] = hue;
        probe.style.color = 'rgb(1 2 3)';
        probe.style.color = `var(--${name})`;
        pen.clearRect(0, 0, 1, 1);
        pen.fillStyle = getComputedStyle(probe).color;
        pen.fillRect(0, 0, 1, 1);
        const [r = 0, g = 0, b = 0, alpha] = pen.getImageData(0, 0, 1, 1).data;
        if (getComputedStyle(probe).getPropertyValue(`--${name}`) === '' || alpha !== 255)
          throw new Error(`No opaque colour in --${token}`);
        return [token, `#${[r, g, b].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`];
      });
      probe.remove();
      return pixels;
    }, tokens);
  return Object.fromEntries(colours) as Record<Name, string>;
}

/** The pairs that cannot be told apart in a look, as text. */
export async function poorPairs(page: Page, look: Look): Promise<readonly string[]> {
  const pairs = pairsOf(look);
  const colours: Colours = await paintedColours<Token>(page, [...new Set(pairs.flatMap(({ ink, ground }) => [ink, ground]))]);
  return pairs
    .filter((pair) => !isToldApart(pair, colours, look))
    .map(({ kind, ink, ground }) => `${kind}: ${ink} ${colours[ink]} on ${ground} ${colours[ground]}`);
}
