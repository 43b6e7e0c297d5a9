import type { Activity } from './activity.ts';
import type { Chances } from './chances.ts';

interface Step {
  readonly activity: Activity;
  readonly times: number;
}

export interface Plan {
  readonly steps: readonly Step[];
  readonly points: number;
  /** Null if the duration of any step is unknown. */
  readonly minutes: number | null;
}

/** How many plans are shown. */
const MOST_PLANS = 3;

/** The effort of doing an activity once. */
const DIFFICULTY = { Easy: 1, Medium: 2, Hard: 3 } as const;

/**
 * The ranks worth aiming for, nearest first: the next one, the next with a better prize (`prize`), tenth, third and first, as far as they
 * are above. Unranked players (`undefined`) may also aim for the last rank.
 */
export function targetRanks(rank: number | undefined, total: number, prize = 1): number[] {
  const next = rank === undefined ? total : rank - 1;
  return [...new Set([next, prize, 10, 3, 1])].filter((target) => target >= 1 && target <= next).toSorted((a, b) => b - a);
}

/**
 * Plans for `missing` points (at least 1) in `minutesLeft`: up to three that repeat one activity, by effort (easy 1, medium 2, hard 3) and
 * then duration. If no single activity suffices, one plan that combines activities with the most points first, to keep the number of
 * actions low. Empty if that does not suffice either; other combinations are not tried.
 */
export function plansFor(chances: readonly Chances[], missing: number, minutesLeft: number): readonly Plan[] {
  const alone = chances
    .map((one) => ({ ...one, times: Math.ceil(missing / one.activity.points) }))
    .filter(({ times, possible }) => times <= possible)
    .toSorted((a, b) => effortOf(a) - effortOf(b) || minutesOf(a) - minutesOf(b));
  if (alone.length > 0) return alone.slice(0, MOST_PLANS).map((one) => planOf([one]));
  const together = manyTogether(chances, missing, minutesLeft);
  return together === undefined ? [] : [planOf(together)];
}

type Times = Chances & { readonly times: number };

function manyTogether(chances: readonly Chances[], missing: number, minutesLeft: number): readonly Times[] | undefined {
  const steps: Times[] = [];
  let [points, time] = [missing, minutesLeft];
  for (const one of chances.toSorted((a, b) => b.activity.points - a.activity.points)) {
    const { activity, minutes = 0, possible } = one;
    const times = Math.min(possible, Math.ceil(points / activity.points), minutes === 0 ? Infinity : Math.floor(time / minutes));
    if (times === 0) continue;
    steps.push({ ...one, times });
    points -= times * activity.points;
    time -= times * minutes;
    if (points <= 0) return steps;
  }
  return undefined;
}

function planOf(steps: readonly Times[]): Plan {
  const minutes = steps.reduce((total, step) => total + minutesOf(step), 0);
  return {
    steps: steps.map(({ activity, times }) => ({ activity, times })),
    // Capped at the largest safe integer.
    points: Math.min(
      Number.MAX_SAFE_INTEGER,
      steps.reduce((total, { activity, times }) => total + times * activity.points, 0),
    ),
    minutes: Number.isFinite(minutes) ? minutes : null,
  };
}

function effortOf({ activity, times }: Times): number {
  return times * DIFFICULTY[activity.difficulty];
}

/** Infinity if unknown. */
function minutesOf({ minutes = Infinity, times }: Times): number {
  return times * minutes;
}
