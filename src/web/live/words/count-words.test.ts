import { expect, test } from 'vitest';

import { countWords, limitWords } from './count-words.ts';
import { numberFormat } from '../../ui/number-format.ts';

test.each([
  [0, '0 points'],
  [1, '1 point'],
  [-1, '−1 point'],
  [1002, '1,002 points'],
])('%i is said as %s', (count, words) => expect(countWords(count, 'point', numberFormat('en-US'))).toBe(words));

test.each([
  [{ times: 1, per: 'day' }, 'once a day'],
  [{ times: 2, per: 'week' }, 'twice a week'],
  [{ times: 1002, per: 'month' }, '1,002 times a month'],
  [{ times: 1, per: 'ever' }, 'only once'],
  [{ times: 3, per: 'ever' }, 'only 3 times'],
] as const)('%j counts %s', (limit, words) => expect(limitWords(limit, numberFormat('en-US'))).toBe(words));
