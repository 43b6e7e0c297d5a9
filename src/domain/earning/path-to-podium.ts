import type { Activity } from './activity.ts';
import type { Chances } from './chances.ts';

/** Some of an activity. */
interface Step {
  readonly activity: Activity;
  readonly times: number;
}

export interface Plan {
  readonly steps: readonly Step[];
  readonly points: number;
  /** Null if nobody knows how long one of the steps takes. */
  readonly minutes: number | null;
}

/** Plans that are told of all there are. */
const MOST_PLANS = 3;

/** What one time of an activity costs. */
const DIFFICULTY = { Easy: 1, Medium: 2, Hard: 3 } as const;

/**
 * The ranks worth aiming at from a rank, nearest first: the next one, the next that wins more (`prize`), the tenth, the third
 * and the first, as far as they are above. Whoever is not ranked (`undefined`) may aim at the last rank too.
 */
export function targetRanks(rank: number | undefined, total: number, prize = 1): number[] {
  const next = rank === undefined ? total : rank - 1;
  return [...new Set([next, prize, 10, 3, 1])].filter((target) => target >= 1 && target <= next).toSorted((a, b) => b - a);
}

/**
 * What activities can do about `missing` points (at least 1) in `minutesLeft`, for which the chances are: one activity again and
 * again, the three that are least difficult in all (an easy one counts 1, a medium one 2, a hard one 3), of equal ones the shortest.
 * Where no single one leads there, one plan of several, those with most points first: so it has the fewest actions. None, if
 * that does not lead there either: whether another mix would is not looked at.
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
    // What is beyond the numbers that are exact is worth no more.
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

/** Infinity if nobody knows. */
function minutesOf({ minutes = Infinity, times }: Times): number {
  return times * minutes;
}
