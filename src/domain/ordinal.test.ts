import { expect, test } from 'vitest';

import { ordinalEnding } from './ordinal.ts';

test('the digits of a rank end as English says them', () => {
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
