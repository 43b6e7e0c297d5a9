/** How many parts: one pass leaves about one in so many. */
const PARTS = 4096;

/** How many of some are in each part of a column, from the first ones in order to the last. */
export interface ColumnParts {
  readonly counts: Uint32Array;
  /**
   * The value that comes first in order, and what its distance is multiplied by: below zero if the highest comes
   * first. Numbers and no function, which a million calls would wait for.
   */
  readonly edge: number;
  readonly scale: number;
}

/** Parts some by a column, all if `within` is undefined; into one part if there is nothing to part them by. */
export function partsOf(
  column: Float64Array | Uint32Array,
  within: Uint32Array | undefined,
  size: number,
  descending: boolean,
): ColumnParts {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < size; i += 1) {
    const value = column[within === undefined ? i : within[i]!]!;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (low === high) return { counts: Uint32Array.of(size), edge: low, scale: 0 };
  const edge = descending ? high : low;
  const scale = ((descending ? -1 : 1) * (PARTS - 1)) / (high - low);
  const counts = new Uint32Array(PARTS);
  for (let i = 0; i < size; i += 1) counts[Math.floor((column[within === undefined ? i : within[i]!]! - edge) * scale)]! += 1;
  return { counts, edge, scale };
}
