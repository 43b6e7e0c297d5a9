/** The fields that the ordering rule compares: integer points, and when the total was reached (epoch milliseconds). */
export interface Total {
  /** Lower for players who joined earlier, by code unit. */
  readonly playerId: string;
  readonly points: number;
  readonly reachedAt: number;
}

/**
 * The ordering rule of Laurels, for `Array.prototype.sort`: points descending; then who reached the total first; then who joined first. A
 * total order: different players never compare as 0, so input order has no effect.
 */
export function compareTotals(a: Total, b: Total): number {
  return compareKeys(a.points, a.reachedAt, a.playerId, b.points, b.reachedAt, b.playerId);
}

/**
 * The same rule for separate values, for indexes that keep a million totals in typed arrays. Ids may be numbers: lower ones joined first.
 * Strings are compared with `<`, not `localeCompare`: a visitor's language must not change a rank.
 */
export function compareKeys<Id extends string | number>(
  pointsA: number,
  reachedAtA: number,
  idA: Id,
  pointsB: number,
  reachedAtB: number,
  idB: Id,
): number {
  if (pointsA !== pointsB) return pointsB - pointsA;
  if (reachedAtA !== reachedAtB) return reachedAtA - reachedAtB;
  if (idA === idB) return 0;
  return idA < idB ? -1 : 1;
}
