import { expect, test } from 'vitest';

import { numberFormat } from '../../ui/number-format.ts';
import { countWords, limitWords, allWords, foundWords } from './count-words.ts';

test.each([
  [0, '0 points'],
  [1, '1 point'],
  [-1, '−1 point'],
  [1002, '1,002 points'],
])('%i reads %s', (count, words) => expect(countWords(count, 'point', numberFormat('en-US'))).toBe(words));

test.each([
  [{ times: 1, per: 'day' }, 'once a day'],
  [{ times: 2, per: 'week' }, 'twice a week'],
  [{ times: 1002, per: 'month' }, '1,002 times a month'],
  [{ times: 1, per: 'ever' }, 'only once'],
  [{ times: 3, per: 'ever' }, 'only 3 times'],
] as const)('the limit %j reads %s', (limit, words) => expect(limitWords(limit, numberFormat('en-US'))).toBe(words));

const format = numberFormat('en-US');
const words = (players: number, tournaments: number, achievements: number, complete = true) =>
  foundWords(
    [
      { type: 'player', total: players, complete },
      { type: 'tournament', total: tournaments, complete: true },
      { type: 'achievement', total: achievements, complete: true },
    ],
    format,
  );

test('counts each type, and leaves out types without results', () => {
  expect(words(10_000, 1, 3)).toBe('10,000 players, 1 tournament and 3 achievements');
  expect(words(1, 0, 0)).toBe('1 player');
  expect(words(0, 2, 0)).toBe('2 tournaments');
  expect(words(0, 0, 0)).toBe('No results');
});

test('says "more than" if not all results were counted', () => {
  expect(words(10_000, 0, 2, false)).toBe('More than 10,000 players and 2 achievements');
});

test('the link promises all results only if the pages contain all', () => {
  expect(allWords({ type: 'player', total: 10_000, complete: true }, format)).toBe('All 10,000 players');
  expect(allWords({ type: 'player', total: 10_000, complete: false }, format)).toBe('More players');
});
