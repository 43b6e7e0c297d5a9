import { expect, test } from 'vitest';

import { resultsAddress } from './period-lists.tsx';
import { byNeed, reviewWords } from './periods-words.ts';

test('a time of review is said in the largest units that it has', () => {
  expect([60, 1440, 4320, 90, 1501].map(reviewWords)).toEqual([
    '1 hour',
    '1 day',
    '3 days',
    '1 hour and 30 minutes',
    '1 day and 1 hour and 1 minute',
  ]);
});

test('what waits for somebody comes first, and what goes on last', () => {
  const periods = (['end', 'closing', 'review', 'late-points', 'correction'] as const).map((waitsFor) => ({ waitsFor }));
  expect(byNeed(periods).map(({ waitsFor }) => waitsFor)).toEqual(['review', 'correction', 'late-points', 'closing', 'end']);
});

test('the results of a day or week are on the first page, those of a month on that of leaderboards', () => {
  expect(resultsAddress('main', 'weekly', '2026-11-16')).toBe('/?board=main&period=weekly&at=2026-11-16');
  expect(resultsAddress('main', 'monthly', '2026-11-01')).toBe('/leaderboard?board=main&mode=monthly&at=2026-11-01');
});
