import { expect, test } from 'vitest';

import { withSearch } from './recent-searches.ts';

test('the newest stands first, and every text once', () => {
  expect(withSearch(['owl', 'cup'], ' Cup ')).toEqual(['Cup', 'owl']);
});

test('what was on the way to a longer text is not kept', () => expect(withSearch(['ni', 'nig', 'owl'], 'night')).toEqual(['night', 'owl']));

test('nothing is not remembered', () => expect(withSearch(['owl'], '  ')).toEqual(['owl']));

test('eight are kept', () => expect(withSearch(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], 'x')).toHaveLength(8));
