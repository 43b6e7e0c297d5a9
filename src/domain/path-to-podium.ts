import type { Activity } from './activity.ts';
import { cheapestMix, type Cost } from './activity-mix.ts';
import type { Direction } from './scoring.ts';
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
 * A plan always fits, and is the best one wherever {@link cheapestMix} is exact: where gap and limit are small, without a
 * limit or where the best plan keeps it anyway (unless points have five digits and no common divisor), and elsewhere
 * in some 95 of 100 questions about a million points from fifty random activities of up to 1,000 points. In the
 * others it is a few actions from the best; where nothing at all was found for `fewest` or `easiest`, as can happen with
 * points of five digits and more, that is the quickest plan.
 */
export function plansFor(activities: readonly Activity[], missing: number, minutesLeft: number | undefined): Plans {
  const limit = minutesLeft ?? Infinity;
  const planned = activities.flatMap((activity): Planned[] => {
    const minutes = minutesIn(activity.timeRequired);
    return minutes === undefined || minutes > limit ? [] : [{ activity, minutes }];
  });
  if (planned.length === 0 || missing > WIDEST_GAP) return NO_PLANS;
  const quickest = bestPlan(planned, ({ minutes }) => [minutes, 1, 0], missing, limit);
  if (quickest === null) return NO_PLANS;
  return {
    fewest: bestPlan(planned, ({ minutes }) => [1, minutes, 0], missing, limit) ?? quickest,
    quickest,
    easiest: bestPlan(planned, ({ activity, minutes }) => [DIFFICULTY[activity.difficulty], minutes, 1], missing, limit) ?? quickest,
  };
}

/** The plan of least cost, null where none was found. */
function bestPlan(planned: readonly Planned[], costOf: (one: Planned) => Cost, missing: number, limit: number): Plan | null {
  const useful = withoutOutdone(planned.map((one) => ({ ...one, cost: costOf(one) })));
  const pointUnit = useful.reduce((unit, { activity }) => greatestDivisor(unit, activity.points), 0);
  const minuteUnit = useful.reduce((unit, { minutes }) => greatestDivisor(unit, minutes), 0);
  const points = Math.ceil(missing / pointUnit);
  const parts = useful.map(({ activity, minutes, cost }) => ({
    // More than enough is enough.
    points: Math.min(activity.points / pointUnit, points),
    minutes: minutes / minuteUnit,
    cost,
  }));
  const planOf = (mix: readonly number[] | undefined): Plan | undefined => {
    if (mix === undefined) return undefined;
    const steps = useful.flatMap(({ activity, minutes }, i) => (mix[i]! > 0 ? [{ activity, minutes, times: mix[i]! }] : []));
    return {
      steps: steps.map(({ activity, times }) => ({ activity: activity.id, times })),
      points: steps.reduce((sum, { activity, times }) => sum + activity.points * times, 0),
      minutes: steps.reduce((sum, { minutes, times }) => sum + minutes * times, 0),
    };
  };
  const free = planOf(cheapestMix(parts, points, Infinity));
  if (free !== undefined && free.minutes <= limit) return free;
  return planOf(cheapestMix(parts, points, Math.floor(limit / minuteUnit))) ?? null;
}

type Priced = Planned & { readonly cost: Cost };

/** Leaves out whatever another one outdoes in points, minutes and every cost; of equal ones the first stays. */
function withoutOutdone(priced: readonly Priced[]): readonly Priced[] {
  const outdoes = (a: Priced, b: Priced) =>
    a.activity.points >= b.activity.points && a.minutes <= b.minutes && a.cost.every((cost, i) => cost <= b.cost[i]!);
  return priced.filter((one, i) => !priced.some((other, j) => outdoes(other, one) && (j < i || (j > i && !outdoes(one, other)))));
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
