import fc from 'fast-check';
import { expect, test } from 'vitest';

import { matchParts } from './marked-text.tsx';

const marked = (text: string, wanted: string) =>
  matchParts(text, wanted)
    .map((part) => (part.found ? `[${part.text}]` : part.text))
    .join('');

test('marks every match, ignoring case', () => {
  expect(marked('Banana', 'AN')).toBe('B[an][an]a');
  expect(marked('Zoë', 'ZOË')).toBe('[Zoë]');
  expect(marked('Night Owl', 'x')).toBe('Night Owl');
  expect(marked('Night Owl', '')).toBe('Night Owl');
});

test('the search text is not a pattern', () => expect(marked('a.*b', '.*')).toBe('a[.*]b'));

test('the parts add up to the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme', maxLength: 3 }), (text, wanted) => {
      expect(
        matchParts(text, wanted)
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
    }),
  );
});
