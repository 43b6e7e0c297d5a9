// Ranks among totals that are looked at once: only those that are asked for are put in order.
import { compareKeys } from '../../domain/ordering.ts';
import { tieAmong, type Tie } from '../../domain/ranking.ts';
import { firstNotBelow, firstPlace } from '../../domain/ascending.ts';
import { type FieldOrder, NO_TIE, type OrderedPlace, runsOf } from './player-order.ts';

/** Totals in columns: of each player, by number, the points as the order counts them and when they were reached. */
export interface Totals {
  readonly size: number;
  readonly players: Uint32Array;
  readonly points: Float64Array;
  readonly reachedAt: Float64Array;
}

export const NO_TOTALS: Totals = { size: 0, players: new Uint32Array(0), points: new Float64Array(0), reachedAt: new Float64Array(0) };

/** Up to how many are compared with each other; more are parted by their keys first. */
const FEW = 1024;

/** Into how many parts: one pass leaves about one in so many. */
const PARTS = 4096;

/** How many of some are in each part of a column, from the first ones in order to the last. */
interface ColumnParts {
  readonly counts: Uint32Array;
  /**
   * The value that comes first in order, and what its distance is multiplied by: below zero if the highest comes
   * first. Numbers and no function, which a million calls would wait for.
   */
  readonly edge: number;
  readonly scale: number;
}

/**
 * The order of totals that are looked at once and then forgotten, as those of a moment that is over: nothing is put in
 * order but the ranks that are asked for. A page among a million costs some passes over them, where sorting them would
 * take a third of a second; and so does each entering from a player or a total.
 */
export class MomentOrder implements FieldOrder {
  readonly #totals: Totals;
  /** Who has been found out to be on a rank, as places in the columns. */
  readonly #byRank = new Map<number, number>();
  /** All of them, parted by points: what every search begins with. */
  #all: ColumnParts | undefined;

  constructor(totals: Totals) {
    this.#totals = totals;
  }

  get size(): number {
    return this.#totals.size;
  }

  rankOf(player: number): number | undefined {
    return this.ranksOf([player])[0];
  }

  ranksOf(players: readonly number[]): readonly number[] {
    const inOrder = this.#findPlayers(players).toSorted((a, b) => this.#compare(a, b));
    const counts = this.#countUpTo(inOrder);
    let rank = 0;
    return inOrder.map((at, i) => {
      rank += counts[i]!;
      this.#byRank.set(rank, at);
      return rank;
    });
  }

  countBefore(player: number, points: number, reachedAt: number): number {
    const totals = this.#totals;
    let before = 0;
    for (let at = 0; at < this.size; at += 1) {
      const isBefore = compareKeys(totals.points[at]!, totals.reachedAt[at]!, totals.players[at]!, points, reachedAt, player) < 0;
      if (isBefore) before += 1;
    }
    return before;
  }

  placesAt(ranks: readonly number[]): readonly OrderedPlace[] {
    const { players, points, reachedAt } = this.#totals;
    return this.#placesOn(ranks).map((at, i) => ({
      player: players[at]!,
      rank: ranks[i]!,
      points: points[at]!,
      reachedAt: reachedAt[at]!,
    }));
  }

  tiesAt(ranks: readonly number[]): readonly Tie[] {
    const places = this.#placesOn(ranks);
    const ties = this.#tiesOf(places.filter((_, i) => !this.#isKnownToBeAlone(ranks[i]!)));
    return places.map((at) => ties.get(at) ?? NO_TIE);
  }

  /** Who is on some ranks, as places in the columns. */
  #placesOn(ranks: readonly number[]): readonly number[] {
    for (const [first, count] of runsOf(ranks.filter((rank) => !this.#byRank.has(rank)))) {
      // With a neighbour on either side: whether somebody is tied is asked next.
      this.#find(Math.max(1, first - 1), Math.min(this.size, first + count));
    }
    return ranks.map((rank) => this.#byRank.get(rank)!);
  }

  /** Where those of `players` who are ranked are in the columns. */
  #findPlayers(players: readonly number[]): number[] {
    const { players: numbers } = this.#totals;
    const { size } = this;
    const asked = new Uint8Array(players.reduce((highest, player) => Math.max(highest, player), 0) + 1);
    for (const player of players) asked[player] = 1;
    const found: number[] = [];
    for (let at = 0; at < size; at += 1) if (asked[numbers[at]!] === 1) found.push(at);
    return found;
  }

  /** Whether those beside a rank are known, and have other points. */
  #isKnownToBeAlone(rank: number): boolean {
    const { points } = this.#totals;
    const own = points[this.#byRank.get(rank)!];
    return [rank - 1, rank + 1].every((beside) => {
      if (beside < 1 || beside > this.size) return true;
      const at = this.#byRank.get(beside);
      return at !== undefined && points[at] !== own;
    });
  }

  /** How the places of some came about, in one pass over all: who is level with them, and stands closest. */
  #tiesOf(asked: readonly number[]): ReadonlyMap<number, Tie> {
    const ties = new Map<number, Tie>();
    if (asked.length === 0) return ties;
    const { points, reachedAt } = this.#totals;
    const byPoints = Map.groupBy(
      asked.toSorted((a, b) => this.#compare(a, b)),
      (at) => points[at]!,
    );
    const values = Float64Array.from(byPoints.keys()).toSorted();
    const groups = Array.from(values, (value) => ({ level: 0, asked: byPoints.get(value)!, above: [] as number[], below: [] as number[] }));
    const { edge, scale } = this.#partedByPoints();
    const asksAbout = this.#partsWith(values);
    const { size } = this;
    for (let at = 0; at < size; at += 1) {
      const own = points[at]!;
      if (asksAbout[Math.floor((own - edge) * scale)] === 0) continue;
      const place = firstNotBelow(values, own);
      if (values[place] !== own) continue;
      const group = groups[place]!;
      group.level += 1;
      // Between which two of those asked about it stands, and whether it is the closest to one of them.
      const i = this.#countBefore(at, group.asked);
      if (group.asked[i] === at) continue;
      const [above, below] = [group.above[i], group.below[i]];
      if (above === undefined || this.#compare(above, at) < 0) group.above[i] = at;
      if (below === undefined || this.#compare(below, at) > 0) group.below[i] = at;
    }
    for (const { level, asked: own, above, below } of groups) {
      if (level === 1) continue;
      for (const [i, at] of own.entries()) {
        const neighbour = above[i] ?? own[i - 1] ?? below[i + 1] ?? own[i + 1]!;
        ties.set(at, tieAmong(level, reachedAt[at]!, reachedAt[neighbour]!));
      }
    }
    return ties;
  }

  /** Of some who are in order: how many of all stand behind the one before each, up to and with it. */
  #countUpTo(inOrder: readonly number[]): Uint32Array {
    const { players, points, reachedAt } = this.#totals;
    // Beside each other: a million halvings look at them, and far apart they would be fetched from memory each time.
    const [askedPoints, askedReachedAt, askedPlayers] = [points, reachedAt, players].map((column) =>
      Float64Array.from(inOrder, (at) => column[at]!),
    ) as [Float64Array, Float64Array, Float64Array];
    const counts = new Uint32Array(inOrder.length + 1);
    const { counts: sizes, edge, scale } = this.#partedByPoints();
    const asksAbout = this.#partsWith(askedPoints);
    // A part that nobody was asked about of stands between two of them as a whole.
    for (let part = 0, i = 0; part < sizes.length; part += 1) {
      while (i < inOrder.length && Math.floor((askedPoints[i]! - edge) * scale) < part) i += 1;
      if (asksAbout[part] === 0) counts[i]! += sizes[part]!;
    }
    const { size } = this;
    for (let at = 0; at < size; at += 1) {
      if (asksAbout[Math.floor((points[at]! - edge) * scale)] === 0) continue;
      // Written out, because a million totals wait for it.
      let low = 0;
      let high = inOrder.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        const isBefore =
          compareKeys(askedPoints[middle]!, askedReachedAt[middle]!, askedPlayers[middle]!, points[at]!, reachedAt[at]!, players[at]!) < 0;
        if (isBefore) low = middle + 1;
        else high = middle;
      }
      counts[low]! += 1;
    }
    return counts;
  }

  #partedByPoints(): ColumnParts {
    this.#all ??= partsOf(this.#totals.points, undefined, this.size, true);
    return this.#all;
  }

  /** Marks the parts that some points are in: of a whole field they are few. */
  #partsWith(values: Float64Array): Uint8Array {
    const { counts, edge, scale } = this.#partedByPoints();
    const marked = new Uint8Array(counts.length);
    for (const value of values) marked[Math.floor((value - edge) * scale)] = 1;
    return marked;
  }

  /**
   * Finds who is on the ranks `first` to `last`: parts all by their points, goes on with those who may be there and,
   * where they are level, parts them by when they reached them, and then by number.
   */
  #find(first: number, last: number): void {
    const { players, points, reachedAt } = this.#totals;
    const keys = [points, reachedAt, players];
    let within: Uint32Array | undefined;
    let size = this.size;
    let before = 0;
    for (let key = 0; size > FEW && key < keys.length;) {
      const column = keys[key]!;
      const { counts, edge, scale } = within === undefined && key === 0 ? this.#partedByPoints() : partsOf(column, within, size, key === 0);
      if (counts.length === 1) {
        key += 1;
        continue;
      }
      let part = 0;
      while (before + counts[part]! < first) before += counts[part++]!;
      const from = part;
      const border = before + counts[part]!;
      let kept = counts[part]!;
      while (before + kept < last) kept += counts[++part]!;
      if (kept === size) {
        // From the first part to the last; two players may be that far apart, with all others on either side.
        if (last - first + 1 === size) break;
        this.#find(first, border);
        this.#find(border + 1, last);
        return;
      }
      const rest = new Uint32Array(kept);
      let next = 0;
      for (let i = 0; i < size; i += 1) {
        const at = within === undefined ? i : within[i]!;
        const own = Math.floor((column[at]! - edge) * scale);
        if (own >= from && own <= part) rest[next++] = at;
      }
      within = rest;
      size = kept;
    }
    const found = within ?? Uint32Array.from({ length: size }, (_, at) => at);
    for (const [i, at] of found.toSorted((a, b) => this.#compare(a, b)).entries()) this.#byRank.set(before + i + 1, at);
  }

  /** How many of some who are in order are in front of one. */
  #countBefore(at: number, inOrder: readonly number[]): number {
    return firstPlace(0, inOrder.length, (i) => this.#compare(inOrder[i]!, at) < 0);
  }

  #compare(a: number, b: number): number {
    const { players, points, reachedAt } = this.#totals;
    return compareKeys(points[a]!, reachedAt[a]!, players[a]!, points[b]!, reachedAt[b]!, players[b]!);
  }
}

/** Parts some by a column, all if `within` is undefined; into one part if there is nothing to part them by. */
function partsOf(column: Float64Array | Uint32Array, within: Uint32Array | undefined, size: number, descending: boolean): ColumnParts {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < size; i += 1) {
    const value = column[within === undefined ? i : within[i]!]!;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (low === high) return { counts: Uint32Array.of(size), edge: low, scale: 0 };
  const edge = descending ? high : low;
  const scale = ((descending ? -1 : 1) * (PARTS - 1)) / (high - low);
  const counts = new Uint32Array(PARTS);
  for (let i = 0; i < size; i += 1) counts[Math.floor((column[within === undefined ? i : within[i]!]! - edge) * scale)]! += 1;
  return { counts, edge, scale };
}
