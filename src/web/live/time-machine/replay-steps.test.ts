import { expect, test } from 'vitest';

import { stepAfter, stepAt, stepsOf } from './replay-steps.ts';

const REACH = { from: '2026-11-20T00:00:00.000Z', until: '2026-11-20T00:03:00.000Z' };
const steps = stepsOf(REACH, '2026-11-20');

test('every step has the address of its moment, the last one that of the period', () =>
  expect(steps.map(({ at }) => at)).toEqual(['2026-11-20T00:00Z', '2026-11-20T00:01Z', '2026-11-20T00:02Z', '2026-11-20']));

test('of a period that goes on the last step is the plain address', () => expect(stepsOf(REACH, '').at(-1)!.at).toBe(''));

test.each([
  ['2026-11-20T00:01:00.000Z', 1],
  ['2026-11-20T00:01:59.000Z', 1],
  ['2026-11-20T00:02:00.000Z', 2],
  // Later than the last moment that the slider has, and still no end.
  ['2026-11-20T00:02:59.999Z', 2],
  ['2026-11-20T00:09:00.000Z', 2],
  // Before the first one: there is nowhere else to stand.
  ['2026-11-19T00:00:00.000Z', 0],
  [null, 3],
])('a board at %s stands at step %i', (moment, step) => expect(stepAt(steps, moment)).toBe(step));

test('a replay goes on from where it is, and at the end from the start', () =>
  expect(steps.map((_, i) => stepAfter(steps, i))).toEqual([1, 2, 3, 0]));
