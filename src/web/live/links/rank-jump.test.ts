import { expect, test } from 'vitest';

import { pageOfRank } from './rank-jump.tsx';

test('a rank is on the page that shows it, and the podium is on the first page', () => {
  expect([1, 3, 4, 53, 54, 103, 104].map(pageOfRank)).toEqual([1, 1, 1, 1, 2, 2, 3]);
});
