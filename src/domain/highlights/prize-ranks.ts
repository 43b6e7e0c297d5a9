import type { PrizeGroup } from './prize-groups.ts';

/**
 * The ranks of an order of `size` players whose holders might win something else if everybody moved by up to `shift` ranks:
 * those close to an edge of a group, best first, at most `most` of them. Everybody else stays among those who win the same.
 */
export function ranksNearPrizes(groups: readonly PrizeGroup[], size: number, shift: number, most: number): readonly number[] {
  const ranks = new Set<number>();
  // The end of one group is often the beginning of the next.
  for (const edge of new Set(groups.flatMap(({ from, to }) => [from, to + 1]))) {
    const last = Math.min(size, edge + shift - 1);
    for (let rank = Math.max(1, edge - shift); rank <= last && ranks.size < most; rank += 1) ranks.add(rank);
  }
  return [...ranks].toSorted((a, b) => a - b);
}
