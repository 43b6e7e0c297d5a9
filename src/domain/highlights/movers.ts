/** Where somebody stands, and where they stood in the period before. */
interface Moved {
  readonly rank: number;
  readonly earlierRank: number | undefined;
}

/** The largest climbs since the period before, at most `most`, the largest first; of equal ones whoever is further up now. */
export function largestClimbs<M extends Moved>(standings: readonly M[], most: number): readonly M[] {
  return largest(standings, most, ({ rank, earlierRank = rank }) => earlierRank - rank);
}

/** The largest falls since the period before, as {@link largestClimbs} has them. */
export function largestFalls<M extends Moved>(standings: readonly M[], most: number): readonly M[] {
  return largest(standings, most, ({ rank, earlierRank = rank }) => rank - earlierRank);
}

function largest<M extends Moved>(standings: readonly M[], most: number, places: (one: M) => number): readonly M[] {
  return standings
    .filter((one) => places(one) > 0)
    .toSorted((a, b) => places(b) - places(a) || a.rank - b.rank)
    .slice(0, most);
}
