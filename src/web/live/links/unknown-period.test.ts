import { expect, test } from 'vitest';

import { unknownPeriod } from './unknown-period.ts';

test.each([
  ['', undefined],
  ['?period=weekly', undefined],
  ['?period=%20Weekly%20', undefined],
  ['?period=', undefined],
  ['?period=yearly', 'yearly'],
  // Of a repeated key the first counts, as for every page.
  ['?period=daily&period=yearly', undefined],
  ['?period=monthly', 'monthly'],
  ['?mode=yearly', undefined],
])('%s names the unknown period %s where only the header chooses one', (search, word) => {
  expect(unknownPeriod(search, ['period'])).toBe(word);
});

test.each([
  ['?mode=All-Time', undefined],
  ['?mode=overall&period=weekly', undefined],
  ['?mode=yearly', 'yearly'],
  ['?mode=monthly&period=yearly', 'yearly'],
  ['?mode=constructor', 'constructor'],
])('%s names the unknown period %s where there are modes', (search, word) => {
  expect(unknownPeriod(search, ['mode', 'period'])).toBe(word);
});

test('a page without a period names none', () => expect(unknownPeriod('?period=yearly&mode=yearly')).toBeUndefined());
