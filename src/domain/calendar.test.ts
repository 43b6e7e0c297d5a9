import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  PERIOD_KINDS,
  finalTime,
  finishedKind,
  periodContaining,
  previousPeriod,
  type Calendar,
  type PeriodKind,
  type Weekday,
} from './calendar.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const inZone = (timeZone: string, weekStart: Weekday = 1): Calendar => ({ timeZone, weekStart });
const time = (iso: string) => Date.parse(iso);
const iso = (at: number) => new Date(at).toISOString();

/** The bounds of a period in UTC. */
function ends(kind: PeriodKind, at: string, calendar: Calendar): [start: string, end: string] {
  const { start, end } = periodContaining(kind, time(at), calendar);
  return [iso(start), iso(end)];
}

describe('a boundary', () => {
  const berlin = inZone('Europe/Berlin');

  test('belongs to the new period, and the millisecond before it to the previous one', () => {
    expect(ends('daily', '2026-06-30T22:00:00.000Z', berlin)[0]).toBe('2026-06-30T22:00:00.000Z');
    expect(ends('daily', '2026-06-30T21:59:59.999Z', berlin)[1]).toBe('2026-06-30T22:00:00.000Z');
    expect(ends('monthly', '2026-06-30T22:00:00.000Z', berlin)).toEqual(['2026-06-30T22:00:00.000Z', '2026-07-31T22:00:00.000Z']);
  });

  test('is in the board’s zone, regardless of the machine’s', () => {
    expect(ends('daily', '2026-01-15T12:00:00Z', inZone('America/New_York'))).toEqual([
      '2026-01-15T05:00:00.000Z',
      '2026-01-16T05:00:00.000Z',
    ]);
    expect(ends('daily', '2026-01-15T12:00:00Z', inZone('Asia/Kathmandu'))).toEqual([
      '2026-01-14T18:15:00.000Z',
      '2026-01-15T18:15:00.000Z',
    ]);
  });

  test('does not exist for all time', () => {
    expect(periodContaining('all-time', 0, berlin)).toEqual({ kind: 'all-time', start: -Infinity, end: Infinity });
    expect(previousPeriod(periodContaining('all-time', 0, berlin), berlin)).toBeUndefined();
  });
});

describe('a day', () => {
  test('has 23 hours when clocks go forward in Berlin and 25 when they go back', () => {
    expect(ends('daily', '2026-03-29T12:00:00Z', inZone('Europe/Berlin'))).toEqual([
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
    ]);
    expect(ends('daily', '2026-10-25T12:00:00Z', inZone('Europe/Berlin'))).toEqual([
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T23:00:00.000Z',
    ]);
  });

  test('is half an hour shorter at a clock change on Lord Howe', () => {
    const { start, end } = periodContaining('daily', time('2026-10-04T00:00:00Z'), inZone('Australia/Lord_Howe'));
    expect(end - start).toBe(23.5 * HOUR);
  });

  test('skipped by a zone does not exist: Samoa went from 29 to 31 December 2011', () => {
    const apia = inZone('Pacific/Apia');
    const before = periodContaining('daily', time('2011-12-30T09:59:59.999Z'), apia);
    const after = periodContaining('daily', time('2011-12-30T10:00:00Z'), apia);
    expect(iso(before.end)).toBe('2011-12-30T10:00:00.000Z');
    expect(after.start).toBe(before.end);
    expect(iso(after.end)).toBe('2011-12-31T10:00:00.000Z');
  });

  test('without a midnight starts at its first moment: Beirut, 27 March 2022', () => {
    expect(ends('daily', '2022-03-27T12:00:00Z', inZone('Asia/Beirut'))[0]).toBe('2022-03-26T22:00:00.000Z');
  });

  test('is found on a leap day and at the end of a year', () => {
    expect(ends('daily', '2028-02-29T12:00:00Z', inZone('UTC'))).toEqual(['2028-02-29T00:00:00.000Z', '2028-03-01T00:00:00.000Z']);
    expect(ends('monthly', '2028-02-29T12:00:00Z', inZone('UTC'))).toEqual(['2028-02-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z']);
    expect(ends('monthly', '2026-12-31T23:59:59Z', inZone('UTC'))).toEqual(['2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z']);
  });

  test('works before the year one', () => {
    const at = time('-000043-03-15T12:00:00Z');
    const { start, end } = periodContaining('daily', at, inZone('UTC'));
    expect([at - start, end - at]).toEqual([12 * HOUR, 12 * HOUR]);
  });
});

describe('a week', () => {
  test('starts on Monday, or on the board’s own weekday', () => {
    expect(ends('weekly', '2026-11-21T12:00:00Z', inZone('UTC'))).toEqual(['2026-11-16T00:00:00.000Z', '2026-11-23T00:00:00.000Z']);
    expect(ends('weekly', '2026-11-21T12:00:00Z', inZone('UTC', 7))).toEqual(['2026-11-15T00:00:00.000Z', '2026-11-22T00:00:00.000Z']);
    expect(ends('weekly', '2026-11-21T12:00:00Z', inZone('UTC', 6))).toEqual(['2026-11-21T00:00:00.000Z', '2026-11-28T00:00:00.000Z']);
  });

  test('spans the turn of a year, and a clock change', () => {
    expect(ends('weekly', '2027-01-01T00:00:00Z', inZone('UTC'))).toEqual(['2026-12-28T00:00:00.000Z', '2027-01-04T00:00:00.000Z']);
    const { start, end } = periodContaining('weekly', time('2026-03-29T12:00:00Z'), inZone('Europe/Berlin'));
    expect(end - start).toBe(7 * DAY - HOUR);
  });
});

test('an unknown zone is rejected', () => {
  expect(() => periodContaining('daily', 0, inZone('Mars/Olympus'))).toThrow(RangeError);
});

const zones = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Asia/Kathmandu',
  'America/Sao_Paulo',
);
const calendars = fc.record({ timeZone: zones, weekStart: fc.constantFrom<Weekday>(1, 2, 3, 4, 5, 6, 7) });
const moments = fc.integer({ min: time('1990-01-01T00:00:00Z'), max: time('2060-01-01T00:00:00Z') });
const kinds = fc.constantFrom(...PERIOD_KINDS);

test('law: each moment is in its period, all moments of a period agree, and the next period starts where it ends', () => {
  fc.assert(
    fc.property(kinds, moments, calendars, fc.double({ min: 0, max: 1, noNaN: true }), (kind, at, calendar, share) => {
      const span = periodContaining(kind, at, calendar);
      expect(span.start <= at && at < span.end).toBe(true);
      if (kind === 'all-time') return;
      const another = Math.min(span.end - 1, span.start + Math.floor(share * (span.end - span.start)));
      expect(periodContaining(kind, another, calendar)).toEqual(span);
      expect(periodContaining(kind, span.end, calendar).start).toBe(span.end);
      expect(previousPeriod(span, calendar)?.end).toBe(span.start);
    }),
    { numRuns: 2000 },
  );
});

test('law: a day lasts 22 to 26 hours, unless a zone repeated it or skipped a neighbouring one', () => {
  fc.assert(
    fc.property(moments, calendars, (at, calendar) => {
      const { start, end } = periodContaining('daily', at, calendar);
      expect(end - start).toBeGreaterThanOrEqual(22 * HOUR);
      expect(end - start).toBeLessThanOrEqual(26 * HOUR);
    }),
    { numRuns: 2000 },
  );
});

test('law: days fill their week and month without a gap', () => {
  fc.assert(
    fc.property(fc.constantFrom('weekly' as const, 'monthly' as const), moments, calendars, (kind, at, calendar) => {
      const span = periodContaining(kind, at, calendar);
      let cursor = span.start;
      while (cursor < span.end) cursor = periodContaining('daily', cursor, calendar).end;
      expect(cursor).toBe(span.end);
    }),
    { numRuns: 200 },
  );
});

test('ten thousand consecutive days join without a gap, and the first one still has the same span', () => {
  const berlin = inZone('Europe/Berlin');
  const first = periodContaining('daily', time('2000-01-01T12:00:00Z'), berlin);
  let last = first;
  for (let days = 1; days <= 10_000; days += 1) {
    const next = periodContaining('daily', last.end, berlin);
    expect(next.start).toBe(last.end);
    last = next;
  }
  expect(iso(last.start)).toBe('2027-05-18T22:00:00.000Z');
  expect(periodContaining('daily', first.start, berlin)).toEqual(first);
});

test('a period becomes final after its grace period', () => {
  const day = periodContaining('daily', time('2026-06-30T12:00:00Z'), inZone('UTC'));
  expect(iso(finalTime(day, 2 * HOUR))).toBe('2026-07-01T02:00:00.000Z');
  expect(finalTime(day, 0)).toBe(day.end);
});

test('finished periods are days for all time, and of the same kind otherwise', () => {
  expect(PERIOD_KINDS.map(finishedKind)).toEqual(['daily', 'weekly', 'monthly', 'daily']);
});
