import { expect, test } from 'vitest';

import { type Calendar, PERIOD_KINDS, periodContaining } from './calendar.ts';
import { DAY_MS } from './durations.ts';
import { SpanCache } from './span-cache.ts';

const calendar: Calendar = { timeZone: 'UTC', weekStart: 1 };
const NOON = Date.UTC(2026, 10, 20, 12);
const expected = (at: number) => PERIOD_KINDS.map((kind) => periodContaining(kind, at, calendar));

test('returns the four periods of a moment regardless of earlier calls, and consults the calendar once for each', () => {
  let calls = 0;
  const spans = new SpanCache((kind, at) => {
    calls += 1;
    return periodContaining(kind, at, calendar);
  });
  const { start, end } = periodContaining('daily', NOON, calendar);
  for (const at of [NOON, start, end - 1, end, NOON, start - 1, NOON + 1, NOON + 40 * DAY_MS, NOON]) {
    expect(spans.containing(at)).toEqual(expected(at));
    expect(spans.containing(at)).toEqual(expected(at));
  }
  // The days of the 19th, 20th, 21st and one in December, two weeks, two months, all time.
  expect(calls).toBe(9);
});
