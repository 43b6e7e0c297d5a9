import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { brokenNameRule, normalName } from './name-profile.ts';

const ruleOf = (text: string, longest = 64) => brokenNameRule(text, longest);

describe('is a valid name', () => {
  test.each([
    'a',
    'Ada Lovelace',
    "O'Neill-Çelik",
    '.*',
    '한국어',
    'नमस्ते',
    'မြွှာ',
    'ｂｏｂ',
    '¹',
    '🦊',
    'Ann ❤️‍🔥',
    '👩‍👩‍👧‍👦',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    '👋🏽',
    '1️⃣',
    '🇩🇪',
    `a${'\u0301'.repeat(4)}`,
    '\u0301a',
    '⠃⠀⠕',
    'a\u00a0b',
  ])('%s', (text) => expect(ruleOf(text)).toBeUndefined());
});

describe('is rejected because', () => {
  const INVISIBLE = 'must not contain invisible characters, except inside an emoji';
  const NOTHING = 'must have at least one visible character';
  const SPACE = 'must not begin or end with a space';
  const BIDI = 'must not contain characters that change the direction of text';
  const UNKNOWN = 'must not contain private-use or unassigned characters';
  test.each([
    ['a lone surrogate is no text', 'a\ud83d', 'must be well-formed Unicode text'],
    ['a name is one line', 'a\u0000b', 'must be one line without control characters'],
    ['a name is one line', 'a\u0085b', 'must be one line without control characters'],
    ['a name is one line', 'a\u2028b', 'must be one line without control characters'],
    ['spaces are inside', ' a', SPACE],
    ['spaces are inside', 'é\u3000', SPACE],
    ['a space alone is around nothing', ' ', SPACE],
    ['text is not turned round', 'a\u202eb', BIDI],
    ['text is not turned round', 'a\u2066b\u2069', BIDI],
    ['text is not turned round', 'א\u200f', BIDI],
    ['everything can be seen', 'a\u200bb', INVISIBLE],
    ['everything can be seen', 'a\u00adb', INVISIBLE],
    ['everything can be seen', 'a\u200db', INVISIBLE],
    ['everything can be seen', '\u3164', INVISIBLE],
    ['everything can be seen', 'a\ufe0f', INVISIBLE],
    ['everything can be seen', 'a\ufeff', INVISIBLE],
    ['everything can be seen', '🦊\u{e0061}\u{e007f}', INVISIBLE],
    ['everything can be seen', 'a\ufff9b', INVISIBLE],
    ['everybody sees the same', 'a\ue000', UNKNOWN],
    ['everybody sees the same', 'a\u{10ffff}', UNKNOWN],
    ['everybody sees the same', 'a\u0378', UNKNOWN],
    ['everybody sees the same', 'a\ufdd0', UNKNOWN],
    ['something can be seen', '', NOTHING],
    ['something can be seen', '\u0301', NOTHING],
    ['something can be seen', '\u2800', NOTHING],
    ['something can be seen', '\u{1d159}\u2800', NOTHING],
    ['something can be seen', '\u{13441}\u{13442}', NOTHING],
    ['everything can be seen', '\u{1d173}', INVISIBLE],
    ['everything can be seen', '\u115f\u1160\uffa0', INVISIBLE],
    ['marks do not pile up', `a${'\u0301'.repeat(5)}`, 'must have at most 4 combining marks on one letter'],
    ['marks do not pile up', `á${'\u0323'.repeat(4)}`, 'must have at most 4 combining marks on one letter'],
    ['marks do not pile up', `क${'\u0903\u0301'.repeat(5)}`, 'must have at most 4 combining marks on one letter'],
    ['marks do not pile up', `🦊${'\u20dd'.repeat(5)}`, 'must have at most 4 combining marks on one letter'],
  ])('%s: %j', (_, text, rule) => expect(ruleOf(text)).toBe(rule));
});

describe('is counted', () => {
  test.each([
    ['in characters, and not in the units of a string', '🦊🐙', 2],
    ['composed', 'e\u0301e\u0301', 2],
    ['with every part of an emoji', '👩‍👧', 3],
    ['as plain letters', 'ab', 2],
    // One of the few characters that NFC makes longer.
    ['composed, also when that is longer', '\u0958', 2],
  ])('%s', (_, text, length) => {
    expect(ruleOf(text, length)).toBeUndefined();
    expect(ruleOf(text, length - 1)).toBe(`must have at most ${length - 1} characters`);
  });
});

const pieces = fc.constantFrom(
  ...'aé ßIı1ｂ',
  'e\u0301',
  '\u0301',
  '\u0323',
  '\u0345',
  '\u0958',
  '\u200d',
  '\ufe0f',
  '🦊',
  '❤️‍🔥',
  '🇩🇪',
  '\u202e',
  '\ue000',
  '한',
  '\u2800',
);
const texts = fc.oneof(fc.string({ unit: pieces, maxLength: 10 }), fc.string({ unit: 'binary', maxLength: 6 }));

test('law: the profile ignores composition, and a normalised name is valid', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 12 }), (text, longest) => {
      const rule = ruleOf(text, longest);
      for (const form of ['NFC', 'NFD'] as const) expect(ruleOf(text.normalize(form), longest)).toBe(rule);
      expect(ruleOf(normalName(text), longest)).toBe(rule);
      expect(normalName(normalName(text))).toBe(normalName(text));
    }),
    { numRuns: 10_000 },
  );
});

test('law: a name survives JSON, UTF-8 and a URL', () => {
  fc.assert(
    fc.property(texts, (text) => {
      fc.pre(ruleOf(text) === undefined);
      const name = normalName(text);
      expect(decodeURIComponent(encodeURIComponent(name))).toBe(name);
      expect(JSON.parse(JSON.stringify(name))).toBe(name);
      expect(name.trim()).toBe(name);
    }),
    { numRuns: 10_000 },
  );
});

test('law: the ASCII fast path agrees with the full check', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 6 }), (text) => {
      // A non-ASCII letter in the middle disables the fast path.
      const wider = `${text.slice(0, 1)}${text.length > 1 ? '語' : ''}${text.slice(1)}`;
      expect(ruleOf(text)).toBe(ruleOf(wider));
    }),
    { numRuns: 5000 },
  );
});
