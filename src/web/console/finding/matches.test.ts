import { expect, test } from 'vitest';

import { isLikeId, matching } from './matches.ts';

const named = (name: string, more?: string) => ({ name, more });

test('names that start with the text come first, then names that contain its words, then other matches', () => {
  const entries = [
    named('Somebody cheats', 'Operating'),
    named('Operating'),
    named('Board limits'),
    named('Limits of a Board'),
    named('Keys'),
  ];
  expect(matching(entries, 'oper').map(({ name }) => name)).toEqual(['Operating', 'Somebody cheats']);
  expect(matching(entries, 'limits board').map(({ name }) => name)).toEqual(['Board limits', 'Limits of a Board']);
  expect(matching(entries, 'LIMITS').map(({ name }) => name)).toEqual(['Limits of a Board', 'Board limits']);
  expect(matching(entries, 'nothing')).toEqual([]);
});

test('a single kind does not fill the list', () => {
  expect(
    matching(
      Array.from({ length: 300 }, (_, i) => named(`Level ${i}`)),
      'level',
    ),
  ).toHaveLength(6);
});

test.each([
  ['match-4711', true],
  ['ab', false],
  ['two words', false],
])('%j may be an id: %j', (text, is) => expect(isLikeId(text)).toBe(is));
