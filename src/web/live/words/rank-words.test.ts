import { expect, test } from 'vitest';

import { numberFormat } from '../../ui/number-format.ts';
import { absenceWords, nameList, rankWords } from './rank-words.ts';

const format = numberFormat('en-US');

test('a rank is an English ordinal with grouped digits', () => {
  expect([1, 22, 113, 1002].map((rank) => rankWords(rank, format))).toEqual(['1st', '22nd', '113th', '1,002nd']);
});

test('an unranked player has a reason', () => {
  expect(absenceWords({ reason: 'no-points' }, { several: 'points' })).toBe('No points yet.');
  expect(absenceWords({ reason: 'removed', explanation: 'Won by a script.' }, { several: 'points' })).toBe(
    'Removed from the board: Won by a script.',
  );
});

test('names are listed as in a sentence', () => {
  expect([[], ['Kai'], ['Kai', 'Noor'], ['Kai', 'Noor', 'Ivo']].map(nameList)).toEqual(['', 'Kai', 'Kai and Noor', 'Kai, Noor and Ivo']);
});
