import fc from 'fast-check';
import { expect, test } from 'vitest';

import { isPicked, NONE, pageToggled, type Picked, pickedOf, toggled } from './picked.ts';

const PAGE = ['a', 'b', 'c', 'd', 'e'];

const some = (...keys: string[]): Picked => ({ kind: 'some', keys: new Set(keys) });

test('toggling a row selects it, then deselects it', () => {
  expect(toggled(NONE, PAGE, 'b')).toEqual(some('b'));
  expect(toggled(some('b', 'x'), PAGE, 'b')).toEqual(some('x'));
});

test('a range gets the state of its last row, in either direction, and only within its page', () => {
  expect(toggled(some('b'), PAGE, 'd', 'b')).toEqual(some('b', 'c', 'd'));
  expect(toggled(some('d'), PAGE, 'b', 'd')).toEqual(some('d', 'b', 'c'));
  expect(toggled(some('a', 'b', 'c', 'd'), PAGE, 'c', 'b')).toEqual(some('a', 'd'));
  expect(toggled(NONE, PAGE, 'c', 'of another page')).toEqual(some('c'));
});

test('deselecting a row while all matches are selected keeps the other rows of the page', () => {
  expect(toggled({ kind: 'all' }, PAGE, 'c')).toEqual(some('a', 'b', 'd', 'e'));
  expect(pageToggled({ kind: 'all' }, PAGE)).toEqual(NONE);
});

test("law: the page's checkbox selects the whole page, then deselects it, and never affects other pages", () => {
  const keys = fc.uniqueArray(fc.constantFrom(...PAGE, 'x', 'y'));
  fc.assert(
    fc.property(keys, (before) => {
      const once = pageToggled(some(...before), PAGE);
      const twice = pageToggled(once, PAGE);
      const wasWhole = pickedOf(some(...before), PAGE) === 'all';
      expect([pickedOf(once, PAGE), pickedOf(twice, PAGE)]).toEqual(wasWhole ? ['none', 'all'] : ['all', 'none']);
      for (const other of ['x', 'y']) expect(isPicked(twice, other)).toBe(before.includes(other));
    }),
  );
});

test('tells whether none, some or all of a page is selected', () => {
  expect([NONE, some('a'), some(...PAGE), { kind: 'all' } as const].map((picked) => pickedOf(picked, PAGE))).toEqual([
    'none',
    'some',
    'all',
    'all',
  ]);
});
