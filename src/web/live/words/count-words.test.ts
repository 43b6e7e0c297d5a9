import { expect, test } from 'vitest';

import { countWords } from './count-words.ts';
import { numberFormat } from '../../ui/number-format.ts';

test.each([
  [0, '0 points'],
  [1, '1 point'],
  [-1, '−1 point'],
  [1002, '1,002 points'],
])('%i is said as %s', (count, words) => expect(countWords(count, 'point', numberFormat('en-US'))).toBe(words));
