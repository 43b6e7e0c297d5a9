import { expect, test } from 'vitest';

import { noMomentWords } from './missing.tsx';

test.each([
  ['garbage', /^“garbage” is not a date or time\./],
  ['2026-02-31', /^“2026-02-31” is not a date/],
  ['2999-01-01', /^“2999-01-01” is in the future\./],
  ['2999-01-01T18:00Z', /^“2999-01-01T18:00Z” is in the future\./],
  // Samoa skipped from the 29th to the 31st, and the calendar has no year 0.
  ['2011-12-30', /^“2011-12-30” does not exist on the board’s calendar\.$/],
  ['0000-01-01', /^“0000-01-01” does not exist on the board’s calendar\.$/],
])('explains why there is nothing at %s', (at, words) => expect(noMomentWords(at)).toMatch(words));

test('a day that has not begun in every time zone may be in the future', () => {
  const at = '2026-11-20';
  expect(noMomentWords(at, Date.parse('2026-11-20T12:00Z'))).toMatch(/in the future/);
  expect(noMomentWords(at, Date.parse('2026-11-21'))).toMatch(/does not exist/);
});
