import { compareTotals, type Total } from './ordering.ts';

/** A tie: `others` is the number of other players with these points, `decidedBy` what separates this one from the neighbour. */
export type Tie =
  | { readonly kind: 'none' }
  | { readonly kind: 'tied'; readonly others: number; readonly decidedBy: 'reached-first' | 'joined-first' };

export interface Ranked<T extends Total> {
  readonly rank: number;
  readonly tie: Tie;
  readonly total: T;
}

const NO_TIE: Tie = { kind: 'none' };

/** Ranks totals 1..n by {@link compareTotals}: 50, 50, 30 is 1, 2, 3, never 1, 1, 3. Does not change the input. */
export function rankTotals<T extends Total>(totals: readonly T[]): Ranked<T>[] {
  const ordered = totals.toSorted(compareTotals);
  const ranked: Ranked<T>[] = [];
  for (let start = 0; start < ordered.length;) {
    let end = start + 1;
    while (end < ordered.length && ordered[end]!.points === ordered[start]!.points) end += 1;
    for (let i = start; i < end; i += 1) {
      // The first of equal points is compared with the one below, the rest with the one above.
      const neighbour = ordered[i === start ? i + 1 : i - 1];
      const tie = end - start === 1 ? NO_TIE : tieAmong(end - start, ordered[i]!.reachedAt, neighbour!.reachedAt);
      ranked.push({ rank: i + 1, tie, total: ordered[i]! });
    }
    start = end;
  }
  return ranked;
}

/**
 * The tie of one of `size` players (at least two) with equal points, reached at `reachedAt` and by the neighbour at `neighbourReachedAt`.
 * The neighbour is the one above or, for the first of the group, the one below.
 */
export function tieAmong(size: number, reachedAt: number, neighbourReachedAt: number): Tie {
  return { kind: 'tied', others: size - 1, decidedBy: neighbourReachedAt === reachedAt ? 'joined-first' : 'reached-first' };
}
