import fc from 'fast-check';
import { expect, test } from 'vitest';

import { boardNameSchema } from '../../../../contract/parts/text-rules.ts';
import { nameFrom } from './name-from.ts';

test.each([
  ['Speedrun, any %', 'speedrun-any'],
  ['  Café Zürich  ', 'cafe-zurich'],
  ['日本', ''],
])('%j is called %j in addresses', (title, name) => expect(nameFrom(title)).toBe(name));

test('whatever a title is, its name is one that a board can have, or none', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (title) => {
      const name = nameFrom(title);
      expect(name === '' || boardNameSchema.safeParse(name).success).toBe(true);
    }),
  );
});
