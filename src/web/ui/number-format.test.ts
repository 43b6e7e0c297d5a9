import { expect, test } from 'vitest';

import { numberFormat } from './number-format.ts';

test('numbers are grouped as the visitor writes them', () => {
  expect(numberFormat('en-US').count(12_480)).toBe('12,480');
  expect(numberFormat('de-DE').count(12_480)).toBe('12.480');
  expect(numberFormat('en-IN').count(1_248_000)).toBe('12,48,000');
});

test('English is written without Intl as Intl writes it', () => {
  const intl = new Intl.NumberFormat('en-US');
  for (const value of [0, 7, 999, 1000, 12_345, 999_999, 1_000_000, 10 ** 15, Number.MAX_SAFE_INTEGER])
    expect(numberFormat('en-US').count(value)).toBe(intl.format(value));
});

test('a negative count has a true minus sign', () => {
  expect(numberFormat('en-US').count(-1200)).toBe('\u22121,200');
});

test.each(['', 'x', 'not a language', 'en_US', 'tlh'])('the language %j, which is none, counts as English', (language) => {
  expect(numberFormat(language).count(12_480)).toBe('12,480');
});

test('one language has one format', () => {
  expect(numberFormat('fr-FR')).toBe(numberFormat('fr-FR'));
});
