import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { isSamePlayer, usernameKey } from './username-key.ts';

describe('usernames of the same player', () => {
  test.each([
    ['ada', 'ADA'],
    ['straße', 'STRASSE'],
    ['STRAẞE', 'strasse'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
    ['οδυσσευς', 'οδυσσευσ'],
    ['İpek', 'i\u0307pek'],
    ['Zoë', 'ZOE\u0308'],
    ['ﬁnn', 'FINN'],
    ['\u212a', 'k'],
    ['ᾳ\u0301', 'ΑΙ\u0301'.normalize('NFD').replace('Ι\u0301', '\u0301Ι')],
  ])('%s and %s', (one, other) => expect(isSamePlayer(one, other)).toBe(true));
});

describe('usernames of different players', () => {
  test.each([
    ['¹', '1'],
    ['ｂｏｂ', 'bob'],
    ['ıpek', 'ipek'],
    ['İpek', 'ipek'],
    ['zoe', 'zoë'],
    ['а', 'a'],
    ['', ' '],
  ])('%s and %s', (one, other) => expect(isSamePlayer(one, other)).toBe(false));
});

/** All of Unicode. */
const CHARACTERS = Array.from({ length: 0x11_00_00 }, (_, code) => code)
  .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
  .map((code) => String.fromCodePoint(code));

test('law: two characters share a key exactly if case-insensitive regular expressions match them', () => {
  // Regular expressions do not handle other compositions or multi-character foldings.
  const single = CHARACTERS.filter((character) => character.normalize('NFD') === character && [...usernameKey(character)].length === 1);
  for (const [first, ...others] of Map.groupBy(single, usernameKey).values())
    for (const other of others) expect([first, other, like(first!).test(other)]).toEqual([first, other, true]);
  for (const character of CHARACTERS.filter((one) => /\p{Changes_When_Casemapped}/u.test(one)))
    for (const other of [character.toLowerCase(), character.toUpperCase()].filter((one) => like(character).test(one)))
      expect([character, usernameKey(other)]).toEqual([character, usernameKey(character)]);
});

test('law: keys are idempotent and independent of composition and case', () => {
  const letters = fc.constantFrom(
    ...'aAıİiIßẞſsSςσΣµμ',
    'e',
    '\u0301',
    '\u0323',
    '\u0345',
    '\u0307',
    'ᾳ',
    'ᾼ',
    'ﬀ',
    'ΐ',
    'ʼn',
    'ŉ',
    'Å',
    'ｂ',
    '¹',
    '🦊',
    '한',
  );
  const anything = fc.oneof(fc.string({ unit: letters, maxLength: 8 }), fc.string({ unit: 'binary', maxLength: 8 }));
  fc.assert(
    fc.property(anything, (name) => {
      const key = usernameKey(name);
      expect(usernameKey(key)).toBe(key);
      for (const form of ['NFC', 'NFD'] as const) expect(usernameKey(name.normalize(form))).toBe(key);
      expect(usernameKey(name.toLowerCase())).toBe(key);
      // Dotless i has the capital of i, and a subscript iota becomes a letter after the marks above.
      if (!/ı|\u0345/.test(name.normalize('NFD'))) expect(usernameKey(name.toUpperCase())).toBe(key);
    }),
    { numRuns: 10_000 },
  );
});

test('law: the ASCII fast path agrees with full folding', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii' }), (name) => {
      expect(usernameKey(name)).toBe(usernameKey(`${name}語`).slice(0, -1));
    }),
  );
});

/** Matches a character in any case. */
function like(character: string): RegExp {
  return new RegExp(`^\\u{${character.codePointAt(0)!.toString(16)}}$`, 'iu');
}
