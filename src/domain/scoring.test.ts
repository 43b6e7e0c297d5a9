import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { score, scoreBy, SCORING_RULES, type Direction, type Score, type ScoredEvent, type ScoringRule } from './scoring.ts';

const event = (points: number, at: number): ScoredEvent => ({ points, at });

function fold(rule: ScoringRule, direction: Direction, events: readonly ScoredEvent[]): Score | undefined {
  return events.reduce<Score | undefined>((before, next) => score(rule, direction, before, next), undefined);
}

describe('a sum', () => {
  test('adds up, and is reached at the latest event that changed it', () => {
    expect(fold('sum', 'high', [event(25, 1), event(18, 2), event(0, 3)])).toEqual({ points: 43, reachedAt: 2, movedAt: 2 });
  });

  test('decreases with a correction', () => {
    expect(fold('sum', 'high', [event(25, 1), event(-5, 2)])?.points).toBe(20);
  });

  test('is not reached earlier because of a late event', () => {
    expect(fold('sum', 'high', [event(25, 5), event(18, 2)])).toEqual({ points: 43, reachedAt: 5, movedAt: 5 });
  });

  test('of only zeros is reached at the first of them, and moved by the first nonzero event', () => {
    const zeros = [event(0, 7), event(0, 4), event(0, 9)];
    expect(fold('sum', 'high', zeros)).toEqual({ points: 0, reachedAt: 4, movedAt: -Infinity });
    expect(fold('sum', 'high', [...zeros, event(5, 2)])).toEqual({ points: 5, reachedAt: 2, movedAt: 2 });
    expect(fold('sum', 'high', [event(5, 2), ...zeros])).toEqual({ points: 5, reachedAt: 2, movedAt: 2 });
  });

  test('must stay within the safe integers in either direction', () => {
    expect(() => fold('sum', 'high', [event(Number.MAX_SAFE_INTEGER, 1), event(1, 2)])).toThrow(RangeError);
    expect(() => fold('sum', 'high', [event(-Number.MAX_SAFE_INTEGER, 1), event(-1, 2)])).toThrow(RangeError);
    expect(fold('sum', 'high', [event(Number.MAX_SAFE_INTEGER, 1), event(0, 2)])?.points).toBe(Number.MAX_SAFE_INTEGER);
  });
});

describe('a best', () => {
  test('is the highest event, or the lowest if low comes first', () => {
    const events = [event(50, 1), event(70, 2), event(60, 3)];
    expect(fold('best', 'high', events)).toEqual({ points: 70, reachedAt: 2, movedAt: 2 });
    expect(fold('best', 'low', events)).toEqual({ points: 50, reachedAt: 1, movedAt: 1 });
  });

  test('of two equal events is reached at the earlier one, regardless of the order of arrival', () => {
    expect(fold('best', 'high', [event(70, 2), event(70, 5)])?.reachedAt).toBe(2);
    expect(fold('best', 'high', [event(70, 5), event(70, 2)])?.reachedAt).toBe(2);
  });
});

describe('a latest', () => {
  test('follows the events’ own times, not their arrival', () => {
    expect(fold('latest', 'high', [event(50, 5), event(70, 2)])).toEqual({ points: 50, reachedAt: 5, movedAt: 5 });
    expect(fold('latest', 'high', [event(50, 2), event(70, 5)])).toEqual({ points: 70, reachedAt: 5, movedAt: 5 });
  });

  test('of two events at the same moment is the better one, regardless of the order of arrival', () => {
    expect(fold('latest', 'high', [event(50, 5), event(40, 5)])?.points).toBe(50);
    expect(fold('latest', 'high', [event(40, 5), event(50, 5)])?.points).toBe(50);
    expect(fold('latest', 'low', [event(50, 5), event(40, 5)])?.points).toBe(40);
  });

  test('that is repeated is reached when it was last repeated', () => {
    expect(fold('latest', 'high', [event(50, 2), event(50, 5)])).toEqual({ points: 50, reachedAt: 5, movedAt: 5 });
  });
});

const events = fc.array(
  fc.record({ points: fc.oneof(fc.integer({ min: -9, max: 9 }), fc.constant(0)), at: fc.integer({ min: 0, max: 9 }) }),
  {
    minLength: 1,
    maxLength: 12,
  },
);

const direction = fc.constantFrom<Direction>('high', 'low');

/** The total of all events together by each rule, regardless of the order of arrival. */
const TOTAL_OF: Readonly<Record<ScoringRule, (events: readonly ScoredEvent[], direction: Direction) => Omit<Score, 'movedAt'>>> = {
  sum: (list) => {
    const moving = list.filter(({ points }) => points !== 0).map(({ at }) => at);
    const reachedAt = moving.length === 0 ? Math.min(...list.map(({ at }) => at)) : Math.max(...moving);
    return { points: list.reduce((sum, { points }) => sum + points, 0), reachedAt };
  },
  best: (list, order) => {
    const points = (order === 'high' ? Math.max : Math.min)(...list.map((one) => one.points));
    return { points, reachedAt: Math.min(...list.filter((one) => one.points === points).map(({ at }) => at)) };
  },
  latest: (list, order) => {
    const reachedAt = Math.max(...list.map(({ at }) => at));
    const newest = list.filter(({ at }) => at === reachedAt).map(({ points }) => points);
    return { points: (order === 'high' ? Math.max : Math.min)(...newest), reachedAt };
  },
};

test('law: total and moment follow from all events by the rule', () => {
  fc.assert(
    fc.property(events, fc.constantFrom(...SCORING_RULES), direction, (list, rule, order) => {
      expect(fold(rule, order, list)).toMatchObject(TOTAL_OF[rule](list, order));
    }),
    { numRuns: 10_000 },
  );
});

test('law: the order of arrival changes neither points nor moments', () => {
  const shuffled = events.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })));
  fc.assert(
    fc.property(shuffled, fc.constantFrom(...SCORING_RULES), direction, ([list, other], rule, order) => {
      expect(fold(rule, order, list)).toEqual(fold(rule, order, other));
    }),
    { numRuns: 10_000 },
  );
});

function by(moment: number, rule: ScoringRule, direction: Direction, list: readonly ScoredEvent[]): Score | undefined {
  const columns = { at: list.map(({ at }) => at), points: list.map(({ points }) => points) };
  return scoreBy(moment, rule, direction, columns, 0, list.length);
}

test('law: the total at a moment folds the events that had happened by then, in order of arrival', () => {
  fc.assert(
    fc.property(events, fc.constantFrom(...SCORING_RULES), direction, fc.integer({ min: -1, max: 10 }), (list, rule, order, moment) => {
      const happened = list.filter(({ at }) => at <= moment);
      expect(by(moment, rule, order, list)).toEqual(fold(rule, order, happened));
    }),
  );
});

test('a range of events is read in place', () => {
  const columns = { at: [1, 2, 3], points: [10, 20, 30] };
  expect(scoreBy(9, 'sum', 'high', columns, 1, 2)).toEqual({ points: 20, reachedAt: 2, movedAt: 2 });
  expect(scoreBy(9, 'sum', 'high', columns, 1, 1)).toBeUndefined();
});

test('an event that would be inexact without later ones is skipped, but only for that moment', () => {
  const list = [event(Number.MAX_SAFE_INTEGER, 10), event(-5, 20), event(5, 15)];
  expect(by(16, 'sum', 'high', list)?.points).toBe(Number.MAX_SAFE_INTEGER);
  expect(by(20, 'sum', 'high', list)?.points).toBe(Number.MAX_SAFE_INTEGER);
  expect(by(9, 'sum', 'high', list)).toBeUndefined();
});
