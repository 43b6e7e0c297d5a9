import fc from 'fast-check';
import { expect, test } from 'vitest';

import { textMatcher } from './text-match.ts';

const matches = (query: string, text: string) => textMatcher(query)(text);

test('case and position do not matter', () => {
  expect(matches('nova', 'NovaFalcon')).toBe(true);
  expect(matches('FALC', 'NovaFalcon')).toBe(true);
  expect(matches('falcons', 'NovaFalcon')).toBe(false);
});

test('an empty query matches everything', () => {
  expect(matches('', '')).toBe(true);
  expect(matches('', 'NovaFalcon')).toBe(true);
});

test('the query is literal text, not a pattern', () => {
  expect(matches('.', 'NovaFalcon')).toBe(false);
  expect(matches('.*', 'a.*b')).toBe(true);
  expect(matches('[', 'NovaFalcon')).toBe(false);
  expect(matches('\\', 'a\\b')).toBe(true);
});

test('both Unicode spellings of a letter match', () => {
  expect(matches('e\u0301', 'Ren\u00e9')).toBe(true);
  expect(matches('\u00e9', 'Rene\u0301')).toBe(true);
});

test('a letter matches only one letter, even if its capital has two', () => {
  expect(matches('ß', 'Großmeister')).toBe(true);
  expect(matches('ss', 'Großmeister')).toBe(false);
});

test('spaces are part of the query', () => {
  expect(matches('falcon cup', 'Falcon Cup')).toBe(true);
  expect(matches('falcon ', 'NovaFalcon')).toBe(false);
});

test('law: every substring of a text matches it, in either case', () => {
  const texts = fc.string({ unit: fc.constantFrom(...'abzABZ019._-[]()*+?^$|\\ '), maxLength: 12 });
  fc.assert(
    fc.property(texts, fc.nat(), fc.nat(), (text, from, length) => {
      const part = text.slice(from % (text.length + 1)).slice(0, length % (text.length + 1));
      expect(matches(part, text)).toBe(true);
      expect(matches(part.toUpperCase(), text)).toBe(true);
      expect(matches(`${text}!`, text)).toBe(false);
    }),
    { numRuns: 10_000 },
  );
});
