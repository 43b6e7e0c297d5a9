import type { Activity } from './activity.ts';
import { lightestMix, quickestMix, type Mix, type Part } from './activity-mix.ts';
import { minutesIn } from './time-required.ts';

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
 * A plan always fits. It is the best one as long as it takes no more than some thirty of the largest activity; beyond
 * that it may be a few actions from the best ({@link lightestMix}).
 */
export function plansFor(activities: readonly Activity[], missing: number, minutesLeft: number | undefined): Plans {
  const limit = minutesLeft ?? Infinity;
  const planned = activities.flatMap((activity): Planned[] => {
    const minutes = minutesIn(activity.timeRequired);
    return minutes === undefined || minutes > limit ? [] : [{ activity, minutes }];
  });
  if (planned.length === 0 || missing > WIDEST_GAP) return NO_PLANS;
  const quickest = planOf(
    planned,
    ({ minutes }) => minutes,
    (parts) => quickestMix(parts, missing),
  );
  if (quickest.minutes > limit) return NO_PLANS;
  const lightest = (weightOf: (one: Planned) => number) => planOf(planned, weightOf, (parts) => lightestMix(parts, missing, limit));
  return { fewest: lightest(() => 1), quickest, easiest: lightest(({ activity }) => DIFFICULTY[activity.difficulty]) };
}

/** The plan of a mix of the activities that are of use. */
function planOf(planned: readonly Planned[], weightOf: (one: Planned) => number, mixOf: (parts: readonly Part[]) => Mix): Plan {
  const useful = withoutOutdone(
    planned.map((one) => ({ activity: one.activity.id, points: one.activity.points, minutes: one.minutes, weight: weightOf(one) })),
  );
  const mix = mixOf(useful);
  const sum = (of: (part: Part) => number) => useful.reduce((total, part, i) => total + mix[i]! * of(part), 0);
  return {
    steps: useful.flatMap(({ activity }, i) => (mix[i]! > 0 ? [{ activity, times: mix[i]! }] : [])),
    points: sum(({ points }) => points),
    minutes: sum(({ minutes }) => minutes),
  };
}

/** Leaves out whatever another one outdoes in points, minutes and weight; of equal ones the first stays. */
function withoutOutdone<One extends Part>(parts: readonly One[]): readonly One[] {
  const outdoes = (a: Part, b: Part) => a.points >= b.points && a.minutes <= b.minutes && a.weight <= b.weight;
  return parts.filter((one, i) => !parts.some((other, j) => outdoes(other, one) && (j < i || (j > i && !outdoes(one, other)))));
}
