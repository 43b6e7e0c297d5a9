import fc from 'fast-check';
import { expect, test } from 'vitest';

import { contrast, distance, hexOf, oklchOf } from './oklch.ts';

const hexes = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test.each([
  // Reference values of CSS Color 4 and browsers.
  ['#ff0000', 0.628, 0.2577, 29.23],
  ['#00ff00', 0.8664, 0.2948, 142.5],
  ['#0000ff', 0.452, 0.3132, 264.05],
  ['#808080', 0.5999, 0, undefined],
] as const)('%s in OKLCH is %d %d %s', (hex, lightness, chroma, degrees) => {
  const colour = oklchOf(hex);
  expect(colour.lightness).toBeCloseTo(lightness, 3);
  expect(colour.chroma).toBeCloseTo(chroma, 3);
  if (degrees !== undefined) expect(((colour.hue * 180) / Math.PI + 360) % 360).toBeCloseTo(degrees, 1);
});

test('a displayable colour survives a round trip', () => {
  fc.assert(fc.property(hexes, (hex) => void expect(hexOf(oklchOf(hex))).toBe(hex)));
});

test('a colour out of gamut keeps its lightness and hue', () => {
  const shown = oklchOf(hexOf({ lightness: 0.6, chroma: 0.4, hue: 2 }));
  expect(shown.lightness).toBeCloseTo(0.6, 2);
  expect(shown.hue).toBeCloseTo(2, 1);
  expect(shown.chroma).toBeGreaterThan(0.13);
  expect(hexOf({ lightness: 1, chroma: 0.2, hue: 0 })).toBe('#ffffff');
});

test('contrast follows WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#ffffff', '#767676')).toBeCloseTo(4.54, 2);
});

test('distance is 0 for equal colours, 1 from black to white, and symmetric', () => {
  expect(distance('#e10600', '#e10600')).toBe(0);
  expect(distance('#000000', '#ffffff')).toBeCloseTo(1, 5);
  fc.assert(fc.property(hexes, hexes, (one, other) => void expect(distance(one, other)).toBe(distance(other, one))));
});
