/** An activity as a plan counts it, in whole numbers. Points and minutes are at least 1. */
export interface Part {
  readonly points: number;
  /** `undefined` if nobody knows: it then takes none of the time there is, and is the longest of equal ones. */
  readonly minutes: number | undefined;
  /** What a plan should have least of: actions, difficulty. */
  readonly weight: number;
  /** How often it can be done. */
  readonly most: number;
}

/** How often each part is done, in the order of the parts. */
export type Mix = readonly number[];

/** Columns of a table at most: points are counted in larger units if there would be more. */
const MOST_COLUMNS = 8192;

/** Choices that are tried in one table: a millisecond or two. */
const MOST_STEPS = 300_000;

/** A table with fewer columns says too little. */
const LEAST_COLUMNS = 64;

/** More than the minutes of any part, and than the actions of a plan that anybody reads. */
const MANY = 2 ** 20;

/**
 * The mix that makes at least `points` (at least 1) in the least minutes; of those, one of the fewest actions.
 * `undefined` if all there is makes fewer points.
 */
export function quickestMix(parts: readonly Part[], points: number): Mix | undefined {
  return leastMix(parts, points, QUICK);
}

/**
 * The mix that makes at least `points` (at least 1) within `limit` minutes and has the least weight; of those, the one of
 * the least minutes; of those, one of the fewest actions. `undefined` if there is none of at most `mostWeight`.
 *
 * It is the best one as long as the points, counted in the greatest common divisor of all, need no more columns than a
 * table may have. Else it still makes the points and keeps the limit. It is then at most one part heavier than the best,
 * unless time is scarce.
 */
export function lightestMix(parts: readonly Part[], points: number, limit: number, mostWeight = Infinity): Mix | undefined {
  // Most of what cannot be is found out without a table. Half of one is for what fractions lose.
  if (leastOf(parts, points, ({ minutes = 0 }) => minutes) > limit + 0.5) return undefined;
  if (leastOf(parts, points, ({ weight }) => weight) > mostWeight + 0.5) return undefined;
  const lightest = leastMix(parts, points, LIGHT)!;
  const mix = minutesOf(parts, lightest) <= limit ? lightest : lightestInTime(parts, points, limit);
  return mix === undefined || weightOf(parts, mix) > mostWeight ? undefined : mix;
}

/** Time is scarce: the least minutes for each weight, up to that of the quickest mix, which is there to fall back on. */
function lightestInTime(parts: readonly Part[], points: number, limit: number): Mix | undefined {
  const quickest = quickestMix(parts, points)!;
  if (minutesOf(parts, quickest) > limit) return undefined;
  const table = tableOf(parts, points, QUICK, weightOf(parts, quickest) - 1);
  if (table === undefined) return quickest;
  for (let row = 0; row <= table.rows; row += 1) {
    if (table.firsts[(row + 1) * table.width - 1]! <= limit)
      return trimmed(parts, takenBack(parts, table, row, table.width - 1), points, QUICK);
  }
  return quickest;
}

/** The mix that makes the most points within `limit` minutes, where no mix makes `points`. As exact as {@link lightestMix}. */
export function farthestMix(parts: readonly Part[], points: number, limit: number): Mix {
  const all = parts.map(({ most }) => most);
  if (minutesOf(parts, all) <= limit) return all;
  const table = tableOf(parts, points, QUICK)!;
  return takenBack(
    parts,
    table,
    0,
    table.firsts.findLastIndex((minutes) => minutes <= limit),
  );
}

/** What a part adds to what a table holds least of, and to what decides between equals. */
interface Measure {
  readonly first: (part: Part) => number;
  readonly second: (part: Part) => number;
}

const QUICK: Measure = { first: ({ minutes = 0 }) => minutes, second: () => 1 };
const LIGHT: Measure = { first: ({ weight }) => weight, second: ({ minutes = MANY }) => minutes * MANY + 1 };

/** The mix that makes the points with the least of a measure; `undefined` if all there is makes fewer. */
function leastMix(parts: readonly Part[], points: number, measure: Measure): Mix | undefined {
  if (sum(parts, (part) => part.most * part.points) < points) return undefined;
  const table = tableOf(parts, points, measure)!;
  // In large units a table may miss the best one, and even all of them.
  const found = table.firsts[table.width - 1]! < Infinity ? [takenBack(parts, table, 0, table.width - 1)] : [];
  const [best, ...others] = [...found, heap(parts, points, measure)].map((mix) => trimmed(parts, mix, points, measure));
  const total = (mix: Mix, of: (part: Part) => number) => sum(parts, (part, i) => mix[i]! * of(part));
  return others.reduce((a, b) => {
    const difference = total(b, measure.first) - total(a, measure.first) || total(b, measure.second) - total(a, measure.second);
    return difference < 0 ? b : a;
  }, best!);
}

/** So many of a part, taken together or not at all. */
interface Bundle {
  readonly part: number;
  readonly times: number;
  readonly columns: number;
}

/** A column for each number of points, a row for each weight: in each field the least that at least so many points take. */
interface Table {
  readonly width: number;
  readonly rows: number;
  readonly bundles: readonly Bundle[];
  readonly firsts: Float64Array;
  /** For each bundle and field, whether the least there had the bundle in it when it was tried. */
  readonly taken: Uint8Array;
}

/** Without `rows` any weight will do, and there is one row. `undefined` if there would be too many rows. */
function tableOf(parts: readonly Part[], points: number, { first, second }: Measure, rows?: number): Table | undefined {
  const height = (rows ?? 0) + 1;
  const row = ({ weight }: Part) => (rows === undefined ? 0 : weight);
  const useful = withoutOutdone(parts, points, [first, second, row]);
  const wanted = useful.map((i) => ({ part: i, sizes: bundleSizes(Math.min(parts[i]!.most, Math.ceil(points / parts[i]!.points))) }));
  const mostColumns = Math.floor(MOST_STEPS / (wanted.reduce((count, { sizes }) => count + sizes.length, 0) * height));
  if (rows !== undefined && mostColumns < LEAST_COLUMNS) return undefined;
  // Rounded against the plan, so that it makes the points all the same.
  const unit = Math.max(
    useful.reduce((divisor, i) => commonDivisor(divisor, parts[i]!.points), 0),
    Math.ceil(points / Math.min(MOST_COLUMNS, Math.max(LEAST_COLUMNS, mostColumns))),
  );
  const width = Math.ceil(points / unit) + 1;
  const bundles = wanted.flatMap(({ part, sizes }) =>
    sizes
      .map((times): Bundle => ({ part, times, columns: Math.floor((times * parts[part]!.points) / unit) }))
      .filter(({ columns }) => columns > 0),
  );
  const fields = width * height;
  const firsts = new Float64Array(fields).fill(Infinity);
  const seconds = new Float64Array(fields);
  for (let at = 0; at < fields; at += width) firsts[at] = 0;
  const taken = new Uint8Array(fields * bundles.length);
  for (const [i, { part, times, columns }] of bundles.entries()) {
    const moreFirst = times * first(parts[part]!);
    const moreSecond = times * second(parts[part]!);
    const up = times * row(parts[part]!);
    // Downwards, so that what is read has not had this bundle yet.
    for (let to = height - 1; to >= up; to -= 1) {
      for (let column = width - 1; column > 0; column -= 1) {
        const from = (to - up) * width + Math.max(0, column - columns);
        const at = to * width + column;
        const one = firsts[from]! + moreFirst;
        if (one > firsts[at]! || one === Infinity) continue;
        const two = seconds[from]! + moreSecond;
        if (one === firsts[at]! && two >= seconds[at]!) continue;
        firsts[at] = one;
        seconds[at] = two;
        taken[i * fields + at] = 1;
      }
    }
  }
  return { width, rows: height - 1, bundles, firsts, taken };
}

/** 1, 2, 4 and so on, and the rest: every number up to `most` is a sum of some of them. */
function bundleSizes(most: number): readonly number[] {
  const sizes: number[] = [];
  for (let left = most; left > 0; left -= sizes.at(-1)!) sizes.push(Math.min(left, 2 ** sizes.length));
  return sizes;
}

/**
 * Which parts are of use: not those that others outdo in points and all costs, if these make the points alone. Of equal
 * ones the first outdoes the others.
 */
function withoutOutdone(parts: readonly Part[], points: number, costs: readonly ((part: Part) => number)[]): readonly number[] {
  const outdoes = (a: Part, b: Part) => a.points >= b.points && costs.every((cost) => cost(a) <= cost(b));
  return [...parts.keys()].filter((i) => {
    const one = parts[i]!;
    const better = parts.filter((other, j) => j !== i && outdoes(other, one) && (j < i || !outdoes(one, other)));
    return sum(better, (part) => part.most * part.points) < points;
  });
}

/** Which bundles led to a field. */
function takenBack(parts: readonly Part[], { width, bundles, firsts, taken }: Table, row: number, column: number): Mix {
  const counts = parts.map(() => 0);
  for (let i = bundles.length - 1; i >= 0; i -= 1) {
    if (taken[i * firsts.length + row * width + column] === 0) continue;
    const { part, times, columns } = bundles[i]!;
    counts[part]! += times;
    column = Math.max(0, column - columns);
    row = Math.max(0, row - times * parts[part]!.weight);
  }
  return counts;
}

/** As much as it takes of the parts, those first that take the least for a point: of the best mix at most one part more. */
function heap(parts: readonly Part[], points: number, { first, second }: Measure): Mix {
  const counts = parts.map(() => 0);
  const order = parts
    .map((part, i) => ({ part, i }))
    .toSorted(({ part: a }, { part: b }) => first(a) / a.points - first(b) / b.points || second(a) / a.points - second(b) / b.points);
  let left = points;
  for (const { part, i } of order) {
    counts[i] = Math.max(0, Math.min(part.most, Math.ceil(left / part.points)));
    left -= counts[i] * part.points;
  }
  return counts;
}

/** What the points take of something at the least, if fractions of actions could be done; Infinity if all there is makes fewer. */
function leastOf(parts: readonly Part[], points: number, of: (part: Part) => number): number {
  let left = points;
  let least = 0;
  for (const part of parts.toSorted((a, b) => of(a) / a.points - of(b) / b.points)) {
    const count = Math.min(part.most, left / part.points);
    left -= count * part.points;
    least += count * of(part);
  }
  return left >= 1 ? Infinity : least;
}

/** Without what a mix can do without, that first which takes most. */
function trimmed(parts: readonly Part[], mix: Mix, points: number, { first }: Measure): Mix {
  const counts = [...mix];
  let spare = sum(parts, (part, i) => part.points * counts[i]!) - points;
  for (const { part, i } of parts.map((part, i) => ({ part, i })).toSorted((a, b) => first(b.part) - first(a.part))) {
    const fewer = Math.min(counts[i]!, Math.floor(spare / part.points));
    counts[i]! -= fewer;
    spare -= fewer * part.points;
  }
  return counts;
}

function minutesOf(parts: readonly Part[], mix: Mix): number {
  return sum(parts, ({ minutes = 0 }, i) => minutes * mix[i]!);
}

function weightOf(parts: readonly Part[], mix: Mix): number {
  return sum(parts, ({ weight }, i) => weight * mix[i]!);
}

function sum(parts: readonly Part[], of: (part: Part, i: number) => number): number {
  return parts.reduce((total, part, i) => total + of(part, i), 0);
}

/** The greatest whole number that divides both (Euclid). */
function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}
