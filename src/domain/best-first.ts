/** A rank, `undefined` if unranked, and the number of players. */
export interface Placed {
  readonly rank: number | undefined;
  readonly total: number;
}

/** Sorts places best first: by rank, then those among more players, and unranked ones last. */
export function byPlace(a: Placed, b: Placed): number {
  const [one, other] = [a.rank ?? Infinity, b.rank ?? Infinity];
  return one === other ? b.total - a.total : one - other;
}
