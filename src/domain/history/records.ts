/** Who stood where at the end of a period, as far as records ask: the first three, by the number of the player. */
export interface PeriodEnd {
  /** When the period began, epoch milliseconds. */
  readonly start: number;
  /** Those on the podium who are shown, best first; `before`: the rank in the period before, where they had one. */
  readonly places: readonly {
    readonly player: number;
    readonly rank: number;
    readonly points: number;
    readonly before: number | undefined;
  }[];
}

/** Something that lasted for periods that follow each other: the first and the last of them. */
export interface Run {
  readonly player: number;
  readonly length: number;
  readonly first: number;
  readonly last: number;
}

/** The best total that won a period, of equal ones the first. Periods are given oldest first, here and below. */
export function bestTotal(ends: readonly PeriodEnd[], direction: 'high' | 'low') {
  return best(
    ends.flatMap(({ start, places }) => places.filter(({ rank }) => rank === 1).map(({ player, points }) => ({ start, player, points }))),
    ({ points }) => (direction === 'high' ? points : -points),
  );
}

/** Who won the most periods, of several whoever had won so many first. */
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

/** Who won each period; `undefined` where whoever won is not shown. */
export function winnersOf(ends: readonly PeriodEnd[]): readonly (number | undefined)[] {
  return ends.map(({ places }) => places.find(({ rank }) => rank === 1)?.player);
}

/** The longest stretch of the same player, by the places of its ends in the list; of equal ones the first. */
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

/** The period whose first and second were the fewest points apart; of equal ones the first. */
export function closestFinish(ends: readonly PeriodEnd[]) {
  const finishes = ends.flatMap(({ start, places: [first, second] }) =>
    first?.rank === 1 && second?.rank === 2 ? [{ start, first, second, gap: Math.abs(first.points - second.points) }] : [],
  );
  return best(finishes, ({ gap }) => -gap);
}

/** The most places that somebody on the podium made up since the period before; of equal climbs the one that led further up, then the first. */
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

/** Counts for how many periods on end each player had points. */
export class Streaks {
  readonly #current = new Map<number, { first: number; last: number }>();
  readonly #longest = new Map<number, { readonly first: number; readonly last: number }>();
  #periods = 0;

  /** How many periods were counted. */
  get periods(): number {
    return this.#periods;
  }

  /** Counts the next period: begin, then everybody who had points in it. */
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

  /** The longest of all who are shown; of equal ones the one that was reached first, and of these that of the player who joined first. */
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

/** The first of those with the highest value. */
function best<T>(all: readonly T[], value: (one: T) => number): T | undefined {
  let found: T | undefined;
  for (const one of all) if (found === undefined || value(one) > value(found)) found = one;
  return found;
}
