import fc from 'fast-check';
import { expect, test } from 'vitest';

import { withoutPerson } from './without-person.ts';

const NAMES = ['ada', 'Ada L. (Lovelace)'];

test.each([
  ['{"player":"ADA","board":"ada"}', '{"player":"Erased player","board":"ada"}'],
  ['{"event":"match-4711-ada","note":["Adam and ada’s"]}', '{"event":"match-4711-Erased player","note":["Adam and Erased player’s"]}'],
  ['{"before":{"displayName":"Ada L. (Lovelace)"}}', '{"before":{"displayName":"Erased player"}}'],
  ['{ "player": "bob" }', '{ "player": "bob" }'],
  ['ada did it', 'Erased player did it'],
  ['nobody did', 'nobody did'],
  ['so did Ada L. (Lovelace), or ada', 'so did Erased player, or Erased player'],
  ['null', 'null'],
  ['{"player":7,"before":{"username":"old"},"by":{"name":"bob"}}', '{"player":7,"by":{"name":"bob"}}'],
  ['{"player":8,"before":{"username":"old"}}', '{"player":8,"before":{"username":"old"}}'],
])('%s becomes %s', (text, without) => {
  expect(withoutPerson(text, 7, NAMES)).toBe(without);
});

test('law: no string contains the name any more, and other strings are unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
      const without = JSON.parse(withoutPerson(JSON.stringify({ player: name, other: '\u0001' }), 7, [name])) as {
        player: string;
        other: string;
      };
      expect(without.player).toBe('Erased player');
      if (name !== '\u0001') expect(without.other).toBe('\u0001');
    }),
  );
});

test('a name contained in another leaves no remainder', () => {
  expect(withoutPerson('{"reason":"Ada Lovelace lied"}', 7, ['ada', 'Ada Lovelace'])).toBe('{"reason":"Erased player lied"}');
});
