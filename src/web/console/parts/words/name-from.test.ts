import fc from 'fast-check';
import { expect, test } from 'vitest';

import { boardNameSchema } from '../../../../contract/parts/text-rules.ts';
import { nameFrom } from './name-from.ts';

test.each([
  ['Speedrun, any %', 'speedrun-any'],
  ['  Café Zürich  ', 'cafe-zurich'],
  ['日本', ''],
])('%j has the URL name %j', (title, name) => expect(nameFrom(title)).toBe(name));

test('any title gives a valid board name, or an empty one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (title) => {
      const name = nameFrom(title);
      expect(name === '' || boardNameSchema.safeParse(name).success).toBe(true);
    }),
  );
});
