import { compareTotals, type Total } from './ordering.ts';

/**
 * How a rank came about where points alone did not decide it.
 * `others` counts the further players on the same points; `decidedBy` names the part of the ordering
 * rule that separated this player from the neighbour it is level with.
 */
export type Tie =
  | { readonly kind: 'none' }
  | { readonly kind: 'tied'; readonly others: number; readonly decidedBy: 'reached-first' | 'joined-first' };

export interface Ranked<T extends Total> {
  readonly rank: number;
  readonly tie: Tie;
  readonly total: T;
}

const NO_TIE: Tie = { kind: 'none' };

/**
 * Ranks a whole field 1..n by {@link compareTotals}. Ordinal numbering: 50, 50, 30 is 1, 2, 3, never 1, 1, 3.
 * The input is left as it is; its order does not matter.
 */
export function rankTotals<T extends Total>(totals: readonly T[]): Ranked<T>[] {
  const ordered = totals.toSorted(compareTotals);
  const ranked: Ranked<T>[] = [];
  for (let start = 0; start < ordered.length;) {
    let end = start + 1;
    while (end < ordered.length && ordered[end]!.points === ordered[start]!.points) end += 1;
    for (let i = start; i < end; i += 1) {
      // The leader of equal points looks down, the rest up.
      const neighbour = ordered[i === start ? i + 1 : i - 1];
      const tie = end - start === 1 ? NO_TIE : tieAmong(end - start, ordered[i]!.reachedAt, neighbour!.reachedAt);
      ranked.push({ rank: i + 1, tie, total: ordered[i]! });
    }
    start = end;
  }
  return ranked;
}

/**
 * The tie of one of `size` players, at least two, on equal points, of whom one reached them at `reachedAt` and the neighbour
 * at another moment or the same. The neighbour is the one above, of the first in the group the one below.
 */
export function tieAmong(size: number, reachedAt: number, neighbourReachedAt: number): Tie {
  return { kind: 'tied', others: size - 1, decidedBy: neighbourReachedAt === reachedAt ? 'joined-first' : 'reached-first' };
}
