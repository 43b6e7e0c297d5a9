/** Rows that come player by player, gathered. */
export function* inPlayers<Row extends { readonly player: number }>(
  rows: Iterable<Row>,
): Generator<{ readonly player: number; readonly rows: readonly Row[] }, undefined> {
  let group: Row[] = [];
  for (const row of rows) {
    const first = group[0];
    if (first !== undefined && first.player !== row.player) {
      yield { player: first.player, rows: group };
      group = [];
    }
    group.push(row);
  }
  const last = group[0];
  if (last !== undefined) yield { player: last.player, rows: group };
  return undefined;
}
