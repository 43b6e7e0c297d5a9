import { expect, test } from 'vitest';

import { stepsOf } from './replay-steps.ts';
import { timeMarks } from './time-marks.ts';

const CALENDAR = { timeZone: 'Europe/Berlin', weekStart: 1 } as const;

test.each([
  ['a day is counted in hours of its zone', '2026-11-19T23:00Z', '2026-11-20T23:00Z', ['03:00', '09:00', '15:00', '21:00']],
  ['a week in days', '2026-11-15T23:00Z', '2026-11-22T23:00Z', ['Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']],
  ['a month in dates', '2026-10-31T23:00Z', '2026-11-30T23:00Z', ['2 Nov', '7 Nov', '12 Nov', '17 Nov', '22 Nov', '27 Nov']],
  ['half a year in months', '2025-10-10T10:00Z', '2026-03-10T10:00Z', ['Nov', 'Dec', '2026', 'Feb', 'Mar']],
  ['sixteen seasons in years', '2010-03-14T00:00Z', '2026-11-22T00:00Z', ['2011', '2014', '2017', '2020', '2023', '2026']],
])('%s', (_, from, until, names) => {
  const marks = timeMarks(stepsOf({ from, until }, ''), CALENDAR);
  expect(marks.map(({ name }) => name)).toEqual(names);
  expect(marks.every(({ place }, i) => place > (marks[i - 1]?.place ?? 0) && place < 1)).toBe(true);
});

test('a mark stands where its moment is among steps that are not alike', () => {
  const day = (text: string) => Date.parse(`${text}T23:00Z`);
  const steps = stepsOf({ from: '2026-03-31T22:00Z', until: '2026-06-30T22:00Z' }, '', [day('2026-04-01'), day('2026-06-01')]);
  const [may, june] = timeMarks(steps, CALENDAR);
  expect([may!.name, june!.name]).toEqual(['May', 'Jun']);
  // Between the second of four steps and the third, and a little before that.
  expect(may!.place).toBeCloseTo(1 / 3 + (28 + 23 / 24) / 61 / 3, 2);
  expect(june!.place).toBeLessThan(2 / 3);
  expect(june!.place).toBeGreaterThan(0.65);
});
