import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { bestDay, DAYS_OF_HISTORY, exceeded, type Limits, limitsOverTime, type Pace } from './plausibility.ts';

/** A player without points. */
const NO_PACE: Pace = { hour: 0, day: 0, best: 0, days: 0 };

const NONE: Limits = { event: null, hour: null, day: null, history: null };

const limit = fc.option(fc.integer({ min: 1, max: 1000 }), { nil: null });
const limits: fc.Arbitrary<Limits> = fc.record({ event: limit, hour: limit, day: limit, history: limit });
const pace: fc.Arbitrary<Pace> = fc.record({
  hour: fc.integer({ min: -1000, max: 1000 }),
  day: fc.integer({ min: -1000, max: 1000 }),
  best: fc.nat({ max: 1000 }),
  days: fc.nat({ max: 6 }),
});
const points = fc.integer({ min: -2000, max: 2000 });

describe('an event exceeds', () => {
  test('the event limit by more points or, if low comes first, by fewer', () => {
    expect(exceeded({ ...NONE, event: 100 }, 'high', NO_PACE, 100)).toBeUndefined();
    expect(exceeded({ ...NONE, event: 100 }, 'high', NO_PACE, 101)).toEqual({ rule: 'event', value: 101, limit: 100 });
    expect(exceeded({ ...NONE, event: 100 }, 'low', NO_PACE, 100)).toBeUndefined();
    expect(exceeded({ ...NONE, event: 100 }, 'low', NO_PACE, 99)).toEqual({ rule: 'event', value: 99, limit: 100 });
  });

  test('the hour or day limit with its earlier points included', () => {
    expect(exceeded({ ...NONE, hour: 100 }, 'high', { ...NO_PACE, hour: 60 }, 40)).toBeUndefined();
    expect(exceeded({ ...NONE, hour: 100 }, 'high', { ...NO_PACE, hour: 60 }, 41)).toEqual({ rule: 'hour', value: 101, limit: 100 });
    expect(exceeded({ ...NONE, day: 100 }, 'high', { ...NO_PACE, day: 60 }, 41)).toEqual({ rule: 'day', value: 101, limit: 100 });
  });

  test('the history limit after enough days with points', () => {
    const known = { ...NO_PACE, day: 50, best: 100, days: DAYS_OF_HISTORY };
    expect(exceeded({ ...NONE, history: 3 }, 'high', known, 250)).toBeUndefined();
    expect(exceeded({ ...NONE, history: 3 }, 'high', known, 251)).toEqual({ rule: 'history', value: 301, limit: 300 });
    expect(exceeded({ ...NONE, history: 3 }, 'high', { ...known, days: DAYS_OF_HISTORY - 1 }, 251)).toBeUndefined();
  });
});

describe('law:', () => {
  test('without limits nothing is exceeded, and events without a gain exceed no limit over time', () => {
    fc.assert(
      fc.property(limits, pace, points, (some, now, sent) => {
        expect(exceeded(NONE, 'high', now, sent)).toBeUndefined();
        if (sent <= 0) expect(exceeded({ ...some, event: null }, 'high', now, sent)).toBeUndefined();
      }),
    );
  });

  test('an event that passes also passes with looser limits and with fewer points', () => {
    fc.assert(
      fc.property(limits, pace, points, fc.nat({ max: 500 }), (some, now, sent, more) => {
        const looser = Object.fromEntries(Object.entries(some).map(([rule, most]) => [rule, most === null ? null : most + more]));
        if (exceeded(some, 'high', now, sent) !== undefined) return;
        expect(exceeded(looser as unknown as Limits, 'high', now, sent)).toBeUndefined();
        expect(exceeded(some, 'high', now, sent - more)).toBeUndefined();
      }),
    );
  });

  test('passing events one by one keeps every hour and day within its limit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 500 }), fc.array(points), (hour, day, sent) => {
        let sum = 0;
        for (const each of sent)
          if (exceeded({ ...NONE, hour, day }, 'high', { ...NO_PACE, hour: sum, day: sum }, each) === undefined) sum += each;
        expect(sum).toBeLessThanOrEqual(Math.min(hour, day));
      }),
    );
  });

  test('the excess is reported with its value', () => {
    fc.assert(
      fc.property(limits, pace, points, fc.constantFrom('high' as const, 'low' as const), (some, now, sent, direction) => {
        const excess = exceeded(some, direction, now, sent);
        if (excess === undefined) return;
        if (excess.rule === 'event' && direction === 'low') expect(excess.value).toBeLessThan(excess.limit);
        else expect(excess.value).toBeGreaterThan(excess.limit);
        expect(some[excess.rule]).not.toBeNull();
      }),
    );
  });
});

test('only days with points are counted, and considered for the best day', () => {
  expect(bestDay([])).toEqual({ best: 0, days: 0 });
  expect(bestDay([-5, 0])).toEqual({ best: 0, days: 0 });
  expect(bestDay([3, 9, 0, -2, 4])).toEqual({ best: 9, days: 3 });
});

test('only sums are limited over time', () => {
  expect(limitsOverTime({ scoring: 'sum', direction: 'high' })).toBe(true);
  expect(limitsOverTime({ scoring: 'sum', direction: 'low' })).toBe(false);
  expect(limitsOverTime({ scoring: 'best', direction: 'high' })).toBe(false);
});
