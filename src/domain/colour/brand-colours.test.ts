import fc from 'fast-check';
import { expect, test } from 'vitest';

import { brandColours, fittingColour } from './brand-colours.ts';
import { distance } from './oklch.ts';
import { hueColours } from './player-hues.ts';
import { type BrandTokens, isLikeMedal, isToldApart, type Look, LOOKS, OWN_TOKENS, PALETTE, pairsOf, type Token } from './token-pairs.ts';

/** Sample size of the law. */
const COLOURS = 3_000;

const hexes = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

const HUES = { dark: hueColours('dark'), light: hueColours('light'), more: hueColours('more') };

/** Descriptions of the indistinguishable pairs; with `among`, only pairs with one of those tokens. */
function poorPairs(tokens: Readonly<Record<Look, BrandTokens>>, among?: readonly Token[]): string[] {
  return LOOKS.flatMap((look) =>
    pairsOf(look, among)
      .filter((pair) => !isToldApart(pair, { ...PALETTE[look], ...HUES[look], ...tokens[look] }, look))
      .map(({ kind, ink, ground }) => `${look}: ${kind} ${ink} on ${ground}`),
  );
}

test(`of ${COLOURS} colours, allowed ones have only distinguishable pairs, and every other one gets an allowed alternative`, () => {
  let refused = 0;
  fc.assert(
    fc.property(hexes, (hex) => {
      const fitting = fittingColour(hex);
      expect(fittingColour(fitting)).toBe(fitting);
      expect(poorPairs(brandColours(fitting), ['you', 'lit', 'signal', 'ink'])).toEqual([]);
      if (fitting !== hex) refused += 1;
    }),
    { numRuns: COLOURS },
  );
  expect(refused).toBeGreaterThan(0);
  expect(refused).toBeLessThan(COLOURS / 10);
});

test('the default tokens are distinguishable, but tokens of a raw colour may not be', () => {
  expect(poorPairs(OWN_TOKENS)).toEqual([]);
  const navy = { you: '#001f5b', lit: '#001f5b', signal: '#001f5b', ink: '#141f25' };
  expect(poorPairs({ ...OWN_TOKENS, dark: navy })).toEqual(expect.arrayContaining(['dark: text lit on bg0', 'dark: text ink on signal']));
});

test('the default colour produces the default tokens', () => {
  const { dark, light } = brandColours(OWN_TOKENS.dark.signal);
  expect(dark).toMatchObject({ lit: '#d9f95f', signal: '#d9f95f', ink: '#141f25' });
  expect(light).toMatchObject({ lit: '#141f25', signal: '#d9f95f', ink: '#141f25' });
  expect(distance(dark.you, OWN_TOKENS.dark.you)).toBeLessThan(0.02);
  expect(distance(light.you, OWN_TOKENS.light.you)).toBeLessThan(0.02);
});

test('a colour is used unchanged where possible: as a fill in both themes, and as text where readable', () => {
  expect(brandColours('#e10600').light.signal).toBe('#e10600');
  expect(brandColours('#e10600').dark.signal).toBe('#e10600');
  expect(brandColours('#001f5b').light).toMatchObject({ lit: '#001f5b', signal: '#001f5b', ink: '#fefdfb' });
  expect(brandColours('#ffe600').dark).toMatchObject({ lit: '#ffe600', signal: '#ffe600', ink: '#141f25' });
});

test('yellow text on a light ground becomes the text colour rather than olive', () => {
  expect(brandColours('#ffe600').light.lit).toBe(PALETTE.light.fg);
});

test('gold, silver and bronze are rejected, and the alternative has the same hue', () => {
  expect(fittingColour('#e10600')).toBe('#e10600');
  for (const medal of [PALETTE.dark.gold, PALETTE.dark.silver, PALETTE.dark.bronze]) {
    expect(isLikeMedal(medal)).toBe(true);
    expect(isLikeMedal(fittingColour(medal))).toBe(false);
    expect(distance(fittingColour(medal), medal)).toBeLessThan(0.1);
  }
});
