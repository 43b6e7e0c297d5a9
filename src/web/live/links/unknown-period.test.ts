import { expect, test } from 'vitest';

import { unknownPeriod } from './unknown-period.ts';

test.each([
  ['/', undefined],
  ['/?period=weekly', undefined],
  ['/?period=%20Weekly%20', undefined],
  ['/?period=', undefined],
  ['/?period=yearly', 'yearly'],
  // Of a repeated key the first counts, as for every page.
  ['/?period=daily&period=yearly', undefined],
  // The home page has the header's two periods, and no mode.
  ['/?period=monthly', 'monthly'],
  ['/?mode=yearly', undefined],
  ['/leaderboard?mode=All-Time', undefined],
  ['/leaderboard?mode=overall&period=weekly', undefined],
  ['/leaderboard?mode=yearly', 'yearly'],
  ['/leaderboard?mode=monthly&period=yearly', 'yearly'],
  ['/search?period=yearly&mode=yearly', undefined],
  ['/players/ann/why?mode=constructor', 'constructor'],
])('%s names the unknown period %s', (address, word) => {
  expect(unknownPeriod(new URL(address, 'http://localhost'))).toBe(word);
});
