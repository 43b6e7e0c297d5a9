import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { periodContaining } from '../calendar.ts';
import { type Activity, LIMIT_PERIODS, LIMIT_SPANS } from './activity.ts';
import { chancesFor, minutesBetween } from './chances.ts';
import { type Outlook, outlookFor, type Plan, targetRanks } from './path-to-podium.ts';
import { minutesOf } from './time-required.ts';

const UTC = { timeZone: 'UTC', weekStart: 1 } as const;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
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

const outlook = (activities: readonly Activity[], missing: number, end = MONDAY, now = NOON) =>
  outlookFor(chancesFor(activities, now, end, UTC), missing, now, end);

function plansOf(found: Outlook) {
  if (found.kind !== 'plans') throw new Error(`No plans: ${JSON.stringify(found)}`);
  return found;
}

/** A plan as it is read: "2 raid, 1 chest". */
const words = (plan: Plan | null) =>
  plan &&
  plan.steps
    .filter(({ times }) => times > 0)
    .map(({ activity: { id }, times }) => `${times} ${id}`)
    .join(', ');

describe('targets', () => {
  test('are the next rank, the tenth, the third and the first, each once, of those above', () => {
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

  test('of somebody who is not ranked begin with the last rank', () => {
    expect(targetRanks(undefined, 12)).toEqual([12, 10, 3, 1]);
    expect(targetRanks(undefined, 0)).toEqual([]);
  });
});

describe('plans', () => {
  const CHEST = activity('chest', 10, '2 min');
  const RACE = activity('race', 60, '20 min', { difficulty: 'Medium' });
  const RAID = activity('raid', 150, '1 hour', { difficulty: 'Hard' });

  test('are of three kinds', () => {
    const { easiest, fewest, quickest, notBefore } = plansOf(outlook([CHEST, RACE, RAID], 120));
    expect([words(easiest), words(fewest), words(quickest), notBefore]).toEqual(['1 raid', '1 raid', '6 chest, 1 race', null]);
    expect(quickest).toMatchObject({ points: 120, minutes: 32, notBefore: null });
  });

  test('have what says no time, but not the one of the least minutes', () => {
    const party = activity('party', 900, 'an evening');
    const { easiest, fewest, quickest } = plansOf(outlook([CHEST, RACE, party], 150));
    expect([words(easiest), words(fewest), words(quickest)]).toEqual(['1 party', '1 party', '9 chest, 1 race']);
    expect(easiest).toMatchObject({ points: 900, minutes: null });
    expect(plansOf(outlook([party], 150)).quickest).toBeNull();
    expect(plansOf(outlook([{ ...party, minutes: 240 }], 150)).quickest).toMatchObject({ minutes: 240 });
  });

  test('of equals name the shortest, known time before unknown, and then the first', () => {
    const twins = [activity('unknown', 10, ''), activity('a', 10, '5 min'), activity('b', 10, '5 min'), activity('worse', 10, '6 min')];
    expect(words(plansOf(outlook(twins, 20)).fewest)).toBe('2 a');
    expect(words(plansOf(outlook(twins, 20)).easiest)).toBe('2 a');
  });

  test('do a thing once a day once today, once tomorrow and so on, and say from when that is possible', () => {
    const login = activity('login', 100, '1 min', { limit: { times: 1, per: 'day' } });
    expect(plansOf(outlook([login], 100)).easiest.notBefore).toBeNull();
    expect(plansOf(outlook([login], 500))).toMatchObject({
      notBefore: Date.parse('2026-11-22T00:00:00Z'),
      easiest: { steps: [{ activity: login, times: 5 }], minutes: 5, notBefore: Date.parse('2026-11-22T00:00:00Z') },
    });
    expect(outlook([login], 501)).toEqual({ kind: 'out-of-reach', points: 500 });
    expect(outlook([login], 101, MIDNIGHT)).toEqual({ kind: 'out-of-reach', points: 100 });
  });

  test('of equals are those that can be done earlier', () => {
    const login = activity('login', 100, '1 min', { limit: { times: 1, per: 'day' } });
    const once = activity('once', 50, '3 min', { limit: { times: 1, per: 'ever' } });
    expect(plansOf(outlook([login, once], 101)).easiest).toMatchObject({ points: 150, minutes: 4, notBefore: null });
  });

  test('say when each is possible, beside when the target is', () => {
    const login = activity('login', 100, '1 min', { limit: { times: 1, per: 'day' } });
    const found = plansOf(outlook([login, { ...RAID, minutes: 300 }], 300));
    expect(found.notBefore).toBeNull();
    expect([words(found.easiest), words(found.quickest), words(found.fewest)]).toEqual(['3 login', '2 raid', '2 raid']);
    expect([found.easiest.notBefore, found.fewest.notBefore]).toEqual([Date.parse('2026-11-20T00:00:00Z'), null]);
  });

  test('never have more than ten of a thing without a limit, and if only that leads there, say how many it would take', () => {
    expect(words(plansOf(outlook([CHEST], 100)).easiest)).toBe('10 chest');
    expect(outlook([CHEST], 101)).toEqual({ kind: 'too-many', alone: { activity: CHEST, times: 11, minutes: 22 } });
    expect(outlook([CHEST, RAID, activity('party', 150, 'an evening')], 15_000)).toEqual({
      kind: 'too-many',
      alone: { activity: RAID, times: 100, minutes: 6000 },
    });
    const [ball, fair] = [activity('ball', 150, 'a night'), activity('fair', 150, 'a day')];
    expect(outlook([ball, RAID, fair], 15_000)).toMatchObject({ alone: { activity: RAID } });
    expect(outlook([ball, fair], 15_000)).toMatchObject({ alone: { activity: ball } });
    expect(outlook([activity('party', 900, 'an evening')], 1_000_000_000)).toMatchObject({ alone: { times: 1_111_112, minutes: null } });
    // Neither fits alone until the end, but both do together.
    const gift = activity('gift', 500, '1 min', { limit: { times: 1, per: 'ever' } });
    expect(outlook([CHEST, gift], 720, NOON + 60 * MINUTE)).toEqual({ kind: 'too-many', alone: null });
  });

  test('fit into the time left, or how far it goes is told', () => {
    const hour = NOON + 60 * MINUTE;
    expect(words(plansOf(outlook([CHEST, RACE, RAID], 150, hour)).quickest)).toBe('9 chest, 1 race');
    expect(words(plansOf(outlook([CHEST, RACE, RAID], 170, NOON + 55 * MINUTE)).easiest)).toBe('5 chest, 2 race');
    expect(words(plansOf(outlook([CHEST, RACE, RAID], 120, NOON + 46 * MINUTE)).easiest)).toBe('2 race');
    expect(words(plansOf(outlook([CHEST, RACE, RAID], 120, NOON + 39 * MINUTE)).easiest)).toBe('6 chest, 1 race');
    expect(outlook([RACE, RAID], 200, hour)).toEqual({ kind: 'out-of-reach', points: 180 });
    expect(outlook([RAID], 1, NOON + 59 * MINUTE)).toEqual({ kind: 'out-of-reach', points: 0 });
    expect(outlook([], 1)).toEqual({ kind: 'out-of-reach', points: 0 });
  });

  test('of beyond all numbers are no plans', () => {
    const most = Number.MAX_SAFE_INTEGER;
    const vast = activity('vast', most, '1 min');
    expect(plansOf(outlook([vast], most)).easiest).toMatchObject({ points: most });
    expect(plansOf(outlook([{ ...vast, points: most - 1 }], most)).easiest).toMatchObject({ points: most });
  });
});

/** Activities as a catalogue may have them, few and small enough that all there is to do can be listed. */
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

/** Within three days, over the end of a day, a week or a month. */
const moments = fc.record({
  now: fc.integer({ min: 0, max: 13 * 1440 }).map((minute) => NOON + minute * MINUTE),
  left: fc.integer({ min: 1, max: 3 * 1440 }).map((minutes) => minutes * MINUTE),
});

/** How often an activity can be done alone from `now` until `end`, one after the other, each as soon as it counts. */
function countedOneByOne({ limit, minutes }: Activity, now: number, end: number): number {
  const takesMs = minutes === undefined ? 1 : minutes * MINUTE;
  const done = new Map<number, number>();
  let count = 0;
  for (let at = now + takesMs; at <= end;) {
    const span = limit === undefined ? now : periodContaining(LIMIT_PERIODS[limit.per], at - 1, UTC).start;
    const before = done.get(span) ?? 0;
    if (before < (limit?.times ?? 10)) {
      done.set(span, before + 1);
      count += 1;
      at += takesMs;
    } else {
      at += MINUTE;
    }
  }
  return count;
}

const WEIGHT = { Easy: 1, Medium: 2, Hard: 3 };

const difficultyOf = (plan: Plan) => plan.steps.reduce((sum, { activity: { difficulty }, times }) => sum + times * WEIGHT[difficulty], 0);
const knownMinutesOf = ({ steps }: Plan) => steps.reduce((sum, { activity, times }) => sum + times * (minutesOf(activity) ?? 0), 0);
const actionsOf = (plan: Plan) => plan.steps.reduce((sum, { times }) => sum + times, 0);

/** Where the days, weeks or months of a limit end that are left. */
function endsOf({ limit }: Activity, now: number, end: number): readonly number[] {
  const ends: number[] = [];
  for (let at = now; at < end; at = ends.at(-1)!) {
    ends.push(limit === undefined ? end : Math.min(end, periodContaining(LIMIT_PERIODS[limit.per], at, UTC).end));
  }
  return ends;
}

/** Those plans that can be done by the earliest moment at which limits begin afresh. */
function earliestOf(plans: readonly Plan[], now: number, end: number): readonly Plan[] {
  const moments = new Set(plans.flatMap(({ steps }) => steps.flatMap(({ activity }) => endsOf(activity, now, end))));
  for (const by of [...moments].toSorted((a, b) => a - b)) {
    const done = plans.filter(
      (plan) =>
        knownMinutesOf(plan) <= minutesBetween(now, by) &&
        plan.steps.every(
          ({ activity, times }) =>
            times <=
            countedOneByOne(
              activity,
              now,
              endsOf(activity, now, end).find((one) => one >= by)!,
            ),
        ),
    );
    if (done.length > 0) return done;
  }
  return [];
}

/** Every plan that keeps what each activity allows and the time left. */
function everyPlan(activities: readonly Activity[], missing: number, now: number, end: number): readonly Plan[] {
  const found: Plan[] = [];
  const most = activities.map((one) => countedOneByOne(one, now, end));
  const go = (i: number, steps: Plan['steps'], points: number, minutes: number) => {
    if (minutes > minutesBetween(now, end)) return;
    if (i < activities.length) {
      const one = activities[i]!;
      for (let times = 0; times <= most[i]!; times += 1) {
        go(i + 1, [...steps, { activity: one, times }], points + times * one.points, minutes + times * (one.minutes ?? 0));
      }
    } else if (points >= missing) {
      const isTimed = steps.every(({ activity, times }) => times === 0 || activity.minutes !== undefined);
      found.push({ steps, points, minutes: isTimed ? minutes : null, notBefore: null });
    }
  };
  go(0, [], 0, 0);
  return found;
}

test('law: no other plan is better, of all there are; and where there is none, none is told', () => {
  fc.assert(
    fc.property(some(3, 12), fc.integer({ min: 1, max: 90 }), moments, (activities, missing, { now, left }) => {
      const found = outlook(activities, missing, now + left, now);
      const all = everyPlan(activities, missing, now, now + left);
      expect(found.kind === 'plans').toBe(all.length > 0);
      if (found.kind !== 'plans') return;
      for (const [plan, measure] of [
        [found.easiest, difficultyOf],
        [found.fewest, actionsOf],
      ] as const) {
        const least = Math.min(...all.map(measure));
        expect(measure(plan)).toBe(least);
        // Nothing as good can be done earlier. (What takes nobody knows how long could be, and comes last all the same.)
        if (activities.some(({ minutes }) => minutes === undefined)) continue;
        const early = earliestOf(
          all.filter((one) => measure(one) === least),
          now,
          now + left,
        );
        expect(early.map(words)).toContain(words(plan));
      }
      const timed = all.filter(({ minutes }) => minutes !== null);
      const minutes = earliestOf(timed, now, now + left).map(knownMinutesOf);
      expect(found.quickest === null ? Infinity : found.quickest.minutes).toBe(Math.min(...minutes));
    }),
    { numRuns: 300 },
  );
});

test('law: a plan makes the points, keeps every limit and the time left, and has nothing to spare', () => {
  fc.assert(
    fc.property(some(200, 5000), fc.integer({ min: 1, max: 200_000 }), moments, (activities, missing, { now, left }) => {
      const found = outlook(activities, missing, now + left, now);
      expect(outlook(activities, missing, now + left, now)).toEqual(found);
      if (found.kind !== 'plans') {
        if (found.kind === 'out-of-reach') expect(found.points).toBeLessThan(missing);
        return;
      }
      for (const plan of [found.easiest, found.fewest, found.quickest]) {
        if (plan === null) continue;
        expect(plan.points).toBe(plan.steps.reduce((sum, { activity, times }) => sum + times * activity.points, 0));
        expect(plan.points).toBeGreaterThanOrEqual(missing);
        expect(knownMinutesOf(plan)).toBeLessThanOrEqual(minutesBetween(now, now + left));
        expect([knownMinutesOf(plan), null]).toContain(plan.minutes);
        for (const { activity, times } of plan.steps) {
          expect(plan.points - activity.points).toBeLessThan(missing);
          expect(times).toBeGreaterThanOrEqual(1);
          expect(times).toBeLessThanOrEqual(countedOneByOne(activity, now, now + left));
          if (activity.limit === undefined) expect(times).toBeLessThanOrEqual(10);
        }
        // Done as it says, and no day earlier.
        const reached = (by: number) => plan.steps.every(({ activity, times }) => countedOneByOne(activity, now, by) >= times);
        if (plan.notBefore !== null) expect(reached(plan.notBefore)).toBe(false);
        expect(plan.notBefore ?? now).toBeGreaterThanOrEqual(found.notBefore ?? now);
      }
    }),
    { numRuns: 100 },
  );
});

test('law: what is out of reach is so however often things are done, and how far it goes can be done', () => {
  fc.assert(
    fc.property(some(3, 12), fc.integer({ min: 1, max: 90 }), moments, (activities, missing, { now, left }) => {
      const found = outlook(activities, missing, now + left, now);
      if (found.kind !== 'out-of-reach') return;
      const limited = activities.map((one) => ({ ...one, limit: one.limit ?? { times: 90, per: 'ever' as const } }));
      expect(everyPlan(limited, missing, now, now + left)).toEqual([]);
      expect(found.points === 0 || everyPlan(limited, found.points, now, now + left).length > 0).toBe(true);
      expect(everyPlan(limited, found.points + 1, now, now + left)).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test('law: two hundred activities and a thousand million points have an answer', () => {
  fc.assert(
    fc.property(some(200, 3_000_000), fc.integer({ min: 1, max: 1_000_000_000 }), (activities, missing) => {
      const found = outlook(activities, missing, NOON + 365 * DAY);
      const points = {
        plans: () => plansOf(found).easiest.points,
        'too-many': () => (found.kind === 'too-many' && found.alone ? found.alone.times * found.alone.activity.points : missing),
        'out-of-reach': () => missing,
      }[found.kind]();
      expect(points).toBeGreaterThanOrEqual(missing);
    }),
    { numRuns: 20 },
  );
});
