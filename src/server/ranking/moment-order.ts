// Ranks among totals that are looked at once: only those that are asked for are put in order.
import { firstAbove } from '../../domain/ascending.ts';
import { compareKeys } from '../../domain/ordering.ts';
import { tieAmong, type Tie } from '../../domain/ranking.ts';
import { type FieldOrder, NO_TIE, type OrderedPlace } from './player-order.ts';

/** Totals in columns: of each player, by number, the points as the order counts them and when they were reached. */
export interface Totals {
  readonly size: number;
  readonly players: Uint32Array;
  readonly points: Float64Array;
  readonly reachedAt: Float64Array;
}

export const NO_TOTALS: Totals = { size: 0, players: new Uint32Array(0), points: new Float64Array(0), reachedAt: new Float64Array(0) };

/** Up to how many are put in order by comparing them; more are parted first. */
const FEW = 1024;

/** Into how many parts. */
const PARTS = 4096;

/** A stretch of the order that holds whoever belongs there, in any order until somebody asks. */
interface Stretch {
  readonly start: number;
  readonly end: number;
  /** What it is parted by, if it has more than {@link FEW}. */
  parted: Parted | undefined;
  isSorted: boolean;
}

/** The parts of a stretch, by one column; of the columns before, everybody in it has the same value. */
interface Parted {
  readonly key: number;
  /**
   * The value that comes first in order, and what its distance is multiplied by: below zero if the highest comes
   * first. Numbers and no function, which a million calls would wait for.
   */
  readonly edge: number;
  readonly scale: number;
  /** Where each part starts, and behind them where the last one ends. */
  readonly starts: Uint32Array;
  readonly parts: Map<number, Stretch>;
}

/**
 * The order of totals that are looked at once and then forgotten, as those of a moment that is over: they are parted by
 * points and, where many are level, by when they reached them and then by number; only the parts that are asked about
 * are put in order. A page among a million costs some passes over them, where sorting them would take a third of a second.
 */
export class MomentOrder implements FieldOrder {
  readonly #totals: Totals;
  /** In the order in which they decide. */
  readonly #columns: readonly (Float64Array | Uint32Array)[];
  /** Places in the columns. */
  readonly #order: Uint32Array;
  readonly #all: Stretch;

  constructor(totals: Totals) {
    const { size, points, reachedAt, players } = totals;
    this.#totals = totals;
    this.#columns = [points, reachedAt, players];
    this.#order = new Uint32Array(size);
    for (let at = 0; at < size; at += 1) this.#order[at] = at;
    this.#all = stretchOf(0, size);
  }

  get size(): number {
    return this.#totals.size;
  }

  rankOf(player: number): number | undefined {
    return this.ranksOf([player])[0];
  }

  /** One pass over all totals finds the players. */
  ranksOf(players: readonly number[]): readonly number[] {
    const { players: numbers, points, reachedAt, size } = this.#totals;
    const asked = new Uint8Array(players.reduce((highest, player) => Math.max(highest, player), 0) + 1);
    for (const player of players) asked[player] = 1;
    const ranks: number[] = [];
    for (let at = 0; at < size; at += 1) {
      const player = numbers[at]!;
      if (asked[player] === 1) ranks.push(this.countBefore(player, points[at]!, reachedAt[at]!) + 1);
    }
    return ranks.toSorted((a, b) => a - b);
  }

  countBefore(player: number, points: number, reachedAt: number): number {
    const own = [points, reachedAt, player];
    const totals = this.#totals;
    let stretch = this.#all;
    for (let parted = this.#partedBy(stretch); parted !== undefined; parted = this.#partedBy(stretch)) {
      const { key, edge, scale } = parted;
      // All in it are level up to the column that it is parted by; whoever is not stands before or behind all of them.
      const some = this.#order[stretch.start]!;
      const apart = own.findIndex((value, column) => column < key && value !== this.#columns[column]![some]);
      if (apart !== -1) return this.#comesBefore(apart, own[apart]!, some) ? stretch.start : stretch.end;
      const part = Math.floor((own[key]! - edge) * scale);
      if (part < 0) return stretch.start;
      if (part >= PARTS) return stretch.end;
      stretch = partOf(parted, part);
    }
    let before = stretch.start;
    for (let place = stretch.start; place < stretch.end; place += 1) {
      const at = this.#order[place]!;
      if (compareKeys(totals.points[at]!, totals.reachedAt[at]!, totals.players[at]!, points, reachedAt, player) < 0) before += 1;
    }
    return before;
  }

  placesAt(ranks: readonly number[]): readonly OrderedPlace[] {
    const { players, points, reachedAt } = this.#totals;
    return ranks.map((rank) => {
      const at = this.#placeOn(rank);
      return { player: players[at]!, rank, points: points[at]!, reachedAt: reachedAt[at]! };
    });
  }

  tiesAt(ranks: readonly number[]): readonly Tie[] {
    return this.placesAt(ranks).map(({ rank, points, reachedAt }) => {
      const first = this.countBefore(-1, points, -Infinity) + 1;
      const level = this.countBefore(Infinity, points, Infinity) + 1 - first;
      if (level === 1) return NO_TIE;
      const neighbour = this.#placeOn(rank === first ? rank + 1 : rank - 1);
      return tieAmong(level, reachedAt, this.#totals.reachedAt[neighbour]!);
    });
  }

  /** Who is on a rank, as a place in the columns. */
  #placeOn(rank: number): number {
    let stretch = this.#all;
    for (let parted = this.#partedBy(stretch); parted !== undefined; parted = this.#partedBy(stretch))
      stretch = partOf(parted, firstAbove(parted.starts, rank - 1, 0, PARTS + 1) - 1);
    if (!stretch.isSorted) this.#order.subarray(stretch.start, stretch.end).sort((a, b) => this.#compare(a, b));
    stretch.isSorted = true;
    return this.#order[rank - 1]!;
  }

  /** Parts a stretch of many the first time that it is asked about. */
  #partedBy(stretch: Stretch): Parted | undefined {
    if (stretch.end - stretch.start > FEW) stretch.parted ??= this.#part(stretch);
    return stretch.parted;
  }

  #part({ start, end }: Stretch): Parted {
    const members = this.#order.slice(start, end);
    for (let key = 0; ; key += 1) {
      const column = this.#columns[key]!;
      let low = Infinity;
      let high = -Infinity;
      for (let i = 0; i < members.length; i += 1) {
        const value = column[members[i]!]!;
        if (value < low) low = value;
        if (value > high) high = value;
      }
      if (low === high) continue;
      const edge = key === 0 ? high : low;
      const scale = ((key === 0 ? -1 : 1) * (PARTS - 1)) / (high - low);
      const starts = new Uint32Array(PARTS + 1);
      for (let i = 0; i < members.length; i += 1) starts[Math.floor((column[members[i]!]! - edge) * scale) + 1]! += 1;
      starts[0] = start;
      for (let part = 0; part < PARTS; part += 1) starts[part + 1]! += starts[part]!;
      const next = starts.slice();
      for (let i = 0; i < members.length; i += 1) {
        const at = members[i]!;
        this.#order[next[Math.floor((column[at]! - edge) * scale)]!++] = at;
      }
      return { key, edge, scale, starts, parts: new Map() };
    }
  }

  /** Whether a value comes before that of a place in a column: of points the highest comes first. */
  #comesBefore(column: number, value: number, at: number): boolean {
    const other = this.#columns[column]![at]!;
    return column === 0 ? value > other : value < other;
  }

  #compare(a: number, b: number): number {
    const { players, points, reachedAt } = this.#totals;
    return compareKeys(points[a]!, reachedAt[a]!, players[a]!, points[b]!, reachedAt[b]!, players[b]!);
  }
}

function stretchOf(start: number, end: number): Stretch {
  return { start, end, parted: undefined, isSorted: false };
}

function partOf({ starts, parts }: Parted, part: number): Stretch {
  let stretch = parts.get(part);
  if (stretch === undefined) parts.set(part, (stretch = stretchOf(starts[part]!, starts[part + 1]!)));
  return stretch;
}
