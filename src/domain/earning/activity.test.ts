import { expect, test } from 'vitest';

import { activityFinder, minutesIn, minutesOf } from './activity.ts';

test.each([
  ['30 min', 30],
  ['1 minute', 1],
  ['45 minutes', 45],
  ['2 hours', 120],
  ['1 hour', 60],
  ['1 hour 30 min', 90],
  ['1 hour, 30 minutes', 90],
  ['1 hour and 5 mins', 65],
  ['1h 15m', 75],
  ['1h15m', 75],
  [' 2 Hrs. ', 120],
  ['10000 hours', 600_000],
])('%j is %i minutes', (text, minutes) => {
  expect(minutesIn(text)).toBe(minutes);
});

test.each(['', '0 min', 'an evening', '30', '1.5 hours', '-5 min', '30 min or more', '2 days', '10001 hours', '1234567 min', '5 m 2 h'])(
  '%j is not a usable duration',
  (text) => {
    expect(minutesIn(text)).toBeUndefined();
  },
);

test('explicit minutes take precedence over the text', () => {
  expect(minutesOf({ minutes: 240, timeRequired: 'an evening' })).toBe(240);
  expect(minutesOf({ minutes: 25, timeRequired: '20 min' })).toBe(25);
  expect(minutesOf({ timeRequired: '20 min' })).toBe(20);
  expect(minutesOf({ timeRequired: 'an evening' })).toBeUndefined();
});

test('an event names an activity by its id or else by its title', () => {
  const one = (id: string, title: string) => ({ id, title, description: '', points: 1, difficulty: 'Easy' as const, timeRequired: '' });
  const find = activityFinder([one('win', 'Win a match'), one('draw', 'win'), one('again', 'Win a match')]);
  expect(['win', 'Win a match', 'draw', 'lose'].map((named) => find(named)?.id)).toEqual(['win', 'win', 'draw', undefined]);
});
