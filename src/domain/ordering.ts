/** What the ordering rule looks at: whole points, and the moment (epoch milliseconds) the total was reached. */
export interface Total {
  readonly playerId: string;
  readonly points: number;
  readonly reachedAt: number;
}

/**
 * The one ordering rule of Laurels, for `Array.prototype.sort`: points descending; between equals, who
 * reached the total first; between those, player id by code unit.
 *
 * It is total: two different players never compare as 0, so the order of the input cannot show through.
 * Ids are compared with `<` and not `localeCompare`, because a visitor's language must not change a rank.
 */
export function compareTotals(a: Total, b: Total): number {
  if (a.points !== b.points) return b.points - a.points;
  if (a.reachedAt !== b.reachedAt) return a.reachedAt - b.reachedAt;
  if (a.playerId === b.playerId) return 0;
  return a.playerId < b.playerId ? -1 : 1;
}
