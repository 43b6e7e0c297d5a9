/** The end of a period, as far as records need it: the podium, by player number. */
export interface PeriodEnd {
  /** Start of the period, epoch milliseconds. */
  readonly start: number;
  /** Shown players on the podium, best first; `before`: the rank in the previous period, if any. */
  readonly places: readonly {
    readonly player: number;
    readonly rank: number;
    readonly points: number;
    readonly before: number | undefined;
  }[];
}

/** A streak of consecutive periods, with the first and the last one. */
export interface Run {
  readonly player: number;
  readonly length: number;
  readonly first: number;
  readonly last: number;
}

/** The best winning total, the first one if equal. Here and below, periods are oldest first. */
export function bestTotal(ends: readonly PeriodEnd[], direction: 'high' | 'low') {
  return best(
    ends.flatMap(({ start, places }) => places.filter(({ rank }) => rank === 1).map(({ player, points }) => ({ start, player, points }))),
    ({ points }) => (direction === 'high' ? points : -points),
  );
}

/** The player with the most wins; if equal, the first to reach that many. */
export function mostWins(ends: readonly PeriodEnd[]): { readonly player: number; readonly wins: number } | undefined {
  const wins = new Map<number, number>();
  let most: { player: number; wins: number } | undefined;
  for (const winner of winnersOf(ends)) {
    if (winner === undefined) continue;
    const own = (wins.get(winner) ?? 0) + 1;
    wins.set(winner, own);
    if (own > (most?.wins ?? 0)) most = { player: winner, wins: own };
  }
  return most;
}

/** The winner of each period; `undefined` if hidden. */
export function winnersOf(ends: readonly PeriodEnd[]): readonly (number | undefined)[] {
  return ends.map(({ places }) => places.find(({ rank }) => rank === 1)?.player);
}

/** The longest run of one player, with the indexes of its ends; the first one if equal. */
export function longestRun(players: readonly (number | undefined)[]): Run | undefined {
  let longest: Run | undefined;
  let first = 0;
  for (const [i, player] of players.entries()) {
    if (player !== players[first]) first = i;
    const length = i - first + 1;
    if (player !== undefined && length > (longest?.length ?? 0)) longest = { player, length, first, last: i };
  }
  return longest;
}

/** The period with the smallest gap between first and second; the first one if equal. */
export function closestFinish(ends: readonly PeriodEnd[]) {
  const finishes = ends.flatMap(({ start, places: [first, second] }) =>
    first?.rank === 1 && second?.rank === 2 ? [{ start, first, second, gap: Math.abs(first.points - second.points) }] : [],
  );
  return best(finishes, ({ gap }) => -gap);
}

/** The largest climb onto the podium since the previous period; if equal, the one to the higher rank, then the first. */
export function largestClimb(ends: readonly PeriodEnd[]) {
  const climbs = ends.flatMap(({ start, places }, i) =>
    places.flatMap(({ player, rank, before }) =>
      before !== undefined && before > rank ? [{ start, since: ends[i - 1]!.start, player, rank, before }] : [],
    ),
  );
  const most = Math.max(...climbs.map(({ rank, before }) => before - rank));
  return best(
    climbs.filter(({ rank, before }) => before - rank === most),
    ({ rank }) => -rank,
  );
}

/** Counts each player's consecutive periods with points. */
export class Streaks {
  readonly #current = new Map<number, { first: number; last: number }>();
  readonly #longest = new Map<number, { readonly first: number; readonly last: number }>();
  #periods = 0;

  /** How many periods have been counted. */
  get periods(): number {
    return this.#periods;
  }

  /** Starts the next period; then call {@link add} with all players with points in it. */
  begin(): void {
    this.#periods += 1;
  }

  add(players: Iterable<number>): void {
    const place = this.#periods - 1;
    for (const player of players) {
      const current = this.#current.get(player);
      const streak = current?.last === place - 1 ? current : { first: place, last: place };
      streak.last = place;
      if (streak !== current) this.#current.set(player, streak);
      const longest = this.#longest.get(player);
      if (longest === undefined || place - streak.first > longest.last - longest.first) {
        this.#longest.set(player, { first: streak.first, last: place });
      }
    }
  }

  /** The longest streak of a shown player; if equal, the one reached first, then that of the player who joined first. */
  longest(isShown: (player: number) => boolean): Run | undefined {
    let longest: Run | undefined;
    for (const [player, { first, last }] of this.#longest) {
      const length = last - first + 1;
      const isAhead =
        longest === undefined ||
        length > longest.length ||
        (length === longest.length && (last - longest.last || player - longest.player) < 0);
      if (isAhead && isShown(player)) longest = { player, length, first, last };
    }
    return longest;
  }
}

/** The first item with the highest value. */
function best<T>(all: readonly T[], value: (one: T) => number): T | undefined {
  let found: T | undefined;
  for (const one of all) if (found === undefined || value(one) > value(found)) found = one;
  return found;
}
