import { expect, test } from 'vitest';

import { stepsOf } from './replay-steps.ts';
import { evenWords, fittingStep, stepKindsOf, stopsOf } from './step-choice.ts';

const many = (count: number) => Array.from({ length: count }, (_, i) => new Date(Date.UTC(2024, 0, i + 2) - 1).toISOString());

test.each([
  ['monthly', 12, 1, 'days'],
  ['all-time', 300, 40, 'months'],
  ['all-time', 5, 2, 'even'],
  ['all-time', 5000, 300, 'even'],
  ['weekly', 12, 1, 'even'],
] as const)('a %s board with points on %i days of %i months is replayed by: %s', (period, days, months, kind) =>
  expect(fittingStep(period, { days: many(days), months: many(months) })).toBe(kind),
);

test('where it is not known when somebody had points, steps are alike', () => {
  expect([fittingStep('all-time', undefined), stepKindsOf(undefined), stopsOf('even', undefined)]).toEqual(['even', ['even'], undefined]);
  expect(stepKindsOf({ days: many(3), months: many(1) })).toEqual(['even', 'days']);
});

test('between the first moment and the last there is a stop at each day with points', () => {
  const reach = { from: '2024-01-01T00:00:00.000Z', until: '2024-01-04T12:00:00.000Z' };
  const steps = stepsOf(reach, '', stopsOf('days', { days: many(9), months: [] }));
  expect(steps.map(({ at }) => at)).toEqual([
    '2024-01-01T00:00Z',
    '2024-01-01T23:59:59.999Z',
    '2024-01-02T23:59:59.999Z',
    '2024-01-03T23:59:59.999Z',
    '',
  ]);
});

test.each([
  ['2024-01-02T00:00Z', 'Every 15 minutes'],
  ['2024-01-08T00:00Z', 'Every 2 hours'],
  ['2024-01-01T01:00Z', 'Every minute'],
  ['2024-04-01T00:00Z', 'Every day'],
  ['2026-01-01T00:00Z', 'Every 6 days'],
])('until %s', (until, words) => expect(evenWords(stepsOf({ from: '2024-01-01T00:00Z', until }, ''))).toBe(words));
