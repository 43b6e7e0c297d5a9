import { orderOfMany, type TotalColumns } from '../../domain/order-of-many.ts';
import type { OrderedRows } from '../../domain/place-in-order.ts';
import type { Tie } from '../../domain/ranking.ts';
import { ChunkCounts } from './chunk-counts.ts';
import { type FieldOrder, type OrderedPlace, runsOf, tiesIn } from './player-order.ts';
import { PlayerTotals, type Renumbered } from './player-totals.ts';

/** A chunk of this size is split; a smaller one makes updates cheaper and lookups more expensive. */
const FULL_CHUNK = 512;

/** Size of chunks in a new index, with room to grow before the first split. */
const FRESH_CHUNK = 384;

/** A range of the ordered slots, with room for `FULL_CHUNK`. */
interface Chunk {
  readonly start: number;
  size: number;
}

/**
 * The order of one board in one period: ranks, ranges and updates take microseconds for any number of players. Players are numbers, lower
 * ones joined first; the ordering rule is `domain`'s. The order is a list of chunks of slots that hold players' totals, each slot next to
 * its points: they alone decide most comparisons, so that a search stays in one place of memory.
 */
export class RankIndex implements FieldOrder {
  readonly #totals: PlayerTotals;
  readonly #chunks: Chunk[] = [];
  /** Shared by all chunks; arrays of their own would cost more cache misses. */
  #slots = roomFor(0);
  /** Start indexes of removed chunks. */
  readonly #freed: number[] = [];
  /** The last total of each chunk, to find a chunk without accessing all of them. */
  #lasts = roomFor(0);
  #counts = new ChunkCounts([]);

  private constructor(totals: (renumbered: Renumbered) => PlayerTotals) {
    this.#totals = totals((moved) => {
      const { rows } = this.#slots;
      for (const { start, size } of this.#chunks)
        for (let place = start; place < start + size; place += 1) rows[place] = moved(rows[place]!);
      for (let at = 0; at < this.#chunks.length; at += 1) this.#keepLast(at);
    });
  }

  /** Builds the index of many totals; players are distinct. */
  static from(columns: TotalColumns): RankIndex {
    const { players, points } = columns;
    let highest = 0;
    for (let i = 0; i < players.length; i += 1) highest = Math.max(highest, players[i]!);
    const index = new RankIndex((renumbered) => new PlayerTotals(players.length, highest, renumbered));
    const slots = index.#totals.addAll(columns);
    const sorted = orderOfMany(columns);
    const chunks = Math.ceil(sorted.length / FRESH_CHUNK);
    const ordered = roomFor(chunks * FULL_CHUNK);
    index.#slots = ordered;
    index.#lasts = roomFor(chunks);
    for (let from = 0; from < sorted.length; from += FRESH_CHUNK) {
      const chunk = index.#newChunk(Math.min(FRESH_CHUNK, sorted.length - from));
      for (let i = 0; i < chunk.size; i += 1) {
        const place = sorted[from + i]!;
        ordered.rows[chunk.start + i] = slots[place]!;
        ordered.points[chunk.start + i] = points[place]!;
      }
      index.#chunks.push(chunk);
    }
    for (let at = 0; at < index.#chunks.length; at += 1) index.#keepLast(at);
    index.#counts = new ChunkCounts(index.#chunks);
    return index;
  }

  /** An independent copy, in a tenth of the time of building one. */
  copy(): RankIndex {
    const copy = new RankIndex((renumbered) => this.#totals.copy(renumbered));
    for (const { start, size } of this.#chunks) copy.#chunks.push({ start, size });
    copy.#slots = copied(this.#slots);
    copy.#freed.push(...this.#freed);
    copy.#lasts = copied(this.#lasts);
    copy.#counts = new ChunkCounts(copy.#chunks);
    return copy;
  }

  /** Whether the order consists of exactly these totals; players are distinct. */
  isOf(totals: TotalColumns): boolean {
    return this.#totals.areAll(totals);
  }

  /** The number of ranked players. */
  get size(): number {
    return this.#totals.size;
  }

  /** A player's total, or `undefined` if they are not ranked. */
  totalOf(player: number): { readonly points: number; readonly reachedAt: number } | undefined {
    const slot = this.#totals.slotOf(player);
    return slot === undefined ? undefined : { points: this.#totals.pointsIn(slot), reachedAt: this.#totals.reachedAtIn(slot) };
  }

  /** Ranks a player by a new total. */
  move(player: number, points: number, reachedAt: number): void {
    const slot = this.#totals.slotOf(player);
    if (slot === undefined) {
      const added = this.#totals.add(player, points, reachedAt);
      if (this.#chunks.length === 0) {
        this.#chunks.push(this.#newChunk(0));
        this.#counts = new ChunkCounts(this.#chunks);
      }
      this.#put(added, this.#chunkAt(player, points, reachedAt), player, points, reachedAt);
      return;
    }
    const pointsBefore = this.#totals.pointsIn(slot);
    const reachedBefore = this.#totals.reachedAtIn(slot);
    const at = this.#chunkAt(player, pointsBefore, reachedBefore);
    const chunk = this.#chunks[at]!;
    const to = this.#chunkAt(player, points, reachedAt);
    const from = this.#placeIn(chunk, player, pointsBefore, reachedBefore);
    if (to !== at) {
      const target = this.#chunks[to]!;
      this.#take(at, from);
      this.#totals.set(slot, points, reachedAt);
      // The chunk it was in may have been removed.
      this.#put(slot, this.#chunks[to] === target ? to : to - 1, player, points, reachedAt);
    } else {
      const behind = this.#placeIn(chunk, player, points, reachedAt);
      const place = behind > from ? behind - 1 : behind;
      if (place < from) shift(this.#slots, place, from, 1);
      else shift(this.#slots, from + 1, place + 1, -1);
      this.#slots.rows[place] = slot;
      this.#slots.points[place] = points;
      this.#totals.set(slot, points, reachedAt);
      this.#keepLast(at);
    }
  }

  /** Removes a player, if ranked. */
  delete(player: number): void {
    const slot = this.#totals.slotOf(player);
    if (slot === undefined) return;
    const points = this.#totals.pointsIn(slot);
    const reachedAt = this.#totals.reachedAtIn(slot);
    const at = this.#chunkAt(player, points, reachedAt);
    this.#take(at, this.#placeIn(this.#chunks[at]!, player, points, reachedAt));
    this.#totals.remove(slot);
  }

  rankOf(player: number): number | undefined {
    const total = this.totalOf(player);
    return total && this.countBefore(player, total.points, total.reachedAt) + 1;
  }

  countBefore(player: number, points: number, reachedAt: number): number {
    if (this.size === 0) return 0;
    const at = this.#chunkAt(player, points, reachedAt);
    const chunk = this.#chunks[at]!;
    return this.#counts.before(at) + this.#placeIn(chunk, player, points, reachedAt) - chunk.start;
  }

  /** How many are ranked before a total, which need not belong to a player, and the points of the last of them, if any. */
  placeFor(player: number, points: number, reachedAt: number): { readonly before: number; readonly above: number | undefined } {
    if (this.size === 0) return { before: 0, above: undefined };
    const at = this.#chunkAt(player, points, reachedAt);
    const chunk = this.#chunks[at]!;
    const place = this.#placeIn(chunk, player, points, reachedAt);
    const before = this.#counts.before(at) + place - chunk.start;
    if (before === 0) return { before, above: undefined };
    return { before, above: place === chunk.start ? this.#lasts.points[at - 1]! : this.#slots.points[place - 1]! };
  }

  /** The points at a rank, which must exist. */
  pointsOn(rank: number): number {
    const [at, place] = this.#counts.find(rank);
    return this.#slots.points[this.#chunks[at]!.start + place]!;
  }

  /** The players of ranks `first`..`first + count - 1`, fewer at the end. `first` is at least 1. */
  stretch(first: number, count: number): number[] {
    const players: number[] = [];
    let [at, place] = this.#counts.find(first);
    while (players.length < count && at < this.#chunks.length) {
      const { start, size } = this.#chunks[at]!;
      const until = Math.min(size, place + count - players.length);
      for (; place < until; place += 1) players.push(this.#totals.playerIn(this.#slots.rows[start + place]!));
      at += 1;
      place = 0;
    }
    return players;
  }

  /** Uses a typed array, in which ten thousand ranks are sorted in a millisecond. */
  ranksOf(players: readonly number[]): readonly number[] {
    const ranks = new Uint32Array(players.length);
    let found = 0;
    for (const player of players) {
      const rank = this.rankOf(player);
      if (rank !== undefined) ranks[found++] = rank;
    }
    return Array.from(ranks.subarray(0, found).toSorted());
  }

  placesAt(ranks: readonly number[]): readonly OrderedPlace[] {
    return runsOf(ranks).flatMap(([first, count]) =>
      this.stretch(first, count).map((player, i) => {
        const { points, reachedAt } = this.totalOf(player)!;
        return { player, rank: first + i, points, reachedAt };
      }),
    );
  }

  tiesAt(ranks: readonly number[]): readonly Tie[] {
    return tiesIn(this, ranks);
  }

  /** The chunk that a total is in or belongs to: the first whose last total is not before it, or the last chunk. */
  #chunkAt(player: number, points: number, reachedAt: number): number {
    return this.#totals.placeIn(this.#lasts, 0, this.#chunks.length - 1, player, points, reachedAt);
  }

  /** The place of a total within a chunk, or where it belongs. */
  #placeIn({ start, size }: Chunk, player: number, points: number, reachedAt: number): number {
    return this.#totals.placeIn(this.#slots, start, start + size, player, points, reachedAt);
  }

  /** Inserts a slot into a chunk. */
  #put(slot: number, at: number, player: number, points: number, reachedAt: number): void {
    const chunk = this.#chunks[at]!;
    const place = this.#placeIn(chunk, player, points, reachedAt);
    shift(this.#slots, place, chunk.start + chunk.size, 1);
    this.#slots.rows[place] = slot;
    this.#slots.points[place] = points;
    chunk.size += 1;
    if (chunk.size === FULL_CHUNK) this.#split(at);
    else {
      this.#counts.add(at, 1);
      this.#keepLast(at);
    }
  }

  /** Removes a slot from a chunk, and the chunk if it becomes empty. */
  #take(at: number, place: number): void {
    const chunk = this.#chunks[at]!;
    shift(this.#slots, place + 1, chunk.start + chunk.size, -1);
    chunk.size -= 1;
    if (chunk.size === 0) {
      this.#freed.push(chunk.start);
      shift(this.#lasts, at + 1, this.#chunks.length, -1);
      this.#chunks.splice(at, 1);
      this.#counts = new ChunkCounts(this.#chunks);
    } else {
      this.#counts.add(at, -1);
      this.#keepLast(at);
    }
  }

  #split(at: number): void {
    const chunk = this.#chunks[at]!;
    const half = FULL_CHUNK / 2;
    const behind = this.#newChunk(half);
    shift(this.#slots, chunk.start + half, chunk.start + FULL_CHUNK, behind.start - chunk.start - half);
    chunk.size = half;
    shift(this.#lasts, at + 1, this.#chunks.length, 1);
    this.#chunks.splice(at + 1, 0, behind);
    this.#keepLast(at);
    this.#keepLast(at + 1);
    this.#counts = new ChunkCounts(this.#chunks);
  }

  /** Allocates a chunk that is not in the order yet. */
  #newChunk(size: number): Chunk {
    const count = this.#chunks.length;
    const start = this.#freed.pop() ?? count * FULL_CHUNK;
    if (start === this.#slots.rows.length) {
      const chunks = count + Math.ceil((count + 1) / 4);
      this.#slots = grown(this.#slots, chunks * FULL_CHUNK);
      this.#lasts = grown(this.#lasts, chunks);
    }
    return { start, size };
  }

  /** Must be called whenever a chunk's last total may have changed. */
  #keepLast(at: number): void {
    const { start, size } = this.#chunks[at]!;
    this.#lasts.rows[at] = this.#slots.rows[start + size - 1]!;
    this.#lasts.points[at] = this.#slots.points[start + size - 1]!;
  }
}

function roomFor(count: number): OrderedRows {
  return { rows: new Uint32Array(count), points: new Float64Array(count) };
}

function copied({ rows, points }: OrderedRows): OrderedRows {
  return { rows: rows.slice(), points: points.slice() };
}

function grown({ rows, points }: OrderedRows, count: number): OrderedRows {
  const more = roomFor(count);
  more.rows.set(rows);
  more.points.set(points);
  return more;
}

/** Moves the range [from, until) by some places. */
function shift({ rows, points }: OrderedRows, from: number, until: number, by: number): void {
  rows.copyWithin(from + by, from, until);
  points.copyWithin(from + by, from, until);
}
