// Halving: the one place that looks for a border in what ascends.

/**
 * The first of the whole numbers from `low` on, below `high`, for which `isBefore` is false; `high` if there is none.
 * It must be true up to some number, and false from there on. The two may be 2^32 apart.
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

/** As {@link firstPlace}, when the answer has to be waited for. */
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

/** The first place of [low, high), in which values ascend, that is above one; `high` if none is. */
export function firstAbove(values: ArrayLike<number>, value: number, low: number, high: number): number {
  let first = low;
  let end = high;
  // Written out because a million players wait for it.
  while (first < end) {
    const middle = (first + end) >>> 1;
    if (values[middle]! <= value) first = middle + 1;
    else end = middle;
  }
  return first;
}
