import { expect, test } from 'vitest';

import { numberFormat } from './number-format.ts';

test('numbers are grouped as the visitor writes them', () => {
  expect(numberFormat('en-US').count(12_480)).toBe('12,480');
  expect(numberFormat('de-DE').count(12_480)).toBe('12.480');
  expect(numberFormat('en-IN').count(1_248_000)).toBe('12,48,000');
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
