import { usernameKey } from '../../../domain/names/username-key.ts';
import type { StoredPlayer } from '../stored-values.ts';
import { HeldSegment, nameHash, OpenSegment, type PlayerSegment } from './player-segment.ts';

/** Smaller in tests. */
interface Sizes {
  /** Players in a segment. */
  readonly segment: number;
  /** How many players of a segment can be renamed before it is packed again. */
  readonly renamed: number;
}

const SIZES: Sizes = { segment: 4096, renamed: 256 };

/** A segment to use in place of a directory's own copy with the same players, to save memory. */
export type SharedSegment = readonly [index: number, segment: PlayerSegment];

/** The initial contents of another thread's directory. */
export interface SharedPlayers {
  readonly segments: readonly PlayerSegment[];
  /** Players renamed since their segments were packed. */
  readonly renamed: readonly StoredPlayer[];
}

/**
 * All players in memory, by number (no gaps) and by name: in segments that threads share, with the newest and renamed players kept
 * separately. Sharing only saves memory: every thread packs the same segments at the same steps.
 */
export class PlayerDirectory {
  readonly #sizes: Sizes;
  readonly #segments: HeldSegment[] = [];
  /** The players after the last segment. */
  #newest: OpenSegment;
  /** Players renamed since their segments were packed, by segment and number. */
  readonly #renamed = new Map<number, Map<number, StoredPlayer>>();
  /** Segments packed here and not shared yet. */
  readonly #unshared = new Set<number>();
  /** Open addressing: player numbers by hash, 0 for a free slot. At most half full. */
  #byHash: Uint32Array;

  constructor({ segments, renamed }: SharedPlayers = { segments: [], renamed: [] }, sizes = SIZES) {
    this.#sizes = sizes;
    this.#newest = new OpenSegment(sizes.segment);
    this.#byHash = new Uint32Array(2048);
    for (const segment of segments) this.#segments.push(new HeldSegment(segment));
    for (const player of renamed) this.#renamedIn(this.#segmentOf(player.number)).set(player.number, player);
    this.#rehash();
  }

  /** Number of players, and the highest number. */
  get count(): number {
    return this.#segments.length * this.#sizes.segment + this.#newest.count;
  }

  add(player: StoredPlayer, knownSince: number): void {
    if (player.number !== this.count + 1) throw new RangeError(`Player ${player.number} cannot follow player ${this.count}`);
    this.#newest.add(player, knownSince);
    this.#rehash(this.count - 1);
    if (!this.#newest.isFull) return;
    this.#unshared.add(this.#segments.length);
    this.#segments.push(new HeldSegment(this.#newest.packed()));
    this.#newest.clear();
  }

  /** Changes a player's names and avatar. */
  change(player: StoredPlayer): void {
    const { number } = player;
    const index = this.#segmentOf(number);
    const before = this.numbered(number)!;
    const renamed = this.#renamedIn(index).set(number, player);
    // A previous username may be an erased player's, so it is not kept.
    if (renamed.size > this.#sizes.renamed || player.username !== before.username) this.#pack(index);
    if (usernameKey(player.username) !== usernameKey(before.username)) this.#rehash();
  }

  /** Returns `undefined` for an unknown number. */
  numbered(number: number): StoredPlayer | undefined {
    if (!(number >= 1 && number <= this.count)) return undefined;
    const index = this.#segmentOf(number);
    return this.#renamed.get(index)?.get(number) ?? this.#segment(index).playerAt(this.#placeOf(number), number);
  }

  /** When a known player arrived, in epoch milliseconds. */
  knownSince(number: number): number {
    return this.#segment(this.#segmentOf(number)).knownSinceAt(this.#placeOf(number));
  }

  /** The player with a key of `usernameKey`. */
  named(key: string): StoredPlayer | undefined {
    const hash = nameHash(key);
    const mask = this.#byHash.length - 1;
    for (let place = hash & mask; this.#byHash[place] !== 0; place = (place + 1) & mask) {
      const number = this.#byHash[place]!;
      if (this.#hashOf(number) !== hash) continue;
      const player = this.numbered(number)!;
      if (usernameKey(player.username) === key) return player;
    }
    return undefined;
  }

  /** Initial contents for the directory of another thread, which must then receive the same players as this one. */
  shared(): SharedPlayers {
    const renamed: StoredPlayer[] = [];
    for (const [index, players] of this.#renamed) if (index < this.#segments.length) renamed.push(...players.values());
    return { segments: this.#segments.map(({ packed }) => packed), renamed };
  }

  /** The segments packed since the last call. Other threads can adopt them after receiving everything that preceded the call. */
  newlyShared(): readonly SharedSegment[] {
    if (this.#unshared.size === 0) return [];
    // Adopting a segment drops the renamed players kept beside it, so repack those first.
    for (const index of this.#unshared) if (this.#renamed.has(index)) this.#pack(index);
    const fresh = Array.from(this.#unshared, (index): SharedSegment => [index, this.#segments[index]!.packed]);
    this.#unshared.clear();
    return fresh;
  }

  /** Replaces a segment with the same one of another directory, or appends the next one. */
  adopt([index, packed]: SharedSegment): void {
    const isNext = index === this.#segments.length && this.#newest.count === 0;
    if (index >= this.#segments.length && !isNext) return;
    this.#segments[index] = new HeldSegment(packed);
    this.#renamed.delete(index);
    this.#unshared.delete(index);
    if (isNext) this.#rehash(this.count - this.#sizes.segment);
  }

  #segment(index: number): HeldSegment | OpenSegment {
    return this.#segments[index] ?? this.#newest;
  }

  #renamedIn(index: number): Map<number, StoredPlayer> {
    let renamed = this.#renamed.get(index);
    if (renamed === undefined) this.#renamed.set(index, (renamed = new Map()));
    return renamed;
  }

  /** Rewrites a segment with the current names. */
  #pack(index: number): void {
    const first = index * this.#sizes.segment + 1;
    const again = new OpenSegment(this.#sizes.segment);
    for (let number = first; number < first + this.#sizes.segment && number <= this.count; number += 1)
      again.add(this.numbered(number)!, this.knownSince(number));
    this.#renamed.delete(index);
    if (index === this.#segments.length) this.#newest = again;
    else {
      this.#segments[index] = new HeldSegment(again.packed());
      this.#unshared.add(index);
    }
  }

  /** Inserts the players after the first `hashed`, or all of them if the table must grow. */
  #rehash(hashed = 0): void {
    let room = this.#byHash.length;
    while (room < this.count * 2) room *= 2;
    const isAnew = hashed === 0 || room > this.#byHash.length;
    // Freeing a slot would break the probe chain of the players behind it.
    if (isAnew) this.#byHash = new Uint32Array(room);
    for (let number = isAnew ? 1 : hashed + 1; number <= this.count; number += 1) this.#place(number);
  }

  #place(number: number): void {
    const mask = this.#byHash.length - 1;
    let place = this.#hashOf(number) & mask;
    while (this.#byHash[place] !== 0) place = (place + 1) & mask;
    this.#byHash[place] = number;
  }

  /** Renaming keeps the key of a username or rewrites its segment, so the hash is current. */
  #hashOf(number: number): number {
    return this.#segment(this.#segmentOf(number)).hashAt(this.#placeOf(number));
  }

  #segmentOf(number: number): number {
    return Math.floor((number - 1) / this.#sizes.segment);
  }

  #placeOf(number: number): number {
    return (number - 1) % this.#sizes.segment;
  }
}
