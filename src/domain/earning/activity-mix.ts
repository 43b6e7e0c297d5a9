import { frameOf, leastCost, type Column } from './mix-frame.ts';
import { Search, type Effort, type Mix } from './mix-search.ts';

/** An activity as a plan counts it. Whole numbers, at least 1. */
export interface Part {
  readonly points: number;
  readonly minutes: number;
  /** What there is to be least of. */
  readonly weight: number;
}

/** Some thirty milliseconds. Most questions take a hundred steps. */
const STEPS = 300_000;

/**
 * The mix that makes at least `points` (at least 1) within `limit` minutes (`Infinity`: no limit) and has the least
 * weight; of those, the one of the least minutes; of those, one of the fewest actions. `undefined` where none keeps the
 * limit. `parts` are not empty.
 *
 * One is settled after the other by integer programs of two rows: points, and the weight that is settled. The answer is
 * proved to be the best as long as no more than `steps` choices had to be tried (and products are below 2^53). Beyond
 * that it is rounded: it makes the points and keeps the limit, but may be some actions from the best; and `undefined`
 * may be wrong where not even the least minutes were found in so many steps.
 */
export function cheapestMix(parts: readonly Part[], points: number, limit: number, steps = STEPS): Mix | undefined {
  const effort = { steps };
  const minutes = ({ minutes }: Part) => minutes;
  const weight = ({ weight }: Part) => weight;
  const quickest = leastMix(parts, minutes, points, effort);
  if (totalOf(parts, quickest, minutes) > limit) return undefined;
  const most = totalOf(parts, quickest, weight);
  const least = totalOf(parts, leastMix(parts, weight, points, effort), weight);
  for (let allowed = Math.max(least, leastFraction(parts, points, limit)); allowed <= most; allowed += 1) {
    const mix = quickestOf(parts, points, allowed, limit, effort);
    if (mix !== undefined) return mix;
  }
  return quickest;
}

function totalOf(parts: readonly Part[], mix: Mix, of: (part: Part) => number): number {
  return mix.reduce((sum, count, i) => sum + count * of(parts[i]!), 0);
}

/** A mix that makes the points with the least of one thing. */
function leastMix(parts: readonly Part[], of: (part: Part) => number, points: number, effort: Effort): Mix {
  const wanted = { points, weight: 0 };
  const columns = parts.map((one, part): Column => ({ points: one.points, weight: 0, cost: of(one), secondCost: 0, part }));
  const search = new Search(frameOf(columns, wanted)!, parts.length, wanted, effort);
  for (let cost = search.least; ; cost += 1) {
    const mix = search.within(effort.steps > 0 ? cost : Infinity);
    if (mix !== undefined) return mix;
  }
}

/** What the weight is at least where the limit is kept, even with fractions of actions. */
function leastFraction(parts: readonly Part[], points: number, limit: number): number {
  if (limit === Infinity) return 0;
  const columns = parts.map(({ points, minutes, weight }, part): Column => ({
    points,
    weight: minutes,
    cost: weight,
    secondCost: 0,
    part,
  }));
  return leastCost(frameOf(columns, { points, weight: limit })!);
}

/** Of the mixes of a weight of at most `allowed` that of the least minutes, if it keeps the limit, and then of the fewest actions. */
function quickestOf(parts: readonly Part[], points: number, allowed: number, limit: number, effort: Effort): Mix | undefined {
  const wanted = { points, weight: allowed };
  const columns = parts.map(({ points, minutes, weight }, part): Column => ({ points, weight, cost: minutes, secondCost: 1, part }));
  const search = new Search(frameOf(columns, wanted)!, parts.length, wanted, effort);
  for (let minutes = search.least; minutes <= limit; minutes += 1) {
    const rounds = effort.steps <= 0;
    const mix = search.within(rounds ? limit : minutes);
    if (mix !== undefined || rounds) return mix;
  }
  return undefined;
}
