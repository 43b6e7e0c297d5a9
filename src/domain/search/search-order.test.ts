import fc from 'fast-check';
import { expect, test } from 'vitest';

import { compareRanks, nearestFirst } from './search-order.ts';
import { textMatcher } from './text-match.ts';

const names = (...titles: string[]) => titles;
const found = (text: string, titles: readonly string[], most = 20) => nearestFirst(titles, text, (title) => [title], most);

test('exact matches come first, then prefixes, then other matches', () => {
  expect(found('nova', names('Casanova', 'NovaFalcon', 'Supernova', 'NOVA', 'Novalis', 'Iris'))).toEqual([
    'NOVA',
    'NovaFalcon',
    'Novalis',
    'Casanova',
    'Supernova',
  ]);
});

test('an empty text finds everything in the given order', () => {
  expect(found('', names('b', 'a', 'c'))).toEqual(['b', 'a', 'c']);
});

test('the nearest of several names counts', () => {
  const players = [
    { username: 'x-ada', displayName: 'Countess' },
    { username: 'ada-1', displayName: 'Ada the Second' },
    { username: 'bob', displayName: 'Bob' },
    { username: 'enchantress', displayName: 'Ada' },
  ];
  const inOrder = nearestFirst(players, 'ADA', ({ username, displayName }) => [username, displayName], 20);
  expect(inOrder.map(({ username }) => username)).toEqual(['enchantress', 'ada-1', 'x-ada']);
});

test('returns at most as many as requested, nearest first', () => {
  expect(found('a', names('ba', 'ca', 'ab', 'ac'), 3)).toEqual(['ab', 'ac', 'ba']);
  expect(found('a', names('ba', 'a'), 0)).toEqual([]);
});

test('both Unicode spellings of a letter are equally near', () => {
  expect(found('ren\u00e9', names('Irene\u0301', 'Rene\u0301e', 'RENE\u0301'))).toEqual(['RENE\u0301', 'Rene\u0301e', 'Irene\u0301']);
});

const texts = fc.string({ unit: fc.constantFrom(...'aAbB.é'), maxLength: 4 });

test('law: finds exactly what the matcher matches, once each', () => {
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 20 }), texts, (titles, text) => {
      expect(found(text, titles, Infinity).toSorted()).toEqual(titles.filter(textMatcher(text)).toSorted());
    }),
  );
});

test('law: a smaller limit gives a prefix of a larger one', () => {
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 20 }), texts, fc.nat({ max: 20 }), (titles, text, most) => {
      expect(found(text, titles, most)).toEqual(found(text, titles, Infinity).slice(0, most));
    }),
  );
});

test('law: equally near items keep their order', () => {
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 20 }), texts, (titles, text) => {
      const wanted = text.normalize('NFC').toLowerCase();
      const nearness = (title: string) => {
        const folded = title.normalize('NFC').toLowerCase();
        return [folded === wanted, folded.startsWith(wanted), true].indexOf(true);
      };
      const given = titles.map((title, place) => ({ title, place }));
      const inOrder = nearestFirst(given, text, ({ title }) => [title], Infinity);
      for (const [i, { title, place }] of inOrder.entries()) {
        const next = inOrder[i + 1];
        if (next === undefined) continue;
        const step = nearness(next.title) - nearness(title);
        expect(step > 0 || (step === 0 && next.place > place)).toBe(true);
      }
    }),
  );
});

test('ranks are in order, unranked last', () => {
  const players = [{ name: 'd' }, { name: 'c', rank: 3 }, { name: 'e' }, { name: 'a', rank: 1 }, { name: 'b', rank: 2 }];
  expect(players.toSorted((a, b) => compareRanks(a.rank, b.rank)).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(compareRanks(undefined, undefined)).toBe(0);
  expect(compareRanks(2, 2)).toBe(0);
  expect(compareRanks(undefined, 1)).toBeGreaterThan(0);
  expect(compareRanks(1, undefined)).toBeLessThan(0);
});
