/** Two players with neighbouring ranks, and their gap in points. */
export interface Fight<S> {
  readonly ahead: S;
  readonly behind: S;
  readonly gap: number;
}

/**
 * The neighbours with the smallest gap, the higher pair if equal; `undefined` without neighbours. `standings` are in rank order; players
 * separated by a filter are not neighbours.
 */
export function closestFight<S extends { readonly rank: number; readonly points: number }>(standings: readonly S[]): Fight<S> | undefined {
  let closest: Fight<S> | undefined;
  for (const [i, behind] of standings.entries()) {
    const ahead = standings[i - 1];
    if (ahead === undefined || ahead.rank + 1 !== behind.rank) continue;
    const gap = Math.abs(ahead.points - behind.points);
    if (closest === undefined || gap < closest.gap) closest = { ahead, behind, gap };
  }
  return closest;
}
