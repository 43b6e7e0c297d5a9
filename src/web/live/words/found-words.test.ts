import { expect, test } from 'vitest';

import { numberFormat } from '../../ui/number-format.ts';
import { allWords, foundWords } from './found-words.ts';

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

test('says how many there are of each type, and nothing of those there are none of', () => {
  expect(words(10_000, 1, 3)).toBe('10,000 players, 1 tournament and 3 achievements');
  expect(words(1, 0, 0)).toBe('1 player');
  expect(words(0, 2, 0)).toBe('2 tournaments');
  expect(words(0, 0, 0)).toBe('No results');
});

test('says so where there are more than were counted', () => {
  expect(words(10_000, 0, 2, false)).toBe('More than 10,000 players and 2 achievements');
});

test('the way on promises all of them only where the pages have all', () => {
  expect(allWords({ type: 'player', total: 10_000, complete: true }, format)).toBe('All 10,000 players');
  expect(allWords({ type: 'player', total: 10_000, complete: false }, format)).toBe('More players');
});
