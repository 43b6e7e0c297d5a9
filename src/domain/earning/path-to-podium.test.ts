import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { periodContaining } from '../calendar.ts';
import { type Activity, LIMIT_PERIODS, LIMIT_SPANS, minutesOf } from './activity.ts';
import { chancesFor, minutesBetween } from './chances.ts';
import { type Plan, plansFor, targetRanks } from './path-to-podium.ts';

const UTC = { timeZone: 'UTC', weekStart: 1 } as const;
const MINUTE = 60_000;
/** A Wednesday. */
const NOON = Date.parse('2026-11-18T12:00:00Z');
const MIDNIGHT = Date.parse('2026-11-19T00:00:00Z');
const MONDAY = Date.parse('2026-11-23T00:00:00Z');

const activity = (id: string, points: number, timeRequired: string, more: Partial<Activity> = {}): Activity => ({
  id,
  title: id,
  description: '',
  points,
  difficulty: 'Easy',
  timeRequired,
  ...more,
});

const plans = (activities: readonly Activity[], missing: number, end = MONDAY, now = NOON) =>
  plansFor(chancesFor(activities, now, end, UTC), missing, minutesBetween(now, end));

/** A plan as text: "2 raid, 1 chest". */
const words = ({ steps }: Plan) => steps.map(({ activity: { id }, times }) => `${times} ${id}`).join(', ');

describe('targets', () => {
  test('are the next rank, tenth, third and first, each once, as far as they are above', () => {
    expect(targetRanks(40, 90)).toEqual([39, 10, 3, 1]);
    expect(targetRanks(11, 90)).toEqual([10, 3, 1]);
    expect(targetRanks(5, 90)).toEqual([4, 3, 1]);
    expect(targetRanks(2, 90)).toEqual([1]);
    expect(targetRanks(1, 90)).toEqual([]);
    expect(targetRanks(40, 90, 25)).toEqual([39, 25, 10, 3, 1]);
    expect(targetRanks(40, 90, 39)).toEqual([39, 10, 3, 1]);
    expect(targetRanks(7, 90, 5)).toEqual([6, 5, 3, 1]);
    expect(targetRanks(undefined, 8, 10)).toEqual([8, 3, 1]);
  });

  test('of an unranked player start with the last rank', () => {
    expect(targetRanks(undefined, 12)).toEqual([12, 10, 3, 1]);
    expect(targetRanks(undefined, 0)).toEqual([]);
  });
});

describe('plans', () => {
  const CHEST = activity('chest', 10, '2 min');
  const RACE = activity('race', 60, '20 min', { difficulty: 'Medium' });
  const RAID = activity('raid', 150, '1 hour', { difficulty: 'Hard' });
  const LOGIN = activity('login', 100, '1 min', { limit: { times: 1, per: 'day' } });

  test('are all activities that suffice alone, least effort first', () => {
    const found = plans([CHEST, RACE, RAID], 120);
    expect(found.map(words)).toEqual(['1 raid', '2 race', '12 chest']);
    expect(found.map(({ points, minutes }) => [points, minutes])).toEqual([
      [150, 60],
      [120, 40],
      [120, 24],
    ]);
  });

  test('are at most three: at equal effort shorter ones first, known durations before unknown', () => {
    const twins = ['', '6 min', '5 min', '7 min', ''].map((time, i) => activity(`${i}`, 10, time));
    expect(plans(twins, 20).map(words)).toEqual(['2 2', '2 1', '2 3']);
    expect(plans([twins[0]!, twins[1]!], 20).map(({ minutes }) => minutes)).toEqual([12, null]);
  });

  test('use a daily activity only once a day', () => {
    expect(plans([LOGIN], 500)).toEqual([{ steps: [{ activity: LOGIN, times: 5 }], points: 500, minutes: 5 }]);
    expect(plans([LOGIN], 501)).toEqual([]);
    expect(plans([LOGIN], 101, MIDNIGHT)).toEqual([]);
  });

  test('combine several activities if none suffices alone, most points first', () => {
    const once = activity('once', 50, '3 min', { limit: { times: 1, per: 'ever' } });
    expect(plans([once, LOGIN], 501).map(words)).toEqual(['5 login, 1 once']);
    expect(plans([once, LOGIN], 551)).toEqual([]);
  });

  test('fit into the remaining time', () => {
    const hour = NOON + 60 * MINUTE;
    expect(plans([CHEST, RACE, RAID], 150, hour).map(words)).toEqual(['1 raid', '3 race', '15 chest']);
    expect(plans([CHEST, RACE, RAID], 150, NOON + 59 * MINUTE).map(words)).toEqual(['15 chest']);
    expect(plans([LOGIN, RACE], 200, NOON + 41 * MINUTE).map(words)).toEqual(['1 login, 2 race']);
    expect(plans([LOGIN, RACE], 200, NOON + 40 * MINUTE)).toEqual([]);
    expect(plans([], 1)).toEqual([]);
  });

  test('are capped at the largest safe integer', () => {
    const most = Number.MAX_SAFE_INTEGER;
    expect(plans([activity('vast', most - 1, '1 min')], most)).toMatchObject([{ points: most }]);
  });
});

/** Small catalogues, so that every combination can be enumerated. */
const some = (most: number, points: number) =>
  fc
    .array(
      fc.record({
        points: fc.integer({ min: 1, max: points }),
        minutes: fc.option(fc.integer({ min: 1, max: 900 }), { nil: undefined, freq: 5 }),
        difficulty: fc.constantFrom('Easy' as const, 'Medium' as const, 'Hard' as const),
        limit: fc.option(fc.record({ times: fc.integer({ min: 1, max: 3 }), per: fc.constantFrom(...LIMIT_SPANS) }), {
          nil: undefined,
          freq: 3,
        }),
      }),
      { minLength: 1, maxLength: most },
    )
    .map((list) => list.map(({ points, ...one }, i) => activity(`a${i}`, points, 'a while', one)));

/** Within three days, across the end of a day, week or month. */
const moments = fc.record({
  now: fc.integer({ min: 0, max: 13 * 1440 }).map((minute) => NOON + minute * MINUTE),
  left: fc.integer({ min: 1, max: 3 * 1440 }).map((minutes) => minutes * MINUTE),
});

/** How often, up to `most`, an activity can be done from `now` until `end`, one after another, each as soon as it counts. */
function countedOneByOne({ limit, minutes }: Activity, now: number, end: number, most: number): number {
  const takesMs = minutes === undefined ? 1 : minutes * MINUTE;
  const done = new Map<number, number>();
  let count = 0;
  for (let at = now + takesMs; at <= end;) {
    const span = limit === undefined ? now : periodContaining(LIMIT_PERIODS[limit.per], at - 1, UTC).start;
    const before = done.get(span) ?? 0;
    if (before < (limit?.times ?? most)) {
      done.set(span, before + 1);
      count += 1;
      at += takesMs;
    } else {
      at += MINUTE;
    }
  }
  return count;
}

test('law: a plan reaches the points within all limits and the time, without superfluous actions', () => {
  fc.assert(
    fc.property(some(200, 5000), fc.integer({ min: 1, max: 200_000 }), moments, (activities, missing, { now, left }) => {
      for (const { steps, points, minutes } of plans(activities, missing, now + left, now)) {
        expect(points).toBe(steps.reduce((sum, { activity, times }) => sum + times * activity.points, 0));
        expect(points).toBeGreaterThanOrEqual(missing);
        const known = steps.map(({ activity, times }) => times * (minutesOf(activity) ?? 0)).reduce((sum, one) => sum + one, 0);
        expect(known).toBeLessThanOrEqual(minutesBetween(now, now + left));
        expect(minutes).toBe(steps.every(({ activity }) => minutesOf(activity) !== undefined) ? known : null);
        for (const { activity, times } of steps) {
          expect(points - activity.points).toBeLessThan(missing);
          expect(times).toBeLessThanOrEqual(countedOneByOne(activity, now, now + left, times));
        }
      }
    }),
    { numRuns: 100 },
  );
});

test('law: with enough time, a plan exists if all activities together suffice, and a combined plan has the fewest actions', () => {
  fc.assert(
    fc.property(some(3, 12), fc.integer({ min: 1, max: 90 }), moments, (listed, missing, { now, left }) => {
      const activities = listed.map((one) => ({ ...one, minutes: undefined, limit: one.limit ?? { times: 2, per: 'day' as const } }));
      const possible = activities.map((one) => countedOneByOne(one, now, now + left, 90));
      const found = plans(activities, missing, now + left, now);
      const all = activities.reduce((sum, { points }, i) => sum + points * possible[i]!, 0);
      expect(found.length > 0).toBe(all >= missing);
      if (found[0] === undefined || found[0].steps.length === 1) return;
      // For a given number of actions, the ones with the most points yield the most.
      const best = activities.flatMap(({ points }, i) => Array<number>(possible[i]!).fill(points)).toSorted((a, b) => b - a);
      const actions = found[0].steps.reduce((sum, { times }) => sum + times, 0);
      expect(best.slice(0, actions - 1).reduce((sum, points) => sum + points, 0)).toBeLessThan(missing);
    }),
    { numRuns: 200 },
  );
});
