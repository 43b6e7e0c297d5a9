/** Points, and a weight of which only so much is allowed. */
export interface Amount {
  readonly points: number;
  readonly weight: number;
}

/**
 * A column of two equations: points made, less points too many, are the points wanted; weight taken and weight left
 * are the weight allowed. Whole numbers.
 */
export interface Column extends Amount {
  /** Compared from the first number on. */
  readonly cost: number;
  readonly secondCost: number;
  /** The place of the part; `undefined` for points too many and for weight left. */
  readonly part: number | undefined;
}

const TOO_MANY: Column = { points: -1, weight: 0, cost: 0, secondCost: 0, part: undefined };
const LEFT: Column = { points: 0, weight: 1, cost: 0, secondCost: 0, part: undefined };

/** The fractional optimum of two equations. What is in it times the determinant is whole. */
export interface Frame {
  /** The two columns it is made of, in the order that makes their determinant positive. */
  readonly first: Column;
  readonly second: Column;
  readonly determinant: number;
  /** Its cost, times the determinant. */
  readonly bound: number;
  /** All other columns, with what each costs more than the two in its place, times the determinant; cheapest first. */
  readonly others: readonly Column[];
  /** The same of a point too many. */
  readonly tooMany: Column;
}

/**
 * By trying every pair: there are a few dozen columns. It is the optimum if no other column would make it cheaper.
 * `undefined` where even fractions of `parts` do not keep the weight that is allowed.
 */
export function frameOf(parts: readonly Column[], wanted: Amount): Frame | undefined {
  const columns = [...parts, LEFT];
  for (const [i, one] of columns.entries()) {
    for (const other of columns.slice(i + 1)) {
      const frame = frameOfPair(one, other, columns, wanted);
      if (frame !== undefined) return frame;
    }
  }
  return undefined;
}

function frameOfPair(one: Column, other: Column, columns: readonly Column[], wanted: Amount): Frame | undefined {
  const signed = one.points * other.weight - other.points * one.weight;
  if (signed === 0) return undefined;
  const [first, second] = signed > 0 ? [one, other] : [other, one];
  const [a, b] = sharesOf({ first, second }, wanted);
  if (a < 0 || b < 0) return undefined;
  const determinant = Math.abs(signed);
  const dearer = (column: Column): Column => {
    const [a, b] = sharesOf({ first, second }, column);
    return {
      ...column,
      cost: column.cost * determinant - first.cost * a - second.cost * b,
      secondCost: column.secondCost * determinant - first.secondCost * a - second.secondCost * b,
    };
  };
  const wouldHelp = (column: Column) => {
    const { cost, secondCost } = dearer(column);
    return cost < 0 || (cost === 0 && secondCost < 0);
  };
  if (wouldHelp(TOO_MANY) || columns.some(wouldHelp)) return undefined;
  const others = columns.filter((column) => column !== first && column !== second).map(dearer);
  others.sort((x, y) => x.cost - y.cost || x.secondCost - y.secondCost);
  return { first, second, determinant, bound: first.cost * a + second.cost * b, others, tooMany: dearer(TOO_MANY) };
}

/** How often the two columns of a frame make an amount, times the determinant (Cramer). Below 0 where they cannot. */
export function sharesOf(
  { first, second }: Pick<Frame, 'first' | 'second'>,
  { points, weight }: Amount,
): readonly [first: number, second: number] {
  return [points * second.weight - weight * second.points, weight * first.points - points * first.weight];
}

/** What no mix costs less than, in whole numbers. */
export function leastCost({ bound, determinant }: Frame): number {
  return Math.ceil(bound / determinant);
}
