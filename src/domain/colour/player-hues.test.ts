import fc from 'fast-check';
import { expect, test } from 'vitest';

import { hueStyle, hueTokens, playerHue } from './player-hues.ts';

const HUES = hueTokens('lane').length;
const STYLE = hueStyle();

test('law: every id always has the same hue, one of those with rules', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (id) => {
      expect(playerHue(id)).toBe(playerHue(id));
      expect(STYLE.includes(`[data-hue="${playerHue(id)}"]{--lane:`)).toBe(true);
    }),
  );
});

test('a hundred players use all hues', () => {
  const hues = Array.from({ length: 100 }, (_, i) => playerHue(`player-${i}`));
  expect(new Set(hues).size).toBe(HUES);
});
