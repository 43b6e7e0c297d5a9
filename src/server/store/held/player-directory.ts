import { usernameKey } from '../../../domain/names/username-key.ts';
import type { StoredPlayer } from '../stored-values.ts';
import { type DirectoryEntry, nameHash, packedSegment, playerAt, type PlayerSegment } from './player-segment.ts';

/** Smaller in tests. */
interface Sizes {
  /** Players in a segment. */
  readonly segment: number;
  /** How many of them may be renamed before it is packed again. */
  readonly renamed: number;
}

const SIZES: Sizes = { segment: 4096, renamed: 256 };

/** A segment in the place of a directory's own one with the same players, to save memory. */
export type SharedSegment = readonly [index: number, segment: PlayerSegment];

/** What a directory of another thread starts with. */
export interface SharedPlayers {
  readonly segments: readonly PlayerSegment[];
  /** Players renamed since their segments were packed. */
  readonly renamed: readonly StoredPlayer[];
}

/**
 * All players in memory, by number (no gaps) and by name: in segments that threads share, the newest and the renamed ones beside them. Each
 * thread could do without the others: it packs the same segments at the same moments, and then replaces its own with a shared one.
 */
export class PlayerDirectory {
  readonly #sizes: Sizes;
  readonly #segments: { readonly packed: PlayerSegment; readonly texts: Buffer }[] = [];
  /** Players after the last segment. */
  #newest: DirectoryEntry[] = [];
  /** By segment and number: players renamed since it was packed. */
  readonly #renamed = new Map<number, Map<number, StoredPlayer>>();
  /** Segments packed here that were not shared yet. */
  readonly #unshared = new Set<number>();
  /** Open addressing: player numbers by hash, 0 for a free slot. At most half full. */
  #byHash: Uint32Array;

  constructor({ segments, renamed }: SharedPlayers = { segments: [], renamed: [] }, sizes = SIZES) {
    this.#sizes = sizes;
    this.#byHash = new Uint32Array(2048);
    for (const segment of segments) this.#append(segment);
    for (const player of renamed) this.#renamedIn(this.#segmentOf(player.number)).set(player.number, player);
    this.#rehash();
  }

  /** Number of players, and the highest number. */
  get count(): number {
    return this.#segments.length * this.#sizes.segment + this.#newest.length;
  }

  add(player: StoredPlayer, knownSince: number): void {
    if (player.number !== this.count + 1) throw new RangeError(`Player ${player.number} cannot follow player ${this.count}`);
    this.#newest.push({ player, knownSince });
    if (this.count * 2 > this.#byHash.length) this.#rehash();
    else this.#place(player.number);
    if (this.#newest.length < this.#sizes.segment) return;
    const index = this.#segments.length;
    this.#append(packedSegment(this.#newest));
    this.#unshared.add(index);
    this.#newest = [];
  }

  /** Changes a player's names and avatar. */
  change(player: StoredPlayer): void {
    const { number } = player;
    const index = this.#segmentOf(number);
    const before = this.numbered(number)!;
    if (index === this.#segments.length) {
      const place = this.#placeOf(number);
      this.#newest[place] = { ...this.#newest[place]!, player };
    } else {
      const renamed = this.#renamedIn(index).set(number, player);
      // An old username is one of an erased player, and is not kept.
      if (renamed.size > this.#sizes.renamed || player.username !== before.username) this.#pack(index);
    }
    if (usernameKey(player.username) !== usernameKey(before.username)) this.#rehash();
  }

  /** Returns `undefined` for an unknown number. */
  numbered(number: number): StoredPlayer | undefined {
    if (!(number >= 1 && number <= this.count)) return undefined;
    const index = this.#segmentOf(number);
    const segment = this.#segments[index];
    if (segment === undefined) return this.#newest[this.#placeOf(number)]!.player;
    return this.#renamed.get(index)?.get(number) ?? playerAt(segment.packed, segment.texts, this.#placeOf(number), number);
  }

  /** When a known player arrived, in epoch milliseconds. */
  knownSince(number: number): number {
    const segment = this.#segments[this.#segmentOf(number)];
    return segment === undefined ? this.#newest[this.#placeOf(number)]!.knownSince : segment.packed.knownSince[this.#placeOf(number)]!;
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

  /** For a directory of another thread, which is then told of the same players as this one. */
  shared(): SharedPlayers {
    return { segments: this.#segments.map(({ packed }) => packed), renamed: Array.from(this.#renamed.values(), (some) => [...some.values()]).flat() };
  }

  /** The segments packed since the last call. Others may adopt them once they have been told of all that was before the call. */
  newlyShared(): readonly SharedSegment[] {
    if (this.#unshared.size === 0) return [];
    // Others drop what was renamed beside it.
    for (const index of this.#unshared) if (this.#renamed.has(index)) this.#pack(index);
    const fresh = Array.from(this.#unshared, (index): SharedSegment => [index, this.#segments[index]!.packed]);
    this.#unshared.clear();
    return fresh;
  }

  /** Uses a segment of another directory, if this one has as many players. */
  adopt([index, packed]: SharedSegment): void {
    if (index >= this.#segments.length) return;
    this.#segments[index] = withTexts(packed);
    this.#renamed.delete(index);
    this.#unshared.delete(index);
  }

  #append(packed: PlayerSegment): void {
    this.#segments.push(withTexts(packed));
  }

  #renamedIn(index: number): Map<number, StoredPlayer> {
    let renamed = this.#renamed.get(index);
    if (renamed === undefined) this.#renamed.set(index, (renamed = new Map()));
    return renamed;
  }

  /** Packs a segment again, with the names of now. */
  #pack(index: number): void {
    const first = index * this.#sizes.segment + 1;
    const entries = Array.from({ length: this.#sizes.segment }, (_, i) => ({
      player: this.numbered(first + i)!,
      knownSince: this.knownSince(first + i),
    }));
    this.#segments[index] = withTexts(packedSegment(entries));
    this.#renamed.delete(index);
    this.#unshared.add(index);
  }

  /** Rehashes everyone: freeing a slot would cut the probe chain of the players behind it. */
  #rehash(): void {
    let room = this.#byHash.length;
    while (room < this.count * 2) room *= 2;
    this.#byHash = new Uint32Array(room);
    for (let number = 1; number <= this.count; number += 1) this.#place(number);
  }

  #place(number: number): void {
    const mask = this.#byHash.length - 1;
    let place = this.#hashOf(number) & mask;
    while (this.#byHash[place] !== 0) place = (place + 1) & mask;
    this.#byHash[place] = number;
  }

  /** Renaming keeps the key of a username, or packs its segment. */
  #hashOf(number: number): number {
    const segment = this.#segments[this.#segmentOf(number)];
    const place = this.#placeOf(number);
    return segment === undefined ? nameHash(usernameKey(this.#newest[place]!.player.username)) : segment.packed.hashes[place]!;
  }

  #segmentOf(number: number): number {
    return Math.floor((number - 1) / this.#sizes.segment);
  }

  #placeOf(number: number): number {
    return (number - 1) % this.#sizes.segment;
  }
}

function withTexts(packed: PlayerSegment) {
  return { packed, texts: Buffer.from(packed.texts.buffer) };
}
