import { firstPlace } from '../ascending.ts';
import type { Activity } from './activity.ts';
import { farthestMix, lightestMix, type Mix, type Part, quickestMix } from './activity-mix.ts';
import { MOST_MINUTES } from './time-required.ts';
import { type Chances, countBy, earliestFor, earliestTogether, minutesBetween, mostOf } from './chances.ts';

/** Some of an activity. */
interface Step {
  readonly activity: Activity;
  readonly times: number;
}

export interface Plan {
  /** In the order of the activities. */
  readonly steps: readonly Step[];
  readonly points: number;
  /** Null if nobody knows how long one of the steps takes. */
  readonly minutes: number | null;
  /** When the day, week or month begins before which limits do not let it be done (epoch milliseconds); null if that has begun. */
  readonly notBefore: number | null;
}

/** What listed activities can do about a gap, in the time there is. */
export type Outlook =
  /** They lead there. `notBefore` is the earliest of all plans, also of those that are not told; `quickest` needs known minutes. */
  | {
      readonly kind: 'plans';
      readonly notBefore: number | null;
      readonly easiest: Plan;
      readonly fewest: Plan;
      readonly quickest: Plan | null;
    }
  /** They lead there only with more of one than a plan asks for. `alone`: how many of the best one would do; null if no single one would. */
  | { readonly kind: 'too-many'; readonly alone: (Step & { readonly minutes: number | null }) | null }
  /** They do not lead there: limits and time allow so many points at most. */
  | { readonly kind: 'out-of-reach'; readonly points: number };

/**
 * The ranks worth aiming at from a rank, nearest first: the next one, the next that wins more (`prize`), the tenth, the third
 * and the first, as far as they are above. Whoever is not ranked (`undefined`) may aim at the last rank too.
 */
export function targetRanks(rank: number | undefined, total: number, prize = 1): number[] {
  const next = rank === undefined ? total : rank - 1;
  return [...new Set([next, prize, 10, 3, 1])].filter((target) => target >= 1 && target <= next).toSorted((a, b) => b - a);
}

/** What `easiest` adds up. */
const DIFFICULTY = { Easy: 1, Medium: 2, Hard: 3 } as const;

/**
 * What activities can do about `missing` points (at least 1) from `now` until `end`, for which the chances are. The plans:
 *
 * - `easiest`: the least sum of difficulties (Easy 1, Medium 2, Hard 3).
 * - `fewest`: the least number of actions.
 * - `quickest`: the earliest. It has only activities whose minutes are known.
 *
 * Of equal plans it is the one that can be done by the earliest end of a day, week or month after which limits begin
 * afresh, then the one of the least minutes, then of the fewest actions. A plan keeps every limit and the time that is left.
 * How near the best one it is where numbers are large, {@link lightestMix} says. What two activities take of one day
 * together is not looked at: only what each takes alone, and what all take until the end.
 */
export function outlookFor(chances: readonly Chances[], missing: number, now: number, end: number): Outlook {
  const doable = chances.filter((one) => mostOf(one) > 0);
  const easiest = bestPlan(doable, missing, now, ({ difficulty }) => DIFFICULTY[difficulty]);
  const fewest = bestPlan(doable, missing, now, () => 1);
  if (easiest === null || fewest === null) return withoutPlan(doable, missing, minutesBetween(now, end));
  const timed = doable.filter(({ minutes }) => minutes !== undefined);
  return { kind: 'plans', notBefore: earliestTogether(doable, missing), easiest, fewest, quickest: bestPlan(timed, missing, now, () => 0) };
}

/** The plan of the least weight in all, as early as such a plan can be done; null if there is none. */
function bestPlan(chances: readonly Chances[], missing: number, now: number, weightOf: (activity: Activity) => number): Plan | null {
  const planBy = (by: number, mostWeight?: number) => {
    const parts = chances.map((one) => partOf(one, missing, countBy(one, by), weightOf(one.activity)));
    const mix = lightestMix(parts, missing, minutesBetween(now, by), mostWeight);
    return mix === undefined ? null : planOf(chances, mix);
  };
  const spans = new Set(chances.map(({ ends }) => ends));
  const ends = [...new Set([...spans].flat())].toSorted((a, b) => a - b);
  const best = ends.length === 0 ? null : planBy(ends.at(-1)!);
  if (best === null || best.notBefore === null) return best;
  // Later there are more plans, and none is heavier than before.
  const weight = best.steps.reduce((total, { activity, times }) => total + times * weightOf(activity), 0);
  return planBy(ends[firstPlace(0, ends.length - 1, (place) => planBy(ends[place]!, weight) === null)]!);
}

function withoutPlan(doable: readonly Chances[], missing: number, minutesLeft: number): Outlook {
  const parts = doable.map((one) => partOf(one, missing, Math.min(one.possible, timesAlone(one, missing))));
  if (!fits(quickestMix(parts, missing), parts, minutesLeft)) {
    const far = farthestMix(parts, missing, minutesLeft);
    return { kind: 'out-of-reach', points: parts.reduce((total, { points }, i) => total + points * far[i]!, 0) };
  }
  const [best] = doable
    .map((one) => ({ ...one, times: timesAlone(one, missing) }))
    .filter(({ times, possible }) => times <= possible)
    .toSorted((a, b) => a.times - b.times || (a.minutes ?? MOST_MINUTES + 1) - (b.minutes ?? MOST_MINUTES + 1));
  if (best === undefined) return { kind: 'too-many', alone: null };
  const { activity, times, minutes } = best;
  return { kind: 'too-many', alone: { activity, times, minutes: minutes === undefined ? null : times * minutes } };
}

/** How often an activity would have to be done if it were the only one. */
function timesAlone({ activity }: Chances, missing: number): number {
  return Math.ceil(missing / activity.points);
}

/** More points than are missing are worth no more. */
function partOf({ activity, minutes }: Chances, missing: number, most: number, weight = 0): Part {
  return { points: Math.min(activity.points, missing), minutes, weight, most };
}

function fits(mix: Mix | undefined, parts: readonly Part[], minutesLeft: number): mix is Mix {
  return mix !== undefined && parts.reduce((total, { minutes = 0 }, i) => total + minutes * mix[i]!, 0) <= minutesLeft;
}

function planOf(chances: readonly Chances[], mix: Mix): Plan {
  const done = chances.flatMap((one, i) => (mix[i]! > 0 ? [{ ...one, times: mix[i]! }] : []));
  const waits = done.flatMap((one) => earliestFor(one, one.times) ?? []);
  return {
    steps: done.map(({ activity, times }) => ({ activity, times })),
    // What is beyond the numbers that are exact is worth no more.
    points: Math.min(
      Number.MAX_SAFE_INTEGER,
      done.reduce((total, { activity, times }) => total + times * activity.points, 0),
    ),
    minutes: done.reduce<number | null>(
      (total, { minutes, times }) => (total === null || minutes === undefined ? null : total + times * minutes),
      0,
    ),
    notBefore: waits.length === 0 ? null : Math.max(...waits),
  };
}
