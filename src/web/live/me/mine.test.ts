import { expect, test } from 'vitest';

import { unitWords } from '../../../domain/units/unit-words.ts';
import { numberFormat } from '../../ui/number-format.ts';
import { ownWords } from './me-words.ts';
import { areNeighboursShown } from './mine.tsx';
import { visitWords } from './visit-news.tsx';

const FORMAT = numberFormat('en-US');
const POINTS = unitWords({ unit: 'points', direction: 'high' }, FORMAT);

test.each([
  [7, { rank: 4, gap: 300 }, 'You climbed to 4th, 300 points behind 3rd'],
  [4, { rank: 5, gap: 1 }, 'You fell to 5th, 1 point behind 4th'],
  [2_000, { rank: 1_002, gap: undefined }, 'You climbed to 1,002nd'],
  [3, { rank: 4, gap: 0 }, 'You fell to 4th, tied with 3rd'],
  [2, { rank: 1, gap: 1_300 }, 'You took the lead, 1,300 points ahead of 2nd'],
  [2, { rank: 1, gap: 0 }, 'You took the lead, tied with 2nd'],
  [9, { rank: 1, gap: undefined }, 'You took the lead'],
  [1, { rank: 2, gap: 10 }, 'You lost the lead: 2nd now, 10 points behind 1st'],
  [1, { rank: 3, gap: undefined }, 'You lost the lead: 3rd now'],
] as const)('a move from %i to %j reads %s', (before, now, words) => expect(ownWords(before, now, POINTS, FORMAT)).toBe(words));

test.each([
  [[1, 2, 3, 4, 5], 2, 90, true],
  [[1, 2, 3, 4, 5], 4, 90, false],
  [[1, 2, 3, 4, 5], 4, 5, true],
  [[1, 2, 3, 54, 55, 56], 3, 90, false],
  [[1, 2, 3, 54, 55, 56], 4, 90, true],
  [[1, 2, 3], 0, 3, true],
  [[1], 0, 1, true],
])('in ranks %j, the neighbours of the player at index %i of %i players are shown: %s', (ranks, own, total, are) =>
  expect(
    areNeighboursShown(
      ranks.map((rank) => ({ rank })),
      own,
      total,
    ),
  ).toBe(are),
);

const format = numberFormat('en-US');

test.each([
  [{ from: 14, to: 11, passed: ['Kai', 'Noor'], overtakenBy: ['Ivo'] }, '14th to 11th; passed Kai and Noor; overtaken by Ivo'],
  [{ from: 5, to: 5, passed: ['Kai'], overtakenBy: ['Ivo'] }, 'still 5th; passed Kai; overtaken by Ivo'],
  [{ from: 1, to: 1002, passed: [], overtakenBy: [] }, '1st to 1,002nd'],
  [{ from: 9, to: 5, passed: ['A', 'B', 'C', 'D'], overtakenBy: [] }, '9th to 5th; passed A, B and 2 more'],
])('a visit is summarised in one line', (since, words) => expect(visitWords(since, format)).toBe(words));
