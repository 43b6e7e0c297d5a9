import fc from 'fast-check';
import { expect, test } from 'vitest';

import { lookOf } from './look-of.ts';

test.each([
  ['ada', 'аdа'],
  ['Paypal', 'PaypaI'],
  ['paypal', 'paypa1'],
  ['BOB', 'B0B'],
  ['bob', 'ｂｏｂ'],
  ['Scope', 'Ѕсоре'],
  ['Νίκος', 'Nίκος'],
  ['ADA', 'ada'],
  ['q r', 'q  r'],
  ['q r', 'q\u00a0\u2003r '],
])('%s looks like %s', (name, other) => {
  expect(lookOf(name)).toBe(lookOf(other));
});

test.each([
  ['ada', 'adá'],
  ['modern', 'modem'],
  ['bob', 'rob'],
  ['Дима', 'Дина'],
  ['müller', 'muller'],
  ['straße', 'strasse'],
])('%s does not look like %s', (name, other) => {
  expect(lookOf(name)).not.toBe(lookOf(other));
});

test('law: ASCII lower-case letters and digits other than 0 and 1 look like themselves only', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z2-9 _.-]{1,20}$/), (name) => {
      expect(lookOf(name)).toBe(name.replaceAll(/ +/g, ' ').trim());
    }),
  );
});
