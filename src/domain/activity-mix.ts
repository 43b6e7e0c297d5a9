/** An activity as a plan counts it: whole points and minutes (at least 1), and what doing it once costs. */
export interface Part {
  readonly points: number;
  readonly minutes: number;
  readonly cost: Cost;
}

/** Compared from the first number on: the second decides between equal first ones. Whole numbers, the first at least 1. */
export type Cost = readonly [number, number, number];

/** How often each part is done, in the order of the parts. */
type Mix = readonly number[];

/** Steps that a table or a circle of remainders may take, one for each part: some ten milliseconds. */
const STEPS = 1_000_000;

/**
 * The mix of least cost that makes at least `points` (at least 1) within `limit` minutes (`Infinity`: no limit);
 * `undefined` where none was found. `parts` are not empty. Three ways, of which the first that can be gone is gone:
 *
 * 1. A table over points and minutes, where it is small. Exact.
 * 2. Gomory's relaxation of the integer program: the two parts that the fractional optimum is made of are left out,
 *    and for each remainder that they cannot make the cheapest mix of the others is sought. Its size depends on the
 *    parts and not on the points, so that a gap of a million is as easy as one of a thousand. Exact, but no answer
 *    where the two would have to be done a negative number of times.
 * 3. The fractional optimum rounded down and then some, and a table for what is left. Not always the best, but a few
 *    actions from it. Where parts are so large that even this table is not small, it is rounded up or, under a limit,
 *    there is no answer.
 *
 * What is found always makes the points and keeps the limit.
 */
export function cheapestMix(parts: readonly Part[], points: number, limit: number): Mix | undefined {
  if (isSmall(parts, points, limit)) return tabled(parts, points, limit);
  const frame = frameOf(parts, points, limit);
  if (frame === undefined) return undefined;
  return filled(parts, frame, points, limit) ?? rounded(parts, frame, points, limit);
}

function isSmall(parts: readonly Part[], points: number, limit: number): boolean {
  return (points + 1) * (limit === Infinity ? 1 : limit + 1) * parts.length <= STEPS;
}

/** Costs by place, each array one number of the cost; `Infinity` first where nothing is known to lead there. */
interface Costs {
  readonly first: Float64Array;
  readonly second: Float64Array;
  readonly third: Float64Array;
}

function noCosts(size: number): Costs {
  return { first: new Float64Array(size).fill(Infinity), second: new Float64Array(size), third: new Float64Array(size) };
}

/** Makes `to` a step behind `from` where that is cheaper than what is known of it, and says whether it was. */
function improve({ first, second, third }: Costs, from: number, step: Cost, to: number): boolean {
  const next = first[from]! + step[0];
  const known = first[to]!;
  if (next > known || next === Infinity) return false;
  const nextSecond = second[from]! + step[1];
  const nextThird = third[from]! + step[2];
  if (next === known && (nextSecond > second[to]! || (nextSecond === second[to]! && nextThird >= third[to]!))) return false;
  first[to] = next;
  second[to] = nextSecond;
  third[to] = nextThird;
  return true;
}

/** The best mix for every number of points up to `points` within every number of minutes up to `limit`, from smaller ones. */
function tabled(parts: readonly Part[], points: number, limit: number): Mix | undefined {
  const timed = limit !== Infinity;
  const width = timed ? limit + 1 : 1;
  const size = (points + 1) * width;
  const costs = noCosts(size);
  costs.first.fill(0, 0, width);
  const last = new Int32Array(size);
  const before = (row: number, column: number, part: Part) => Math.max(0, row - part.points) * width + column - (timed ? part.minutes : 0);
  for (const [i, part] of parts.entries()) {
    // Each part may be done again and again, so that it finds what it improved itself. Where minutes are too few, nothing is.
    const first = timed ? part.minutes : 0;
    for (let row = 1; row <= points; row += 1) {
      const shift = before(row, 0, part);
      for (let column = first; column < width; column += 1) {
        if (improve(costs, shift + column, part.cost, row * width + column)) last[row * width + column] = i;
      }
    }
  }
  let at = size - 1;
  if (costs.first[at] === Infinity) return undefined;
  const mix = parts.map(() => 0);
  while (at >= width) {
    const i = last[at]!;
    mix[i]! += 1;
    at = before(Math.floor(at / width), at % width, parts[i]!);
  }
  return mix;
}

/**
 * A column of two equations: points made, less points too many, are the points wanted; minutes taken and minutes
 * left are the limit.
 */
interface Column extends Part {
  /** The place of the part; `undefined` for points too many and for minutes left. */
  readonly part: number | undefined;
}

const TOO_MANY: Column = { points: -1, minutes: 0, cost: [0, 0, 0], part: undefined };
const LEFT: Column = { points: 0, minutes: 1, cost: [0, 0, 0], part: undefined };

/** The two columns of the fractional optimum, and the others with what each costs more than the two in its place, times |determinant|. */
interface Frame {
  readonly pair: readonly [Column, Column];
  readonly determinant: number;
  readonly others: readonly Column[];
}

/** By trying every pair: there are a few dozen. `undefined` where even fractions of actions do not keep the limit. */
function frameOf(parts: readonly Part[], points: number, limit: number): Frame | undefined {
  const columns: readonly Column[] = [...parts.map(({ points, minutes, cost }, part) => ({ points, minutes, cost, part })), LEFT];
  for (const [i, first] of columns.entries()) {
    // Without a limit there are always minutes left. Points too many cost something, so that the optimum has none.
    for (const second of limit === Infinity ? [LEFT] : columns.slice(i + 1)) {
      const determinant = determinantOf(first, second);
      if (determinant === 0) continue;
      const pair = [first, second] as const;
      if (times(pair, determinant, points, limit).some((count) => count < 0)) continue;
      const others = [...columns, TOO_MANY]
        .filter((column) => column !== first && column !== second)
        .map(({ points, minutes, cost, part }) => ({
          points,
          minutes,
          part,
          cost: extraCost(pair, determinant, { points, minutes, cost }),
        }));
      if (others.every(({ cost: [a, b, c] }) => a > 0 || (a === 0 && (b > 0 || (b === 0 && c >= 0))))) return { pair, determinant, others };
    }
  }
  return undefined;
}

function determinantOf(first: Part, second: Part): number {
  return first.points * second.minutes - second.points * first.minutes;
}

/** How often the two columns of a pair make `points` in `minutes`; in fractions, and below 0 where they cannot. */
function times([first, second]: Frame['pair'], determinant: number, points: number, minutes: number): readonly [number, number] {
  if (minutes === Infinity) return [points / first.points, Infinity];
  return [
    (points * second.minutes - minutes * second.points) / determinant,
    (minutes * first.points - points * first.minutes) / determinant,
  ];
}

function extraCost([first, second]: Frame['pair'], determinant: number, { points, minutes, cost }: Part): Cost {
  const sign = Math.sign(determinant);
  const byPoints = points * second.minutes - minutes * second.points;
  const byMinutes = minutes * first.points - points * first.minutes;
  const extra = (i: 0 | 1 | 2) => cost[i] * Math.abs(determinant) - sign * (first.cost[i] * byPoints + second.cost[i] * byMinutes);
  return [extra(0), extra(1), extra(2)];
}

/**
 * What a pair of columns can fill up, and what it leaves: |determinant| places in `high` rows, each `wide`. To go up
 * by `high` minutes is to go right by `shift` points.
 */
interface Remainders {
  readonly high: number;
  readonly wide: number;
  readonly shift: number;
}

function remaindersOf([first, second]: Frame['pair'], determinant: number): Remainders {
  const [high, a, b] = commonDivisor(first.minutes, second.minutes);
  const wide = Math.abs(determinant) / high;
  return { high, wide, shift: modulo(a * first.points + b * second.points, wide) };
}

/** The row and the place in it that points and minutes leave. */
function remainderOf({ high, wide, shift }: Remainders, points: number, minutes: number): readonly [row: number, place: number] {
  const turns = Math.floor(minutes / high);
  return [minutes - turns * high, modulo(points - turns * shift, wide)];
}

/** The second way of {@link cheapestMix}. */
function filled(parts: readonly Part[], { pair, determinant, others }: Frame, points: number, limit: number): Mix | undefined {
  const size = Math.abs(determinant);
  if (size * others.length > STEPS) return undefined;
  const remainders = remaindersOf(pair, determinant);
  const { wide } = remainders;
  const costs = noCosts(size);
  costs.first[0] = 0;
  const last = new Int32Array(size);
  for (const [i, column] of others.entries()) improveCircles(costs, last, i, column, remainders);
  const minutes = limit === Infinity ? 0 : limit;
  let [row, place] = remainderOf(remainders, points, minutes);
  // Points too many lead everywhere, or minutes left do: there is a way to every place.
  const mix = parts.map(() => 0);
  let pointsLeft = points;
  let minutesLeft = minutes;
  while (row !== 0 || place !== 0) {
    const column = others[last[row * wide + place]!]!;
    if (column.part !== undefined) mix[column.part]! += 1;
    pointsLeft -= column.points;
    minutesLeft -= column.minutes;
    [row, place] = remainderOf(remainders, pointsLeft, minutesLeft);
  }
  const counts = times(pair, determinant, pointsLeft, limit === Infinity ? limit : minutesLeft);
  if (counts.some((count) => count < 0)) return undefined;
  for (const [i, { part }] of pair.entries()) if (part !== undefined) mix[part]! += counts[i]!;
  return mix;
}

/**
 * Adds one column again and again, from every place: that leads in circles, and after going round twice nothing on
 * them can get better (Böcker and Lipták). `last` is told where column `i` improved something.
 */
function improveCircles(costs: Costs, last: Int32Array, i: number, { points, minutes, cost }: Column, remainders: Remainders): void {
  const { high, wide, shift } = remainders;
  const [up, right] = remainderOf(remainders, points, minutes);
  const seen = new Uint8Array(high * wide);
  for (let start = 0; start < seen.length; start += 1) {
    if (seen[start] === 1) continue;
    let at = start;
    let row = Math.floor(start / wide);
    let place = start - row * wide;
    for (let round = 0; round < 2;) {
      seen[at] = 1;
      row += up;
      place += right;
      if (row >= high) {
        row -= high;
        place += wide - shift;
      }
      place %= wide;
      const next = row * wide + place;
      if (improve(costs, at, cost, next)) last[next] = i;
      at = next;
      if (at === start) round += 1;
    }
  }
}

/** The third way of {@link cheapestMix}. */
function rounded(parts: readonly Part[], { pair, determinant }: Frame, points: number, limit: number): Mix | undefined {
  const counts = times(pair, determinant, points, limit);
  // The more is taken back, the more the table can put right: as much as it can hold.
  for (let back = MOST_TAKEN_BACK; back >= 0; back -= 1) {
    const mix = parts.map(() => 0);
    let pointsLeft = points;
    let minutesLeft = limit;
    for (const [i, { part, points, minutes }] of pair.entries()) {
      if (part === undefined) continue;
      const count = Math.max(0, Math.floor(counts[i]!) - back);
      mix[part]! += count;
      pointsLeft -= count * points;
      minutesLeft -= count * minutes;
    }
    if (!isSmall(parts, pointsLeft, minutesLeft)) continue;
    const rest = tabled(parts, pointsLeft, minutesLeft);
    return rest && mix.map((count, i) => count + rest[i]!);
  }
  return limit === Infinity ? parts.map((_, i) => (i === pair[0].part ? Math.ceil(counts[0]) : 0)) : undefined;
}

/** How many actions of the fractional optimum are thought over again at most, of either kind. */
const MOST_TAKEN_BACK = 40;

/** The greatest common divisor of two whole numbers, the second not 0, and how often each makes it up. */
function commonDivisor(first: number, second: number): readonly [divisor: number, first: number, second: number] {
  let [a, b] = [first, second];
  let [x, nextX, y, nextY] = [1, 0, 0, 1];
  while (b !== 0) {
    const turns = Math.floor(a / b);
    [a, b] = [b, a - turns * b];
    [x, nextX] = [nextX, x - turns * nextX];
    [y, nextY] = [nextY, y - turns * nextY];
  }
  return [a, x, y];
}

function modulo(value: number, by: number): number {
  const left = value % by;
  return left < 0 ? left + by : left;
}
