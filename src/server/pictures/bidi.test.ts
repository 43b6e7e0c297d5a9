import fc from 'fast-check';
import { expect, test } from 'vitest';

import { bidiLevels, inVisualOrder } from './bidi.ts';

/** The visual order of a line, from left to right. Capitals stand for Hebrew letters. */
function shown(text: string): string {
  const signs = [...text].map((sign) => (/[A-Z]/.test(sign) ? String.fromCodePoint(0x5d0 + sign.charCodeAt(0) - 65) : sign));
  const levels = bidiLevels(signs);
  return inVisualOrder([...text].map((sign, i) => ({ sign, level: levels[i]! })))
    .map(({ sign }) => sign)
    .join('');
}

test.each([
  ['car', 'car'],
  ['CAR', 'RAC'],
  ['car means CAR.', 'car means RAC.'],
  ['CAR means car', 'means car RAC'],
  ['he said CAR 123', 'he said 123 RAC'],
  ['CAR 12.5 it', 'it 12.5 RAC'],
  ['abc 12 CAR', 'abc 12 RAC'],
  // Brackets are mirrored when drawn.
  ['CAR (abc)', ')abc( RAC'],
  ['(CAR', 'RAC('],
  ['123', '123'],
  ['…', '…'],
])('%j is shown as %j', (text, expected) => expect(shown(text)).toBe(expected));

test('law: every character is shown once, for any line', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'A', 'B', '1', '2', ' ', '.', '(', ')')), (signs) => {
      expect([...shown(signs.join(''))].toSorted()).toEqual(signs.toSorted());
    }),
  );
});
