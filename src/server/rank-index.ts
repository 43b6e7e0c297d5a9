import { compareKeys } from '../domain/ordering.ts';
import { tieAmong, type Tie } from '../domain/ranking.ts';

/** A chunk is split when it holds this many; smaller makes updates cheaper and lookups dearer. */
const FULL_CHUNK = 512;

/** How full chunks are when an index is built at once: room to grow before the first split. */
const FRESH_CHUNK = 384;

/**
 * The order of one board in one period: any rank, any stretch and any change in well under a microsecond's
 * multiple, however many players there are. Players are known by a number whose order is that of their ids;
 * the ordering rule is `domain`'s.
 *
 * Totals lie in two arrays by player number; the order is a list of chunks of player numbers, and a Fenwick
 * tree over the chunk sizes counts who is in front. About 25 bytes a player.
 */
export class RankIndex {
  #points = new Float64Array(1024);
  #reachedAt = new Float64Array(1024);
  #ranked = new Uint8Array(1024);
  #chunks: Chunk[] = [];
  #counts = new Uint32Array(1);
  #size = 0;

  /** How many players are ranked. */
  get size(): number {
    return this.#size;
  }

  /** Builds the index of many totals at once; `players` are distinct. */
  static from(players: Iterable<readonly [player: number, points: number, reachedAt: number]>): RankIndex {
    const index = new RankIndex();
    const order: number[] = [];
    for (const [player, points, reachedAt] of players) {
      index.#remember(player, points, reachedAt);
      order.push(player);
    }
    const sorted = Uint32Array.from(order).toSorted((a, b) => index.#compare(a, b));
    for (let start = 0; start < sorted.length; start += FRESH_CHUNK) {
      index.#chunks.push(chunkOf(sorted.subarray(start, start + FRESH_CHUNK)));
    }
    index.#size = sorted.length;
    index.#recount();
    return index;
  }

  /** The player's total, or `undefined` where they are not ranked. */
  totalOf(player: number): { readonly points: number; readonly reachedAt: number } | undefined {
    if (this.#ranked[player] !== 1) return undefined;
    return { points: this.#points[player]!, reachedAt: this.#reachedAt[player]! };
  }

  /** Ranks a player by a new total, in place of the one they had. */
  set(player: number, points: number, reachedAt: number): void {
    this.move(player, points, reachedAt);
  }

  /**
   * As {@link set}; tells the rank before, where there was one, the rank now, and the points of the player one
   * place above, `undefined` for the leader.
   */
  move(
    player: number,
    points: number,
    reachedAt: number,
  ): { readonly rankBefore: number | undefined; readonly rank: number; readonly above: number | undefined } {
    const rankBefore = this.#take(player);
    this.#remember(player, points, reachedAt);
    const { rank, above } = this.#put(player);
    return { rankBefore, rank, above };
  }

  /** Takes a player off the board; without effect where they are not on it. */
  delete(player: number): void {
    this.#take(player);
  }

  /** The player's rank, 1..size, or `undefined` where they are not ranked. */
  rankOf(player: number): number | undefined {
    if (this.#ranked[player] !== 1) return undefined;
    const at = this.#chunkOf(player);
    return this.#before(at) + this.#placeIn(this.#chunks[at]!, player) + 1;
  }

  /** How many ranked players are in front of a total, whether or not anybody has it: where a cursor points. */
  countBefore(player: number, points: number, reachedAt: number): number {
    let low = 0;
    let high = this.#chunks.length;
    const isBefore = (other: number) => compareKeys(this.#points[other]!, this.#reachedAt[other]!, other, points, reachedAt, player) < 0;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const { players, size } = this.#chunks[middle]!;
      if (isBefore(players[size - 1]!)) low = middle + 1;
      else high = middle;
    }
    const before = this.#before(low);
    const chunk = this.#chunks[low];
    if (chunk === undefined) return before;
    let place = 0;
    let end = chunk.size;
    while (place < end) {
      const middle = (place + end) >>> 1;
      if (isBefore(chunk.players[middle]!)) place = middle + 1;
      else end = middle;
    }
    return before + place;
  }

  /** The players of ranks `first`..`first + count - 1`, fewer at the end of the board. `first` is at least 1. */
  stretch(first: number, count: number): number[] {
    const players: number[] = [];
    let [at, place] = this.#find(first);
    while (players.length < count && at < this.#chunks.length) {
      const chunk = this.#chunks[at]!;
      const until = Math.min(chunk.size, place + count - players.length);
      for (; place < until; place += 1) players.push(chunk.players[place]!);
      at += 1;
      place = 0;
    }
    return players;
  }

  /** How a ranked player's place among those on the same points came about. */
  tieOf(player: number): Tie {
    const { points, reachedAt } = this.totalOf(player)!;
    const first = this.countBefore(-1, points, -Infinity);
    const size = this.countBefore(Infinity, points, Infinity) - first;
    if (size === 1) return { kind: 'none' };
    const rank = this.rankOf(player)!;
    const [neighbour] = this.stretch(rank === first + 1 ? rank + 1 : rank - 1, 1);
    return tieAmong(size, reachedAt, this.totalOf(neighbour!)!.reachedAt);
  }

  #remember(player: number, points: number, reachedAt: number): void {
    if (player >= this.#points.length) {
      const room = Math.max(player + 1, this.#points.length * 2);
      this.#points = grown(this.#points, new Float64Array(room));
      this.#reachedAt = grown(this.#reachedAt, new Float64Array(room));
      this.#ranked = grown(this.#ranked, new Uint8Array(room));
    }
    this.#points[player] = points;
    this.#reachedAt[player] = reachedAt;
    this.#ranked[player] = 1;
  }

  #compare(a: number, b: number): number {
    return compareKeys(this.#points[a]!, this.#reachedAt[a]!, a, this.#points[b]!, this.#reachedAt[b]!, b);
  }

  /** Takes a player off the board; returns the rank they had, `undefined` where they had none. */
  #take(player: number): number | undefined {
    if (this.#ranked[player] !== 1) return undefined;
    const at = this.#chunkOf(player);
    const chunk = this.#chunks[at]!;
    const place = this.#placeIn(chunk, player);
    const rank = this.#before(at) + place + 1;
    chunk.players.copyWithin(place, place + 1, chunk.size);
    chunk.size -= 1;
    this.#ranked[player] = 0;
    this.#size -= 1;
    if (chunk.size === 0) {
      this.#chunks.splice(at, 1);
      this.#recount();
    } else this.#count(at, -1);
    return rank;
  }

  /** Puts a remembered player in their place; returns the rank, and the points of whoever is one place above. */
  #put(player: number): { readonly rank: number; readonly above: number | undefined } {
    this.#size += 1;
    if (this.#chunks.length === 0) {
      this.#chunks.push(chunkOf(Uint32Array.of(player)));
      this.#recount();
      return { rank: 1, above: undefined };
    }
    const at = this.#chunkOf(player);
    const chunk = this.#chunks[at]!;
    const place = this.#placeIn(chunk, player);
    const rank = this.#before(at) + place + 1;
    const earlier = this.#chunks[at - 1];
    const above = place > 0 ? chunk.players[place - 1] : earlier?.players[earlier.size - 1];
    chunk.players.copyWithin(place + 1, place, chunk.size);
    chunk.players[place] = player;
    chunk.size += 1;
    if (chunk.size === FULL_CHUNK) {
      const half = FULL_CHUNK / 2;
      this.#chunks.splice(at + 1, 0, chunkOf(chunk.players.subarray(half, FULL_CHUNK)));
      chunk.size = half;
      this.#recount();
    } else this.#count(at, 1);
    return { rank, above: above === undefined ? undefined : this.#points[above] };
  }

  /** The chunk a player is in, or would be put in: the first whose last player is not in front of them. */
  #chunkOf(player: number): number {
    let low = 0;
    let high = this.#chunks.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const { players, size } = this.#chunks[middle]!;
      if (this.#compare(players[size - 1]!, player) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The player's place within a chunk, or where they would be put. */
  #placeIn({ players, size }: Chunk, player: number): number {
    let low = 0;
    let high = size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(players[middle]!, player) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Chunk and place of a rank; past the last chunk for a rank nobody has. */
  #find(rank: number): [chunk: number, place: number] {
    let at = 0;
    let left = rank - 1;
    for (let step = 1 << (31 - Math.clz32(this.#counts.length)); step > 0; step >>>= 1) {
      const next = at + step;
      if (next < this.#counts.length && this.#counts[next]! <= left) {
        at = next;
        left -= this.#counts[next]!;
      }
    }
    return [at, left];
  }

  #recount(): void {
    const counts = new Uint32Array(this.#chunks.length + 1);
    for (let i = 1; i < counts.length; i += 1) {
      counts[i]! += this.#chunks[i - 1]!.size;
      const parent = i + (i & -i);
      if (parent < counts.length) counts[parent]! += counts[i]!;
    }
    this.#counts = counts;
  }

  #count(chunk: number, change: number): void {
    for (let i = chunk + 1; i < this.#counts.length; i += i & -i) this.#counts[i]! += change;
  }

  #before(chunk: number): number {
    let sum = 0;
    for (let i = chunk; i > 0; i -= i & -i) sum += this.#counts[i]!;
    return sum;
  }
}

interface Chunk {
  readonly players: Uint32Array;
  size: number;
}

function chunkOf(players: Uint32Array): Chunk {
  const room = new Uint32Array(FULL_CHUNK);
  room.set(players);
  return { players: room, size: players.length };
}

function grown<T extends Float64Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
