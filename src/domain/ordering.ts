/** What the ordering rule looks at: whole points, and the moment (epoch milliseconds) the total was reached. */
export interface Total {
  /** Of two players, the one who joined first has the lower id, by code unit. */
  readonly playerId: string;
  readonly points: number;
  readonly reachedAt: number;
}

/**
 * The one ordering rule of Laurels, for `Array.prototype.sort`: points descending; then who reached that total first;
 * then who joined first.
 *
 * It is total: two different players never compare as 0, so the order of the input cannot show through.
 */
export function compareTotals(a: Total, b: Total): number {
  return compareKeys(a.points, a.reachedAt, a.playerId, b.points, b.reachedAt, b.playerId);
}

/**
 * The same rule over loose values, for indexes that keep a million totals in typed arrays and cannot make
 * an object for each comparison. Ids may be numbers: the lower one
 * joined first. Texts are compared with `<` and not `localeCompare`, because a visitor's language must not change a rank.
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
