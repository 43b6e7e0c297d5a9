import fc from 'fast-check';
import { expect, test } from 'vitest';

import { BIB_HUES, bibHue } from './bib-hue.ts';

test('law: every id has one of the hues there are rules for, always the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (id) => {
      expect(bibHue(id)).toBe(bibHue(id));
      expect(Array.from({ length: BIB_HUES }, (_, i) => i)).toContain(bibHue(id));
    }),
  );
});

test('a hundred players wear all the hues', () => {
  const hues = Array.from({ length: 100 }, (_, i) => bibHue(`player-${i}`));
  expect(new Set(hues).size).toBe(BIB_HUES);
});
