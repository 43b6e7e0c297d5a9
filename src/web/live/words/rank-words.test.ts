import { expect, test } from 'vitest';

import { numberFormat } from '../../ui/number-format.ts';
import { absenceWords, amongWords, nameList, rankWords } from './rank-words.ts';

const format = numberFormat('en-US');

test('a rank is read as English says it, its digits grouped', () => {
  expect([1, 22, 113, 1002].map((rank) => rankWords(rank, format))).toEqual(['1st', '22nd', '113th', '1,002nd']);
});

test('a share is told in the upper half and never flatters', () => {
  expect(amongWords(3, 1000, format)).toBe('of 1,000, top 1%');
  expect(amongWords(11, 1000, format)).toBe('of 1,000, top 2%');
  expect(amongWords(501, 1000, format)).toBe('of 1,000');
  expect(amongWords(1, 1, format)).toBe('of 1');
});

test('whoever has no rank is told why', () => {
  expect(absenceWords({ reason: 'no-points' }, { several: 'points' })).toBe('No points yet.');
  expect(absenceWords({ reason: 'removed', explanation: 'Won by a script.' }, { several: 'points' })).toBe(
    'Removed from the board: Won by a script.',
  );
});

test('names are listed as in a sentence', () => {
  expect([[], ['Kai'], ['Kai', 'Noor'], ['Kai', 'Noor', 'Ivo']].map(nameList)).toEqual(['', 'Kai', 'Kai and Noor', 'Kai, Noor and Ivo']);
});
