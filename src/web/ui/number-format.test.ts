import { expect, test } from 'vitest';

import { numberFormat } from './number-format.ts';

test("numbers are grouped by the visitor's locale", () => {
  expect(numberFormat('en-US').count(12_480)).toBe('12,480');
  expect(numberFormat('de-DE').count(12_480)).toBe('12.480');
  expect(numberFormat('en-IN').count(1_248_000)).toBe('12,48,000');
});

test('English numbers formatted without Intl match Intl', () => {
  const intl = new Intl.NumberFormat('en-US');
  for (const value of [0, 7, 999, 1000, 12_345, 999_999, 1_000_000, 10 ** 15, Number.MAX_SAFE_INTEGER])
    expect(numberFormat('en-US').count(value)).toBe(intl.format(value));
});

test('a negative count has a true minus sign', () => {
  expect(numberFormat('en-US').count(-1200)).toBe('\u22121,200');
});

test.each(['', 'x', 'not a language', 'en_US', 'tlh'])('the invalid or unsupported language %j falls back to English', (language) => {
  expect(numberFormat(language).count(12_480)).toBe('12,480');
});

test('formats are cached by language', () => {
  expect(numberFormat('fr-FR')).toBe(numberFormat('fr-FR'));
});
