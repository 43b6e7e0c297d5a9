import { expect, test } from 'vitest';

import { stepAfter, stepAt, stepsOf, fittingStep, stepKindsOf, stopsOf } from './replay-steps.ts';

const REACH = { from: '2026-11-20T00:00:00.000Z', until: '2026-11-20T00:03:00.000Z' };
const steps = stepsOf(REACH, '2026-11-20');

test('each step has the address of its moment, and the last one that of the period', () =>
  expect(steps.map(({ at }) => at)).toEqual(['2026-11-20T00:00Z', '2026-11-20T00:01Z', '2026-11-20T00:02Z', '2026-11-20']));

test('in a running period the last step has the plain address', () => expect(stepsOf(REACH, '').at(-1)!.at).toBe(''));

test.each([
  ['2026-11-20T00:01:00.000Z', 1],
  ['2026-11-20T00:01:59.000Z', 1],
  ['2026-11-20T00:02:00.000Z', 2],
  // After the last moment of the slider, but not at the end.
  ['2026-11-20T00:02:59.999Z', 2],
  ['2026-11-20T00:09:00.000Z', 2],
  // Before the first step there is no other one.
  ['2026-11-19T00:00:00.000Z', 0],
  [null, 3],
])('a board at %s is at step %i', (moment, step) => expect(stepAt(steps, moment)).toBe(step));

test('a replay continues from its step, and from the end it restarts', () =>
  expect(steps.map((_, i) => stepAfter(steps, i))).toEqual([1, 2, 3, 0]));

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

test('without known times of points, steps are even', () => {
  expect([fittingStep('all-time', undefined), stepKindsOf(undefined), stopsOf('even', undefined)]).toEqual(['even', ['even'], undefined]);
  expect(stepKindsOf({ days: many(3), months: many(1) })).toEqual(['even', 'days']);
});

test('between the first moment and the last there is a step for each day with points', () => {
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
