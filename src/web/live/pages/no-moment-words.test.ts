import { expect, test } from 'vitest';

import { noMomentWords } from './no-moment-words.ts';

test.each([
  ['garbage', /^“garbage” is neither a day nor a moment\./],
  ['2026-02-31', /^“2026-02-31” is neither/],
  ['2999-01-01', /^2999-01-01 is still to come\./],
  ['2999-01-01T18:00Z', /^2999-01-01T18:00Z is still to come\./],
  // Samoa went from the 29th to the 31st, and the calendar has no year 0.
  ['2011-12-30', /^The board’s calendar has no such day as 2011-12-30\.$/],
  ['0000-01-01', /^The board’s calendar has no such day as 0000-01-01\.$/],
])('%s is said to be what it is', (at, words) => expect(noMomentWords(at)).toMatch(words));

test('a day that has not begun everywhere may be still to come', () => {
  const at = '2026-11-20';
  expect(noMomentWords(at, Date.parse('2026-11-20T12:00Z'))).toMatch(/to come/);
  expect(noMomentWords(at, Date.parse('2026-11-21'))).toMatch(/no such day/);
});
