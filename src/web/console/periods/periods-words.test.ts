import { expect, test } from 'vitest';

import { resultsAddress } from './period-lists.tsx';
import { byNeed, reviewWords } from './periods-words.ts';

test('a review period is formatted in the largest possible units', () => {
  expect([60, 1440, 4320, 90, 1501].map(reviewWords)).toEqual([
    '1 hour',
    '1 day',
    '3 days',
    '1 hour and 30 minutes',
    '1 day and 1 hour and 1 minute',
  ]);
});

test('periods waiting for an operator come first, and running ones last', () => {
  const periods = (['end', 'closing', 'review', 'late-points', 'correction'] as const).map((waitsFor) => ({ waitsFor }));
  expect(byNeed(periods).map(({ waitsFor }) => waitsFor)).toEqual(['review', 'correction', 'late-points', 'closing', 'end']);
});

test('daily and weekly results are on the home page, and monthly ones on the leaderboards page', () => {
  expect(resultsAddress('main', 'weekly', '2026-11-16')).toBe('/?board=main&period=weekly&at=2026-11-16');
  expect(resultsAddress('main', 'monthly', '2026-11-01')).toBe('/leaderboard?board=main&mode=monthly&at=2026-11-01');
});
