import fc from 'fast-check';
import { expect, test } from 'vitest';

import { hueStyle, hueTokens, playerHue } from './player-hues.ts';

const HUES = hueTokens('lane').length;

test('law: every id has one of the hues there are rules for, always the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (id) => {
      expect(playerHue(id)).toBe(playerHue(id));
      expect(hueStyle()).toContain(`[data-hue="${playerHue(id)}"]{--hue:`);
    }),
  );
});

test('a hundred players wear all the hues', () => {
  const hues = Array.from({ length: 100 }, (_, i) => playerHue(`player-${i}`));
  expect(new Set(hues).size).toBe(HUES);
});
