import fc from 'fast-check';
import { expect, test } from 'vitest';

import { timeFromText } from './time-text.ts';
import { unitWords } from './unit-words.ts';

test.each([
  ['1:23.456', 83_456],
  [' 1:23,4 ', 83_400],
  ['2:01:23', 7_283_000],
  ['59.9', 59_900],
  ['83456', 83_456],
  ['90:00', 5_400_000],
  ['0:05', 5000],
  ['1:75', undefined],
  ['1:75:00', undefined],
  ['1:2:3:4', undefined],
  ['1:23.4567', undefined],
  ['fast', undefined],
  ['', undefined],
])('%j is %j ms', (text, ms) => expect(timeFromText(text)).toBe(ms));

test('a displayed time can be typed', () => {
  const numbers = { locale: 'en', count: String } as Parameters<typeof unitWords>[1];
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 360_000_000 }), (ms) => {
      expect(timeFromText(unitWords({ unit: 'time', direction: 'low' }, numbers).figure(ms))).toBe(ms);
    }),
  );
});
