/** A player's rank, and their rank in the previous period. */
interface Moved {
  readonly rank: number;
  readonly earlierRank: number | undefined;
}

/** The largest climbs or falls since the previous period, at most `most`, largest first; ties by better rank. */
export function largestMoves<M extends Moved>(standings: readonly M[], direction: 'up' | 'down', most: number): readonly M[] {
  const places = ({ rank, earlierRank = rank }: M) => (direction === 'up' ? earlierRank - rank : rank - earlierRank);
  return standings
    .filter((one) => places(one) > 0)
    .toSorted((a, b) => places(b) - places(a) || a.rank - b.rank)
    .slice(0, most);
}
