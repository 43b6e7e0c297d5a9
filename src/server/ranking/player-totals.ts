import type { TotalColumns } from '../../domain/order-of-many.ts';
import { type OrderedRows, placeInOrder } from '../../domain/place-in-order.ts';
import { grown } from '../store/grown.ts';

/** Minimum capacity. */
const FIRST_ROOM = 16;

/** Slots are player numbers while at least one in this many is used: a total takes 17 bytes, a map entry about 50 more. */
const DENSE = 4;

/** Called when totals have moved, with the new slot of each old one. */
export type Renumbered = (moved: (slot: number) => number) => void;

/**
 * The totals by which players are ranked, one slot each. If most players are ranked, the slot is the player's number (some 35 bytes a
 * player). If few are, as on a past day of a big board, slots are consecutive and found through a map (some 80 bytes, however high the
 * numbers).
 */
export class PlayerTotals {
  #points: Float64Array;
  #reachedAt: Float64Array;
  #ranked: Uint8Array;
  /** Slots by player and back, if few are ranked; `undefined` while slots are player numbers. */
  #few: { readonly slots: Map<number, number>; players: Uint32Array } | undefined;
  #highest: number;
  #size = 0;
  readonly #renumbered: Renumbered;

  /** Initial capacity for `count` players up to number `highest`. */
  constructor(count: number, highest: number, renumbered: Renumbered) {
    const isDense = count * DENSE > highest;
    const room = Math.max(FIRST_ROOM, isDense ? highest + 1 : count);
    this.#points = new Float64Array(room);
    this.#reachedAt = new Float64Array(room);
    this.#ranked = new Uint8Array(room);
    this.#few = isDense ? undefined : { slots: new Map(), players: new Uint32Array(room) };
    this.#highest = highest;
    this.#renumbered = renumbered;
  }

  copy(renumbered: Renumbered): PlayerTotals {
    const copy = new PlayerTotals(0, 0, renumbered);
    copy.#points = this.#points.slice();
    copy.#reachedAt = this.#reachedAt.slice();
    copy.#ranked = this.#ranked.slice();
    copy.#few = this.#few && { slots: new Map(this.#few.slots), players: this.#few.players.slice() };
    copy.#highest = this.#highest;
    copy.#size = this.#size;
    return copy;
  }

  /** Whether these are all the totals; players are distinct. */
  areAll({ players, points, reachedAt }: TotalColumns): boolean {
    if (players.length !== this.#size) return false;
    for (let i = 0; i < players.length; i += 1) {
      const slot = this.slotOf(players[i]!);
      if (slot === undefined || this.#points[slot] !== points[i] || this.#reachedAt[slot] !== reachedAt[i]) return false;
    }
    return true;
  }

  /** The number of ranked players. */
  get size(): number {
    return this.#size;
  }

  /** The slot of a ranked player; `undefined` for any other. */
  slotOf(player: number): number | undefined {
    const slot = this.#few === undefined ? player : this.#few.slots.get(player);
    return slot !== undefined && this.#ranked[slot] === 1 ? slot : undefined;
  }

  playerIn(slot: number): number {
    return this.#few === undefined ? slot : this.#few.players[slot]!;
  }

  pointsIn(slot: number): number {
    return this.#points[slot]!;
  }

  /** Epoch milliseconds. */
  reachedAtIn(slot: number): number {
    return this.#reachedAt[slot]!;
  }

  /** Adds the total of an unranked player; returns its slot. */
  add(player: number, points: number, reachedAt: number): number {
    const slot = this.#keptSlot(player) ?? this.#newSlot(player);
    this.set(slot, points, reachedAt);
    this.#ranked[slot] = 1;
    this.#size += 1;
    return slot;
  }

  /** Adds the totals of many players without slots; returns their slots. */
  addAll({ players, points, reachedAt }: TotalColumns): Uint32Array {
    if (this.#few !== undefined) return players.map((player, i) => this.add(player, points[i]!, reachedAt[i]!));
    const [pointsOf, reachedAtOf, ranked] = [this.#points, this.#reachedAt, this.#ranked];
    for (let i = 0; i < players.length; i += 1) {
      const slot = players[i]!;
      pointsOf[slot] = points[i]!;
      reachedAtOf[slot] = reachedAt[i]!;
      ranked[slot] = 1;
    }
    this.#size += players.length;
    return players;
  }

  remove(slot: number): void {
    this.#ranked[slot] = 0;
    this.#size -= 1;
  }

  /** Replaces the total in a slot. */
  set(slot: number, points: number, reachedAt: number): void {
    this.#points[slot] = points;
    this.#reachedAt[slot] = reachedAt;
  }

  /** The first place of [low, high) among ordered slots whose total does not come before the given one, which may belong to nobody. */
  placeIn(slots: OrderedRows, low: number, high: number, player: number, points: number, reachedAt: number): number {
    return placeInOrder(slots, low, high, this.#reachedAt, this.#few?.players, player, points, reachedAt);
  }

  /** The slot a player has or had. */
  #keptSlot(player: number): number | undefined {
    if (this.#few !== undefined) return this.#few.slots.get(player);
    return player < this.#points.length ? player : undefined;
  }

  /** Assigns a slot. Dense or sparse storage is only chosen when the arrays must grow. */
  #newSlot(player: number): number {
    this.#highest = Math.max(this.#highest, player);
    const room = this.#points.length;
    if (this.#few === undefined) {
      // Half the density that would make it dense again, so that it does not flip back and forth.
      if (this.#size * DENSE * 2 > player) this.#grow(Math.max(player + 1, room * 2));
      else this.#becomeSparse();
    } else if (this.#few.slots.size === room) {
      if (room * DENSE > this.#highest) this.#becomeDense();
      else this.#grow(room * 2);
    }
    if (this.#few === undefined) return player;
    const slot = this.#few.slots.size;
    this.#few.slots.set(player, slot);
    this.#few.players[slot] = player;
    return slot;
  }

  #grow(room: number): void {
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
    for (let player = 0; player < this.#ranked.length; player += 1) {
      if (this.#ranked[player] === 0) continue;
      players[slots.size] = player;
      slots.set(player, slots.size);
    }
    this.#renumber((player) => slots.get(player)!, room);
    this.#few = { slots, players };
  }

  /** Moves all ranked totals to other slots. */
  #renumber(moved: (slot: number) => number, room: number): void {
    const [points, reachedAt, ranked] = [this.#points, this.#reachedAt, this.#ranked];
    this.#points = new Float64Array(room);
    this.#reachedAt = new Float64Array(room);
    this.#ranked = new Uint8Array(room);
    for (let from = 0; from < ranked.length; from += 1) {
      if (ranked[from] === 0) continue;
      const to = moved(from);
      this.#points[to] = points[from]!;
      this.#reachedAt[to] = reachedAt[from]!;
      this.#ranked[to] = 1;
    }
    this.#renumbered(moved);
  }
}
