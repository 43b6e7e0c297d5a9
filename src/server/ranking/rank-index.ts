import { compareKeys } from '../../domain/ordering.ts';
import { tieAmong, type Tie } from '../../domain/ranking.ts';
import { MomentOrder } from './moment-order.ts';
import type { OrderedPlace, PlayerList, PlayerOrder } from './player-order.ts';

/** A chunk is split when it holds this many; smaller makes updates cheaper and lookups dearer. */
const FULL_CHUNK = 512;

/** How full chunks are when an index is built at once: room to grow before the first split. */
const FRESH_CHUNK = 384;

/** Room for the totals of an index that nobody is ranked in yet. */
const FIRST_ROOM = 16;

/**
 * Slots are numbered as players are while at least one of this many is taken: a total takes 17 bytes, and finding
 * one among a few takes some 50 more.
 */
const DENSE = 4;

/**
 * The order of one board in one period: any rank, any stretch and any change in well under a microsecond's
 * multiple, however many players there are. Players are known by a number whose order is that of their ids;
 * the ordering rule is `domain`'s.
 *
 * Each player's total has a slot in two arrays; the order is a list of chunks of slots, and a Fenwick tree over
 * the chunk sizes counts who is in front. Where most players are ranked the slot is the player's number, and a
 * player takes about 25 bytes. Where few are, as on a past day of a big board, slots are given out one after the
 * other, and a map leads to them: some 70 bytes a player, however high the numbers are.
 */
export class RankIndex implements PlayerOrder {
  #points = new Float64Array(FIRST_ROOM);
  #reachedAt = new Float64Array(FIRST_ROOM);
  #ranked = new Uint8Array(FIRST_ROOM);
  /** Which slot is whose, and back, where few are ranked; `undefined` where slots are numbered as players are. */
  #few: { readonly slots: Map<number, number>; players: Uint32Array } | undefined = {
    slots: new Map(),
    players: new Uint32Array(FIRST_ROOM),
  };
  #highest = 0;
  #chunks: Chunk[] = [];
  #counts = new Uint32Array(1);
  #size = 0;

  /** How many players are ranked. */
  get size(): number {
    return this.#size;
  }

  /** Builds the index of many totals at once; `players` are distinct. */
  static from(players: readonly (readonly [player: number, points: number, reachedAt: number])[]): RankIndex {
    const index = new RankIndex();
    for (const [player] of players) index.#highest = Math.max(index.#highest, player);
    if (players.length * DENSE > index.#highest) index.#few = undefined;
    index.#resize(Math.max(FIRST_ROOM, index.#few === undefined ? index.#highest + 1 : players.length));
    const order = Uint32Array.from(players, ([player, points, reachedAt]) => index.#remember(player, points, reachedAt));
    const sorted = order.toSorted((a, b) => index.#compare(a, b));
    for (let start = 0; start < sorted.length; start += FRESH_CHUNK) {
      index.#chunks.push(chunkOf(sorted.subarray(start, start + FRESH_CHUNK)));
    }
    index.#size = sorted.length;
    index.#recount();
    return index;
  }

  /** The player's total, or `undefined` where they are not ranked. */
  totalOf(player: number): { readonly points: number; readonly reachedAt: number } | undefined {
    const slot = this.#rankedSlot(player);
    return slot === undefined ? undefined : { points: this.#points[slot]!, reachedAt: this.#reachedAt[slot]! };
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
    const { rank, above } = this.#put(this.#remember(player, points, reachedAt));
    return { rankBefore, rank, above };
  }

  /** Takes a player off the board; without effect where they are not on it. */
  delete(player: number): void {
    this.#take(player);
  }

  /** The player's rank, 1..size, or `undefined` where they are not ranked. */
  rankOf(player: number): number | undefined {
    const slot = this.#rankedSlot(player);
    if (slot === undefined) return undefined;
    const at = this.#chunkOf(slot);
    return this.#before(at) + this.#placeIn(this.#chunks[at]!, slot) + 1;
  }

  /** How many ranked players are in front of a total, whether or not anybody has it: where a cursor points. */
  countBefore(player: number, points: number, reachedAt: number): number {
    let low = 0;
    let high = this.#chunks.length;
    const isBefore = (slot: number) =>
      compareKeys(this.#points[slot]!, this.#reachedAt[slot]!, this.#playerIn(slot), points, reachedAt, player) < 0;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const { slots, size } = this.#chunks[middle]!;
      if (isBefore(slots[size - 1]!)) low = middle + 1;
      else high = middle;
    }
    const before = this.#before(low);
    const chunk = this.#chunks[low];
    if (chunk === undefined) return before;
    let place = 0;
    let end = chunk.size;
    while (place < end) {
      const middle = (place + end) >>> 1;
      if (isBefore(chunk.slots[middle]!)) place = middle + 1;
      else end = middle;
    }
    return before + place;
  }

  /** The players of ranks `first`..`first + count - 1`, fewer at the end of the board. `first` is at least 1. */
  stretch(first: number, count: number): number[] {
    const players: number[] = [];
    const few = this.#few?.players;
    let [at, place] = this.#find(first);
    while (players.length < count && at < this.#chunks.length) {
      const chunk = this.#chunks[at]!;
      const until = Math.min(chunk.size, place + count - players.length);
      for (; place < until; place += 1) {
        const slot = chunk.slots[place]!;
        players.push(few === undefined ? slot : few[slot]!);
      }
      at += 1;
      place = 0;
    }
    return players;
  }

  /** As they are ranked now. Only what is asked of the list is put in order: it may be one page of ten thousand players. */
  among(players: readonly number[]): PlayerList {
    const chosen = {
      size: 0,
      players: new Uint32Array(players.length),
      points: new Float64Array(players.length),
      reachedAt: new Float64Array(players.length),
    };
    for (const player of players) {
      const slot = this.#rankedSlot(player);
      if (slot === undefined) continue;
      chosen.players[chosen.size] = player;
      chosen.points[chosen.size] = this.#points[slot]!;
      chosen.reachedAt[chosen.size] = this.#reachedAt[slot]!;
      chosen.size += 1;
    }
    return new MomentOrder(chosen);
  }

  /** The ranks of those of `players` who have one, best first. In numbers of fixed size: ten thousand are sorted in a millisecond. */
  ranksOf(players: readonly number[]): readonly number[] {
    const ranks = new Uint32Array(players.length);
    let found = 0;
    for (const player of players) {
      const rank = this.rankOf(player);
      if (rank !== undefined) ranks[found++] = rank;
    }
    return Array.from(ranks.subarray(0, found).toSorted());
  }

  placesOf(players: readonly number[]): readonly OrderedPlace[] {
    return players.map((player) => ({ rank: this.rankOf(player)!, ...this.totalOf(player)!, tie: this.tieOf(player) }));
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

  /** Writes a total into the player's slot, giving them one where they have none. */
  #remember(player: number, points: number, reachedAt: number): number {
    const slot = this.#slotOf(player) ?? this.#giveSlot(player);
    this.#points[slot] = points;
    this.#reachedAt[slot] = reachedAt;
    this.#ranked[slot] = 1;
    return slot;
  }

  #slotOf(player: number): number | undefined {
    if (this.#few !== undefined) return this.#few.slots.get(player);
    return player < this.#points.length ? player : undefined;
  }

  /** The player's slot, `undefined` where they are not ranked. */
  #rankedSlot(player: number): number | undefined {
    const slot = this.#few === undefined ? player : this.#few.slots.get(player);
    return slot !== undefined && this.#ranked[slot] === 1 ? slot : undefined;
  }

  #playerIn(slot: number): number {
    return this.#few === undefined ? slot : this.#few.players[slot]!;
  }

  /** Makes room for a player who has no slot. Whether few or most are ranked is looked at only where the arrays must grow. */
  #giveSlot(player: number): number {
    this.#highest = Math.max(this.#highest, player);
    const room = this.#points.length;
    if (this.#few === undefined) {
      // Half as many as would make it dense again: nobody's coming and going can turn it over and over.
      if (this.#size * DENSE * 2 > player) this.#resize(Math.max(player + 1, room * 2));
      else this.#becomeSparse();
    } else if (this.#few.slots.size === room) {
      if (room * DENSE > this.#highest) this.#becomeDense();
      else this.#resize(room * 2);
    }
    if (this.#few === undefined) return player;
    const slot = this.#few.slots.size;
    this.#few.slots.set(player, slot);
    this.#few.players[slot] = player;
    return slot;
  }

  #resize(room: number): void {
    this.#points = grown(this.#points, new Float64Array(room));
    this.#reachedAt = grown(this.#reachedAt, new Float64Array(room));
    this.#ranked = grown(this.#ranked, new Uint8Array(room));
    if (this.#few !== undefined) this.#few.players = grown(this.#few.players, new Uint32Array(room));
  }

  #becomeDense(): void {
    const { players } = this.#few!;
    this.#few = undefined;
    this.#renumber((slot) => players[slot]!, this.#highest + 1);
  }

  #becomeSparse(): void {
    const slots = new Map<number, number>();
    const room = Math.max(FIRST_ROOM, this.#size * 2);
    const players = new Uint32Array(room);
    this.#renumber((player) => {
      const slot = slots.size;
      slots.set(player, slot);
      players[slot] = player;
      return slot;
    }, room);
    this.#few = { slots, players };
  }

  /** Moves the totals of all who are ranked to other slots. */
  #renumber(moved: (slot: number) => number, room: number): void {
    const points = this.#points;
    const reachedAt = this.#reachedAt;
    this.#points = new Float64Array(room);
    this.#reachedAt = new Float64Array(room);
    this.#ranked = new Uint8Array(room);
    for (const { slots, size } of this.#chunks) {
      for (let place = 0; place < size; place += 1) {
        const from = slots[place]!;
        const to = moved(from);
        this.#points[to] = points[from]!;
        this.#reachedAt[to] = reachedAt[from]!;
        this.#ranked[to] = 1;
        slots[place] = to;
      }
    }
  }

  #compare(a: number, b: number): number {
    return compareKeys(this.#points[a]!, this.#reachedAt[a]!, this.#playerIn(a), this.#points[b]!, this.#reachedAt[b]!, this.#playerIn(b));
  }

  /** Takes a player off the board; returns the rank they had, `undefined` where they had none. */
  #take(player: number): number | undefined {
    const slot = this.#rankedSlot(player);
    if (slot === undefined) return undefined;
    const at = this.#chunkOf(slot);
    const chunk = this.#chunks[at]!;
    const place = this.#placeIn(chunk, slot);
    const rank = this.#before(at) + place + 1;
    chunk.slots.copyWithin(place, place + 1, chunk.size);
    chunk.size -= 1;
    this.#ranked[slot] = 0;
    this.#size -= 1;
    if (chunk.size === 0) {
      this.#chunks.splice(at, 1);
      this.#recount();
    } else this.#count(at, -1);
    return rank;
  }

  /** Puts a remembered total in its place; returns the rank, and the points of whoever is one place above. */
  #put(slot: number): { readonly rank: number; readonly above: number | undefined } {
    this.#size += 1;
    if (this.#chunks.length === 0) {
      this.#chunks.push(chunkOf(Uint32Array.of(slot)));
      this.#recount();
      return { rank: 1, above: undefined };
    }
    const at = this.#chunkOf(slot);
    const chunk = this.#chunks[at]!;
    const place = this.#placeIn(chunk, slot);
    const rank = this.#before(at) + place + 1;
    const earlier = this.#chunks[at - 1];
    const above = place > 0 ? chunk.slots[place - 1] : earlier?.slots[earlier.size - 1];
    chunk.slots.copyWithin(place + 1, place, chunk.size);
    chunk.slots[place] = slot;
    chunk.size += 1;
    if (chunk.size === FULL_CHUNK) {
      const half = FULL_CHUNK / 2;
      this.#chunks.splice(at + 1, 0, chunkOf(chunk.slots.subarray(half, FULL_CHUNK)));
      chunk.size = half;
      this.#recount();
    } else this.#count(at, 1);
    return { rank, above: above === undefined ? undefined : this.#points[above] };
  }

  /** The chunk a slot is in, or would be put in: the first whose last one is not in front of it. */
  #chunkOf(slot: number): number {
    let low = 0;
    let high = this.#chunks.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const { slots, size } = this.#chunks[middle]!;
      if (this.#compare(slots[size - 1]!, slot) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The place of a slot within a chunk, or where it would be put. */
  #placeIn({ slots, size }: Chunk, slot: number): number {
    let low = 0;
    let high = size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(slots[middle]!, slot) < 0) low = middle + 1;
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
  readonly slots: Uint32Array;
  size: number;
}

function chunkOf(slots: Uint32Array): Chunk {
  const room = new Uint32Array(FULL_CHUNK);
  room.set(slots);
  return { slots: room, size: slots.length };
}

function grown<T extends Float64Array | Uint32Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
