import fc from 'fast-check';
import { expect, test } from 'vitest';

import { compareRanks, nearestFirst } from './search-order.ts';
import { textMatcher } from './text-match.ts';

const names = (...titles: string[]) => titles;
const found = (text: string, titles: readonly string[], most = 20) => nearestFirst(titles, text, (title) => [title], most);

test('the text itself comes first, then what begins with it, then what has it elsewhere', () => {
  expect(found('nova', names('Casanova', 'NovaFalcon', 'Supernova', 'NOVA', 'Novalis', 'Iris'))).toEqual([
    'NOVA',
    'NovaFalcon',
    'Novalis',
    'Casanova',
    'Supernova',
  ]);
});

test('without a text everything is found, in the order given', () => {
  expect(found('', names('b', 'a', 'c'))).toEqual(['b', 'a', 'c']);
});

test('of several names the nearest counts', () => {
  const players = [
    { username: 'x-ada', displayName: 'Countess' },
    { username: 'ada-1', displayName: 'Ada the Second' },
    { username: 'bob', displayName: 'Bob' },
    { username: 'enchantress', displayName: 'Ada' },
  ];
  const inOrder = nearestFirst(players, 'ADA', ({ username, displayName }) => [username, displayName], 20);
  expect(inOrder.map(({ username }) => username)).toEqual(['enchantress', 'ada-1', 'x-ada']);
});

test('no more are found than asked for, the nearest of all', () => {
  expect(found('a', names('ba', 'ca', 'ab', 'ac'), 3)).toEqual(['ab', 'ac', 'ba']);
  expect(found('a', names('ba', 'a'), 0)).toEqual([]);
});

test('the two Unicode spellings of one letter are as near', () => {
  expect(found('ren\u00e9', names('Irene\u0301', 'Rene\u0301e', 'RENE\u0301'))).toEqual(['RENE\u0301', 'Rene\u0301e', 'Irene\u0301']);
});

const texts = fc.string({ unit: fc.constantFrom(...'aAbB.é'), maxLength: 4 });

test('law: what the matcher matches is found, once each, and nothing else', () => {
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 20 }), texts, (titles, text) => {
      expect(found(text, titles, Infinity).toSorted()).toEqual(titles.filter(textMatcher(text)).toSorted());
    }),
  );
});

test('law: fewer is the beginning of more', () => {
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 20 }), texts, fc.nat({ max: 20 }), (titles, text, most) => {
      expect(found(text, titles, most)).toEqual(found(text, titles, Infinity).slice(0, most));
    }),
  );
});

test('law: nobody who is as near and was given earlier comes later', () => {
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

test('ranks are in order, and no rank comes last', () => {
  const players = [{ name: 'd' }, { name: 'c', rank: 3 }, { name: 'e' }, { name: 'a', rank: 1 }, { name: 'b', rank: 2 }];
  expect(players.toSorted((a, b) => compareRanks(a.rank, b.rank)).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(compareRanks(undefined, undefined)).toBe(0);
  expect(compareRanks(2, 2)).toBe(0);
  expect(compareRanks(undefined, 1)).toBeGreaterThan(0);
  expect(compareRanks(1, undefined)).toBeLessThan(0);
});
