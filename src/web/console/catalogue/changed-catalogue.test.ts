import fc from 'fast-check';
import { expect, test } from 'vitest';

import { catalogueSchema } from '../../../contract/catalogue.ts';
import { added, freeId, moved, placeOf, replaced } from './changed-catalogue.ts';

const WEEK = { period: 'weekly', from: 1, prize: 'a cup' } as const;
const DAY = { period: 'daily', from: 1, prize: 'a cup' } as const;
const CUP = { id: 'cup', title: 'Cup', subtitle: 'Knockout', avatar: '🏆', extra: 'Friday' };

test('finds an entry by its id, even if its other fields have changed', () => {
  expect(
    placeOf<'tournaments'>(
      [
        { ...CUP, id: 'other' },
        { ...CUP, title: 'Winter cup' },
      ],
      CUP,
    ),
  ).toBe(1);
  expect(placeOf<'tournaments'>([{ ...CUP, id: 'other' }], CUP)).toBe(-1);
});

test('finds a prize by its whole content', () => {
  expect(placeOf<'prizes'>([WEEK, DAY], { ...DAY })).toBe(1);
  expect(placeOf<'prizes'>([WEEK], DAY)).toBe(-1);
});

test('a changed entry keeps its place, or is appended if it was removed meanwhile', () => {
  expect(replaced(['a', 'b'], 0, 'c')).toEqual(['c', 'b']);
  expect(replaced(['a', 'b'], -1, 'c')).toEqual(['a', 'b', 'c']);
});

test('new entries are added at one end in the given order', () => {
  expect(added(['a'], ['b', 'c'], 'first')).toEqual(['b', 'c', 'a']);
  expect(added(['a'], ['b', 'c'], 'last')).toEqual(['a', 'b', 'c']);
});

test('moving an entry keeps the order of the others', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(), { minLength: 1 }), fc.nat(), fc.nat(), (entries, a, b) => {
      const [from, to] = [a % entries.length, b % entries.length];
      const after = moved(entries, from, to);
      expect(after[to]).toBe(entries[from]);
      expect(after.filter((entry) => entry !== entries[from])).toEqual(entries.filter((entry) => entry !== entries[from]));
    }),
  );
});

test('any title gives an id that is valid and unique in the catalogue', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 80 }), { maxLength: 6 }), (titles) => {
      const made: { id: string }[] = [];
      for (const title of titles) made.push({ id: freeId(title, made, 'tournament') });
      const tournaments = made.map(({ id }) => Object.assign({}, CUP, { id }));
      expect(catalogueSchema.safeParse({ tournaments }).error).toBeUndefined();
    }),
  );
});

test.each([
  ['Daily match', [], 'daily-match'],
  ['Daily match', [{ id: 'daily-match' }], 'daily-match-2'],
  ['日本', [{ id: 'activity' }, { id: 'activity-2' }], 'activity-3'],
])('the id of %j with %j taken is %j', (title, taken, id) => expect(freeId(title, taken, 'activity')).toBe(id));
