import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Activity } from './activity.ts';
import { plansFor, targetRanks, type Plan } from './path-to-podium.ts';

const activity = (id: string, points: number, timeRequired: string, difficulty: Activity['difficulty'] = 'Easy'): Activity => ({
  id,
  title: id,
  description: '',
  points,
  difficulty,
  timeRequired,
});

const actionsOf = ({ steps }: Plan) => steps.reduce((sum, { times }) => sum + times, 0);

describe('targets', () => {
  test('are the next rank, the tenth, the third and the first, each once, of those above', () => {
    expect(targetRanks(40, 90)).toEqual([39, 10, 3, 1]);
    expect(targetRanks(11, 90)).toEqual([10, 3, 1]);
    expect(targetRanks(5, 90)).toEqual([4, 3, 1]);
    expect(targetRanks(2, 90)).toEqual([1]);
    expect(targetRanks(1, 90)).toEqual([]);
  });

  test('of somebody who is not ranked begin with the last rank', () => {
    expect(targetRanks(undefined, 12)).toEqual([12, 10, 3, 1]);
    expect(targetRanks(undefined, 0)).toEqual([]);
  });
});

describe('plans', () => {
  const GAME = [
    activity('chest', 10, '2 min'),
    activity('race', 60, '20 min', 'Medium'),
    activity('raid', 150, '1 hour', 'Hard'),
    activity('party', 900, 'an evening'),
  ];

  test('are of three kinds, and leave out what says no time', () => {
    expect(plansFor(GAME, 150, undefined)).toEqual({
      fewest: { steps: [{ activity: 'raid', times: 1 }], points: 150, minutes: 60 },
      quickest: { steps: [{ activity: 'chest', times: 15 }], points: 150, minutes: 30 },
      easiest: { steps: [{ activity: 'raid', times: 1 }], points: 150, minutes: 60 },
    });
  });

  test('fit into the time left, or there are none', () => {
    expect(plansFor(GAME, 170, 46).fewest).toEqual({
      steps: [
        { activity: 'chest', times: 11 },
        { activity: 'race', times: 1 },
      ],
      points: 170,
      minutes: 42,
    });
  });

  test('are none where nothing fits, nothing is listed, or the gap is beyond planning', () => {
    const none = { fewest: null, quickest: null, easiest: null };
    expect(plansFor(GAME, 150, 29)).toEqual(none);
    expect(plansFor(GAME, 1, 0)).toEqual(none);
    expect(plansFor([], 1, undefined)).toEqual(none);
    expect(plansFor([GAME[3]!], 1, undefined)).toEqual(none);
    expect(plansFor(GAME, 1_000_000_001, undefined)).toEqual(none);
  });

  test('of equal activities name the first', () => {
    const twins = [activity('a', 10, '5 min'), activity('b', 10, '5 min'), activity('worse', 9, '6 min')];
    expect(plansFor(twins, 20, undefined).fewest?.steps).toEqual([{ activity: 'a', times: 2 }]);
  });

  test('fit too where points are in the millions, and are each the best of the three in its own way', () => {
    const vast = Array.from({ length: 12 }, (_, i) =>
      activity(`vast-${i}`, 2_999_999 + 50_021 * i * i, `${1000 + 37 * i * i} min`, (['Hard', 'Easy', 'Medium'] as const)[i % 3]),
    );
    const { fewest, quickest, easiest } = plansFor(vast, 30_000_001, 12_000);
    for (const plan of [fewest, quickest, easiest]) {
      expect(plan!.points).toBeGreaterThan(30_000_000);
      expect(plan!.minutes).toBeLessThanOrEqual(12_000);
      expect(plan!.minutes).toBeGreaterThanOrEqual(quickest!.minutes);
      expect(actionsOf(plan!)).toBeGreaterThanOrEqual(actionsOf(fewest!));
    }
  });
});

/** Each way of doing activities until the points are made, and whether any goes on is decided by the limit. */
function everyPlan(activities: readonly Activity[], missing: number, limit: number): readonly (readonly number[])[] {
  const found: number[][] = [];
  const go = (i: number, counts: readonly number[], points: number, minutes: number) => {
    if (minutes > limit) return;
    if (points >= missing) found.push([...counts, ...activities.slice(counts.length).map(() => 0)]);
    else if (i < activities.length) {
      const { points: each, timeRequired } = activities[i]!;
      for (let times = 0; points + (times - 1) * each < missing; times += 1) {
        go(i + 1, [...counts, times], points + times * each, minutes + times * Number.parseInt(timeRequired, 10));
      }
    }
  };
  go(0, [], 0, 0);
  return found;
}

test('law: no other plan is better, of all there are', () => {
  const some = fc
    .array(
      fc.tuple(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom('Easy' as const, 'Medium' as const, 'Hard' as const),
      ),
      {
        minLength: 1,
        maxLength: 4,
      },
    )
    .map((list) => list.map(([points, minutes, difficulty], i) => activity(`a${i}`, points * 5, `${minutes * 5} min`, difficulty)));
  const weight = { Easy: 1, Medium: 2, Hard: 3 };
  fc.assert(
    fc.property(
      some,
      fc.integer({ min: 1, max: 120 }),
      fc.option(fc.nat({ max: 200 }), { nil: undefined }),
      (activities, missing, limit) => {
        const all = everyPlan(activities, missing, limit ?? Infinity).map((counts) => {
          const sum = (of: (one: Activity) => number) => counts.reduce((total, count, i) => total + count * of(activities[i]!), 0);
          const minutes = sum(({ timeRequired }) => Number.parseInt(timeRequired, 10));
          return { count: sum(() => 1), minutes, weight: sum(({ difficulty }) => weight[difficulty]) };
        });
        const keys = {
          fewest: (one: (typeof all)[number]) => [one.count, one.minutes],
          quickest: (one: (typeof all)[number]) => [one.minutes, one.count],
          easiest: (one: (typeof all)[number]) => [one.weight, one.minutes, one.count],
        };
        const measured = (plan: Plan) => ({
          count: actionsOf(plan),
          minutes: plan.minutes,
          weight: plan.steps.reduce(
            (sum, { activity, times }) => sum + times * weight[activities.find(({ id }) => id === activity)!.difficulty],
            0,
          ),
        });
        const plans = plansFor(activities, missing, limit);
        for (const kind of ['fewest', 'quickest', 'easiest'] as const) {
          const best = all.map(keys[kind]).toSorted((a, b) => a[0]! - b[0]! || a[1]! - b[1]! || (a[2] ?? 0) - (b[2] ?? 0))[0];
          const plan = plans[kind];
          expect(plan && keys[kind](measured(plan))).toEqual(best ?? null);
          if (plan !== null) expect(plan.points).toBeGreaterThanOrEqual(missing);
        }
      },
    ),
    { numRuns: 800 },
  );
});
