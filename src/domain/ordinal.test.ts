import { expect, test } from 'vitest';

import { ordinal, ordinalEnding } from './ordinal.ts';

test('ranks get English ordinal suffixes', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 102, 113, 1003].map(ordinalEnding)).toEqual([
    'st',
    'nd',
    'rd',
    'th',
    'th',
    'th',
    'th',
    'st',
    'nd',
    'th',
    'rd',
  ]);
});

test('ranks are English ordinals', () => {
  const read = [1, 2, 3, 4, 10, 11, 12, 13, 21, 22, 23, 101, 111, 112].map(ordinal);
  expect(read).toEqual(['1st', '2nd', '3rd', '4th', '10th', '11th', '12th', '13th', '21st', '22nd', '23rd', '101st', '111th', '112th']);
});
