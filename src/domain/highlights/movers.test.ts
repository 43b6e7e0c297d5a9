import { expect, test } from 'vitest';

import { largestMoves } from './movers.ts';

const PEOPLE = [
  { rank: 1, earlierRank: 2 },
  { rank: 2, earlierRank: undefined },
  { rank: 3, earlierRank: 13 },
  { rank: 4, earlierRank: 1 },
  { rank: 5, earlierRank: 5 },
  { rank: 6, earlierRank: 7 },
  { rank: 30, earlierRank: 4 },
];

test('climbs and falls are sorted by size, then by rank', () => {
  expect(largestMoves(PEOPLE, 'up', 9).map(({ rank }) => rank)).toEqual([3, 1, 6]);
  expect(largestMoves(PEOPLE, 'down', 9).map(({ rank }) => rank)).toEqual([30, 4]);
});

test('returns at most as many as requested', () => expect(largestMoves(PEOPLE, 'up', 1).map(({ rank }) => rank)).toEqual([3]));

test('players without a previous rank, or with the same one, have not moved', () => {
  const still = PEOPLE.filter(({ rank }) => rank === 2 || rank === 5);
  expect([...largestMoves(still, 'up', 9), ...largestMoves(still, 'down', 9)]).toEqual([]);
});
