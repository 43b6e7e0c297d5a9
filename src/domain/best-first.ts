/** A rank, `undefined` for none, and among how many. */
export interface Placed {
  readonly rank: number | undefined;
  readonly total: number;
}

/** Orders places from the best: by rank, then those among more players, and last those without a rank. */
export function byPlace(a: Placed, b: Placed): number {
  const [one, other] = [a.rank ?? Infinity, b.rank ?? Infinity];
  return one === other ? b.total - a.total : one - other;
}
