import { expect, test } from 'vitest';

import { byPlace } from './best-first.ts';

test('better ranks come first, then ranks among more players, and unranked last', () => {
  const places = [
    { rank: undefined, total: 4 },
    { rank: 2, total: 9 },
    { rank: 1, total: 3 },
    { rank: undefined, total: 8 },
    { rank: 1, total: 7 },
  ];
  expect(places.toSorted(byPlace)).toEqual([
    { rank: 1, total: 7 },
    { rank: 1, total: 3 },
    { rank: 2, total: 9 },
    { rank: undefined, total: 8 },
    { rank: undefined, total: 4 },
  ]);
});
