import type { Activity } from './activity.ts';
import { cheapestMix } from './activity-mix.ts';
import type { Direction } from '../scoring.ts';
import { minutesIn } from './time-required.ts';
import { commonDivisor } from './whole-numbers.ts';

export interface Plan {
  readonly steps: readonly { readonly activity: string; readonly times: number }[];
  readonly points: number;
  readonly minutes: number;
}

export interface Plans {
  readonly fewest: Plan | null;
  readonly quickest: Plan | null;
  readonly easiest: Plan | null;
}

/**
 * The ranks worth aiming at from a rank, nearest first: the next one, the tenth, the third and the first, as far
 * as they are above. Whoever is not ranked (`undefined`) may aim at the last rank too.
 */
export function targetRanks(rank: number | undefined, total: number): number[] {
  const next = rank === undefined ? total : rank - 1;
  return [...new Set([next, 10, 3, 1])].filter((target) => target >= 1 && target <= next);
}

/**
 * By how many points a player must get better to pass somebody: one more than level, because whoever is there
 * reached the total first. At least 1. `own` is `undefined` for somebody without points, who begins at 0; where low
 * comes first nobody can say from where they begin, so that it is `undefined`.
 */
export function missingPoints(direction: Direction, own: number | undefined, holder: number): number | undefined {
  if (direction === 'high') return Math.max(1, holder - (own ?? 0) + 1);
  return own === undefined ? undefined : Math.max(1, own - holder + 1);
}

/** Weights that `easiest` adds up. */
const DIFFICULTY = { Easy: 1, Medium: 2, Hard: 3 } as const;

/** A larger gap is not planned: sums would leave the numbers that are exact, and nobody would do a million actions. */
const WIDEST_GAP = 1_000_000_000;

/** An activity with its times as a number. */
interface Planned {
  readonly activity: Activity;
  readonly minutes: number;
}

const NO_PLANS: Plans = { fewest: null, quickest: null, easiest: null };

/**
 * The best ways to win at least `missing` points (at least 1) within `minutesLeft`, `undefined` for any time, doing
 * each activity as often as it takes:
 *
 * - `fewest`: the least number of actions, of such plans the one of the least minutes.
 * - `quickest`: the least minutes, then the fewest actions.
 * - `easiest`: the least sum of difficulties (Easy 1, Medium 2, Hard 3), then the least minutes, then the fewest actions.
 *
 * Null where no plan fits, the gap is beyond a thousand million points, or no activity says its time in a way
 * {@link minutesIn} understands.
 *
 * A plan always fits, and it is proved to be the best one unless that takes too many steps ({@link cheapestMix}). In
 * ten thousand questions about a million points from fifty random activities, of round points or of up to five digits
 * without a common divisor, for any time, a month or little more than the quickest takes, that did not happen. It is rare
 * (1 plan in 1,000) where points are nearly in proportion to minutes and difficulty, without being so.
 */
export function plansFor(activities: readonly Activity[], missing: number, minutesLeft: number | undefined): Plans {
  const limit = minutesLeft ?? Infinity;
  const planned = activities.flatMap((activity): Planned[] => {
    const minutes = minutesIn(activity.timeRequired);
    return minutes === undefined || minutes > limit ? [] : [{ activity, minutes }];
  });
  if (planned.length === 0 || missing > WIDEST_GAP) return NO_PLANS;
  return {
    fewest: bestPlan(planned, () => 1, missing, limit),
    quickest: bestPlan(planned, ({ minutes }) => minutes, missing, limit),
    easiest: bestPlan(planned, ({ activity }) => DIFFICULTY[activity.difficulty], missing, limit),
  };
}

/** The plan of least weight, then of the least minutes, then of the fewest actions; null where none fits. */
function bestPlan(planned: readonly Planned[], weightOf: (one: Planned) => number, missing: number, limit: number): Plan | null {
  const useful = withoutOutdone(planned.map((one) => ({ ...one, weight: weightOf(one) })));
  const unitOf = (of: (one: Weighed) => number) => useful.reduce((unit, one) => commonDivisor(unit, of(one))[0], 0);
  const pointUnit = unitOf(({ activity }) => activity.points);
  const minuteUnit = unitOf(({ minutes }) => minutes);
  const weightUnit = unitOf(({ weight }) => weight);
  const points = Math.ceil(missing / pointUnit);
  const parts = useful.map(({ activity, minutes, weight }) => ({
    // More than enough is enough.
    points: Math.min(activity.points / pointUnit, points),
    minutes: minutes / minuteUnit,
    weight: weight / weightUnit,
  }));
  const mix = cheapestMix(parts, points, Math.floor(limit / minuteUnit));
  if (mix === undefined) return null;
  const steps = useful.flatMap(({ activity, minutes }, i) => (mix[i]! > 0 ? [{ activity, minutes, times: mix[i]! }] : []));
  return {
    steps: steps.map(({ activity, times }) => ({ activity: activity.id, times })),
    points: steps.reduce((sum, { activity, times }) => sum + activity.points * times, 0),
    minutes: steps.reduce((sum, { minutes, times }) => sum + minutes * times, 0),
  };
}

type Weighed = Planned & { readonly weight: number };

/** Leaves out whatever another one outdoes in points, minutes and weight; of equal ones the first stays. */
function withoutOutdone(weighed: readonly Weighed[]): readonly Weighed[] {
  const outdoes = (a: Weighed, b: Weighed) => a.activity.points >= b.activity.points && a.minutes <= b.minutes && a.weight <= b.weight;
  return weighed.filter((one, i) => !weighed.some((other, j) => outdoes(other, one) && (j < i || (j > i && !outdoes(one, other)))));
}
