import { expect, test } from 'vitest';

import { noMomentWords } from './no-moment-words.ts';

test.each([
  ['garbage', /^“garbage” is neither a day nor a moment\./],
  ['2026-02-31', /^“2026-02-31” is neither/],
  ['2999-01-01', /^2999-01-01 is still to come\./],
  ['2999-01-01T18:00Z', /^2999-01-01T18:00Z is still to come\./],
])('%s is said to be what it is', (at, words) => expect(noMomentWords(at)).toMatch(words));
