/** Two neighbours in rank, and by how many points they are apart. */
export interface Fight<S> {
  readonly ahead: S;
  readonly behind: S;
  readonly gap: number;
}

/**
 * The two neighbours with the fewest points between them, of several the ones further up. `standings` are in rank order; whom a
 * filter set apart are no neighbours. `undefined` where there are no two.
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
