/** Totals, best first: their rows, with the points in a parallel array. */
export interface OrderedRows {
  readonly rows: Uint32Array;
  readonly points: Float64Array;
}

/**
 * The first place in [low, high) whose total is not before the given one by the rule of `compareKeys`; `high` if all are before it.
 * `reachedAt` (epoch milliseconds) and `players` are by row; without `players`, the row is the player's number. Inlined, since an event
 * needs two dozen of these; rows are read only for equal points. A property test keeps the two in sync.
 */
export function placeInOrder(
  { rows, points }: OrderedRows,
  low: number,
  high: number,
  reachedAt: Float64Array,
  players: Uint32Array | undefined,
  ownPlayer: number,
  ownPoints: number,
  ownReachedAt: number,
): number {
  let first = low;
  let end = high;
  while (first < end) {
    const middle = (first + end) >>> 1;
    const other = points[middle]!;
    let isBefore = other > ownPoints;
    if (other === ownPoints) {
      const row = rows[middle]!;
      const moment = reachedAt[row]!;
      isBefore = moment === ownReachedAt ? (players === undefined ? row : players[row]!) < ownPlayer : moment < ownReachedAt;
    }
    if (isBefore) first = middle + 1;
    else end = middle;
  }
  return first;
}
