import { firstPlace } from '../../domain/ascending.ts';
import { orderOfMany, type TotalColumns } from '../../domain/order-of-many.ts';
import { tieAmong, type Tie } from '../../domain/ranking.ts';
import { ChunkCounts } from './chunk-counts.ts';
import { MomentOrder } from './moment-order.ts';
import { type FieldOrder, NO_TIE, type OrderedPlace, type RankList, runsOf } from './player-order.ts';
import { PlayerTotals } from './player-totals.ts';

/** A chunk is split when it holds this many; smaller makes updates cheaper and lookups dearer. */
const FULL_CHUNK = 512;

/** How full chunks are when an index is built at once: room to grow before the first split. */
const FRESH_CHUNK = 384;

interface Chunk {
  readonly slots: Uint32Array;
  size: number;
}

/**
 * The order of one board in one period: any rank, any stretch and any change in well under a microsecond's
 * multiple, however many players there are. Players are known by a number: the lower one joined first;
 * the ordering rule is `domain`'s. The order is a list of chunks of the slots that the players' totals are in.
 */
export class RankIndex implements FieldOrder {
  readonly #totals: PlayerTotals;
  readonly #chunks: Chunk[] = [];
  #counts = new ChunkCounts([]);

  private constructor(players: number, highest: number) {
    this.#totals = new PlayerTotals(players, highest, (moved) => {
      for (const { slots, size } of this.#chunks) for (let place = 0; place < size; place += 1) slots[place] = moved(slots[place]!);
    });
  }

  /** Builds the index of many totals at once; players are distinct. */
  static from(columns: TotalColumns): RankIndex {
    const { players, points, reachedAt } = columns;
    const index = new RankIndex(
      players.length,
      players.reduce((highest, player) => Math.max(highest, player), 0),
    );
    const slots = players.map((player, i) => index.#totals.add(player, points[i]!, reachedAt[i]!));
    const sorted = orderOfMany(columns).map((place) => slots[place]!);
    for (let start = 0; start < sorted.length; start += FRESH_CHUNK) {
      index.#chunks.push(chunkOf(sorted.subarray(start, start + FRESH_CHUNK)));
    }
    index.#counts = new ChunkCounts(index.#chunks);
    return index;
  }

  /** How many players are ranked. */
  get size(): number {
    return this.#totals.size;
  }

  /** The player's total, or `undefined` if they are not ranked. */
  totalOf(player: number): { readonly points: number; readonly reachedAt: number } | undefined {
    const slot = this.#totals.slotOf(player);
    return slot === undefined ? undefined : { points: this.#totals.pointsIn(slot), reachedAt: this.#totals.reachedAtIn(slot) };
  }

  /** The points of the player on a rank, which must be there. */
  pointsOn(rank: number): number {
    const [at, place] = this.#counts.find(rank);
    return this.#totals.pointsIn(this.#chunks[at]!.slots[place]!);
  }

  /** Ranks a player by a new total, in place of the one they had. */
  move(player: number, points: number, reachedAt: number): void {
    this.delete(player);
    const slot = this.#totals.add(player, points, reachedAt);
    if (this.#chunks.length === 0) {
      this.#chunks.push(chunkOf(Uint32Array.of(slot)));
      this.#counts = new ChunkCounts(this.#chunks);
      return;
    }
    const at = this.#chunkAt(player, points, reachedAt);
    const chunk = this.#chunks[at]!;
    const place = this.#placeIn(chunk, player, points, reachedAt);
    chunk.slots.copyWithin(place + 1, place, chunk.size);
    chunk.slots[place] = slot;
    chunk.size += 1;
    if (chunk.size === FULL_CHUNK) {
      const half = FULL_CHUNK / 2;
      this.#chunks.splice(at + 1, 0, chunkOf(chunk.slots.subarray(half, FULL_CHUNK)));
      chunk.size = half;
      this.#counts = new ChunkCounts(this.#chunks);
    } else this.#counts.add(at, 1);
  }

  /** Takes a player off the board, if they are on it. */
  delete(player: number): void {
    const slot = this.#totals.slotOf(player);
    if (slot === undefined) return;
    const at = this.#chunkAt(player, this.#totals.pointsIn(slot), this.#totals.reachedAtIn(slot));
    const chunk = this.#chunks[at]!;
    const place = this.#placeIn(chunk, player, this.#totals.pointsIn(slot), this.#totals.reachedAtIn(slot));
    chunk.slots.copyWithin(place, place + 1, chunk.size);
    chunk.size -= 1;
    this.#totals.remove(slot);
    if (chunk.size === 0) {
      this.#chunks.splice(at, 1);
      this.#counts = new ChunkCounts(this.#chunks);
    } else this.#counts.add(at, -1);
  }

  rankOf(player: number): number | undefined {
    const total = this.totalOf(player);
    return total && this.countBefore(player, total.points, total.reachedAt) + 1;
  }

  countBefore(player: number, points: number, reachedAt: number): number {
    if (this.size === 0) return 0;
    const at = this.#chunkAt(player, points, reachedAt);
    return this.#counts.before(at) + this.#placeIn(this.#chunks[at]!, player, points, reachedAt);
  }

  /** The players of ranks `first`..`first + count - 1`, fewer at the end of the board. `first` is at least 1. */
  stretch(first: number, count: number): number[] {
    const players: number[] = [];
    let [at, place] = this.#counts.find(first);
    while (players.length < count && at < this.#chunks.length) {
      const { slots, size } = this.#chunks[at]!;
      const until = Math.min(size, place + count - players.length);
      for (; place < until; place += 1) players.push(this.#totals.playerIn(slots[place]!));
      at += 1;
      place = 0;
    }
    return players;
  }

  /** As they are ranked now. Only what is asked of the list is put in order: it may be one page of ten thousand players. */
  among(players: readonly number[]): RankList {
    const chosen = {
      size: 0,
      players: new Uint32Array(players.length),
      points: new Float64Array(players.length),
      reachedAt: new Float64Array(players.length),
    };
    for (const player of players) {
      const slot = this.#totals.slotOf(player);
      if (slot === undefined) continue;
      chosen.players[chosen.size] = player;
      chosen.points[chosen.size] = this.#totals.pointsIn(slot);
      chosen.reachedAt[chosen.size] = this.#totals.reachedAtIn(slot);
      chosen.size += 1;
    }
    const order = new MomentOrder(chosen);
    const ranksFor = ([first, count]: readonly [number, number]) => order.stretch(first, count).map((player) => this.rankOf(player)!);
    return { size: order.size, ranks: (...stretches) => stretches.flatMap(ranksFor) };
  }

  /** In numbers of fixed size: ten thousand are sorted in a millisecond. */
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
    return this.placesAt(ranks).map(({ rank, points, reachedAt }) => {
      const first = this.countBefore(-1, points, -Infinity) + 1;
      const size = this.countBefore(Infinity, points, Infinity) + 1 - first;
      if (size === 1) return NO_TIE;
      const [neighbour] = this.stretch(rank === first ? rank + 1 : rank - 1, 1);
      return tieAmong(size, reachedAt, this.totalOf(neighbour!)!.reachedAt);
    });
  }

  /** The chunk a total is in, or would be put in: the first whose last one is not in front of it, else the last. */
  #chunkAt(player: number, points: number, reachedAt: number): number {
    return firstPlace(0, this.#chunks.length - 1, (at) => {
      const { slots, size } = this.#chunks[at]!;
      return this.#totals.isBefore(slots[size - 1]!, player, points, reachedAt);
    });
  }

  /** The place of a total within a chunk, or where it would be put. */
  #placeIn({ slots, size }: Chunk, player: number, points: number, reachedAt: number): number {
    return firstPlace(0, size, (place) => this.#totals.isBefore(slots[place]!, player, points, reachedAt));
  }
}

function chunkOf(slots: Uint32Array): Chunk {
  const room = new Uint32Array(FULL_CHUNK);
  room.set(slots);
  return { slots: room, size: slots.length };
}
