import { expect, test } from 'vitest';

import { knownRank } from './since-notice.tsx';

const look = (rank: number, username = 'kenji', ranksOf = 'main daily 1') => ({ username, ranksOf, rank });

test('a rank that changes during the visit is told from where it was, a climb as well as a fall', () => {
  const first = knownRank(undefined, look(6));
  expect(first.justNow).toBeUndefined();
  expect(knownRank(first, look(6))).toBe(first);
  const climbed = knownRank(first, look(1));
  expect(climbed.justNow).toMatchObject({ from: 6, to: 1 });
  expect(knownRank(climbed, look(1))).toBe(climbed);
  expect(knownRank(climbed, look(9_184)).justNow).toMatchObject({ from: 1, to: 9_184 });
});

test('another board, period or player starts over', () => {
  const known = knownRank(knownRank(undefined, look(6)), look(4));
  expect(knownRank(known, look(2, 'kenji', 'main daily 2')).justNow).toBeUndefined();
  expect(knownRank(known, look(2, 'ada')).justNow).toBeUndefined();
});
