// Binary searches.

/**
 * The first integer from `low` on, below `high`, for which `isBefore` is false; `high` if it never is. `isBefore` must be true up to some
 * number and false from there on. The bounds may be up to 2^32 apart.
 */
export function firstPlace(low: number, high: number, isBefore: (place: number) => boolean): number {
  let first = low;
  let end = high;
  while (first < end) {
    const middle = first + ((end - first) >>> 1);
    if (isBefore(middle)) first = middle + 1;
    else end = middle;
  }
  return first;
}

/** {@link firstPlace} with an asynchronous predicate. */
export async function firstPlaceAwaited(low: number, high: number, isBefore: (place: number) => Promise<boolean>): Promise<number> {
  let first = low;
  let end = high;
  while (first < end) {
    const middle = first + ((end - first) >>> 1);
    if (await isBefore(middle)) first = middle + 1;
    else end = middle;
  }
  return first;
}

/** The first index in [low, high), where values ascend, whose value is above `value`; `high` if there is none. */
export function firstAbove(values: ArrayLike<number>, value: number, low: number, high: number): number {
  let first = low;
  let end = high;
  // Inlined, since this runs once for each of a million players.
  while (first < end) {
    const middle = (first + end) >>> 1;
    if (values[middle]! <= value) first = middle + 1;
    else end = middle;
  }
  return first;
}
