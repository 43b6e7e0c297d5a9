/** An activity as a plan counts it. Whole numbers, at least 1. */
export interface Part {
  readonly points: number;
  readonly minutes: number;
  /** What a plan should have least of: actions, difficulty. */
  readonly weight: number;
}

/** How often each part is done, in the order of the parts. */
export type Mix = readonly number[];

/** A mix is looked for exactly up to so many times the points of the largest part. Beyond that the best part is repeated. */
const EXACT_TIMES = 32;

/** Columns of a table at most: points are counted in larger units if there would be more. */
const MOST_COLUMNS = 4096;

/** Choices that are tried in one table, some five milliseconds. A plan that needs more has hundreds of actions. */
const MOST_STEPS = 5_000_000;

/** More than the actions of any table, so that minutes come first where both are one number. */
const ACTIONS = 2 ** 20;

/** The mix that makes at least `points` (at least 1) in the least minutes; of those, one of the fewest actions. */
export function quickestMix(parts: readonly Part[], points: number): Mix {
  const table = tableFor(parts, points, ({ minutes }) => minutes);
  const costs = new Float64Array(table.columns + 1);
  for (let column = 1; column <= table.columns; column += 1) {
    costs[column] = Math.min(...table.parts.map((part) => costs[Math.max(0, column - part.points)]! + part.cost));
  }
  for (let column = table.columns; column > 0;) {
    const part = table.parts.find((part) => costs[Math.max(0, column - part.points)]! + part.cost === costs[column])!;
    table.counts[part.index]! += 1;
    column = Math.max(0, column - part.points);
  }
  return table.counts;
}

/**
 * The mix that makes at least `points` (at least 1) within `limit` minutes (`Infinity`: no limit) and has the least
 * weight; of those, the one of the least minutes; of those, one of the fewest actions. The quickest mix must keep the limit.
 *
 * It is the best one, unless the points are more than {@link EXACT_TIMES} times the largest part's or the table would be
 * too large. Then it still makes the points and keeps the limit, and may have some actions more than the best.
 */
export function lightestMix(parts: readonly Part[], points: number, limit: number): Mix {
  const byWeight = tableFor(parts, points, ({ weight }) => weight);
  // If the lightest part takes too long to be repeated, the quickest one is.
  const byMinutes = () =>
    lightestIn(
      tableFor(parts, points, ({ minutes }) => minutes),
      limit,
    );
  return lightestIn(byWeight, limit) ?? (byWeight.repeated ? byMinutes() : undefined) ?? quickestMix(parts, points);
}

/** The parts that are of any use, in units of points, and what is left to make after the best one has been repeated. */
interface Table {
  readonly columns: number;
  readonly parts: readonly (Part & { readonly index: number; readonly cost: number })[];
  readonly counts: number[];
  readonly repeated: boolean;
  readonly minutes: number;
}

function tableFor(parts: readonly Part[], points: number, of: (part: Part) => number): Table {
  const cheaper = (a: Part, b: Part) => of(a) * b.points - of(b) * a.points || a.minutes * b.points - b.minutes * a.points;
  const best = parts.reduce((a, b) => (cheaper(b, a) < 0 ? b : a));
  const times = Math.max(0, Math.floor((points - EXACT_TIMES * Math.max(...parts.map((part) => part.points))) / best.points));
  const left = points - times * best.points;
  // Rounded against the plan, so that it makes the points all the same.
  const unit = Math.max(
    parts.reduce((divisor, part) => commonDivisor(divisor, part.points), 0),
    Math.ceil(left / MOST_COLUMNS),
  );
  return {
    columns: Math.ceil(left / unit),
    parts: parts
      .map((part, index) => ({ ...part, index, points: Math.floor(part.points / unit), cost: part.minutes * ACTIONS + 1 }))
      .filter((part) => part.points > 0),
    counts: parts.map((part) => (part === best ? times : 0)),
    repeated: times > 0,
    minutes: times * best.minutes,
  };
}

/** Row by row the least minutes for each number of points with so much weight, until a row keeps the limit. */
function lightestIn({ columns, parts, counts, minutes }: Table, limit: number): Mix | undefined {
  // Even with fractions of actions it would take longer.
  if (minutes + columns * Math.min(...parts.map((part) => part.minutes / part.points)) > limit) return undefined;
  const most = (limit - minutes + 1) * ACTIONS;
  const rows = [new Float64Array(columns + 1).fill(Infinity, 1)];
  for (let weight = 1; weight * columns * parts.length <= MOST_STEPS; weight += 1) {
    const row = new Float64Array(columns + 1).fill(Infinity);
    rows.push(row);
    for (const part of parts) {
      const from = rows[weight - part.weight];
      if (from === undefined) continue;
      for (let column = 0; column <= columns; column += 1) {
        const cost = from[Math.max(0, column - part.points)]! + part.cost;
        if (cost < row[column]!) row[column] = cost;
      }
    }
    if (row[columns]! < most) return takenBack(rows, weight);
  }
  return undefined;

  /** Which parts led to the last column of a row. */
  function takenBack(rows: readonly Float64Array[], weight: number): Mix {
    for (let column = columns; weight > 0;) {
      const cost = rows[weight]![column]!;
      const part = parts.find((part) => rows[weight - part.weight]?.[Math.max(0, column - part.points)] === cost - part.cost)!;
      counts[part.index]! += 1;
      weight -= part.weight;
      column = Math.max(0, column - part.points);
    }
    return counts;
  }
}

/** The greatest whole number that divides both (Euclid). */
function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}
