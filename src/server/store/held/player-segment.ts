import { usernameKey } from '../../../domain/names/username-key.ts';
import { grown } from '../grown.ts';
import { DEFAULT_AVATAR, type StoredPlayer } from '../stored-values.ts';

/** Separates the names of a player; no name contains it. */
const BETWEEN = '\0';

/** Consecutive players in shared, immutable memory: some 40 bytes each that the garbage collector does not scan. */
export interface PlayerSegment {
  /** UTF-8: per player the username, then display name and avatar unless they are the defaults. */
  readonly texts: Uint8Array<SharedArrayBuffer>;
  /** Where the text of each player ends. */
  readonly ends: Uint32Array<SharedArrayBuffer>;
  /** By {@link nameHash}. */
  readonly hashes: Uint32Array<SharedArrayBuffer>;
  /** When each player arrived, in epoch milliseconds. */
  readonly knownSince: Float64Array<SharedArrayBuffer>;
}

/** One thread's view of a segment. */
export class HeldSegment {
  readonly packed: PlayerSegment;
  readonly #texts: Buffer;

  constructor(packed: PlayerSegment) {
    this.packed = packed;
    this.#texts = Buffer.from(packed.texts.buffer);
  }

  /** The player at an index, from 0. */
  playerAt(place: number, number: number): StoredPlayer {
    return playerIn(this.#texts, this.packed.ends, place, number);
  }

  hashAt(place: number): number {
    return this.packed.hashes[place]!;
  }

  knownSinceAt(place: number): number {
    return this.packed.knownSince[place]!;
  }
}

/** A segment that is not full yet. */
export class OpenSegment {
  #texts = Buffer.alloc(1 << 12);
  readonly #ends: Uint32Array;
  readonly #hashes: Uint32Array;
  readonly #knownSince: Float64Array;
  #count = 0;

  /** Holds at most `room` players. */
  constructor(room: number) {
    this.#ends = new Uint32Array(room);
    this.#hashes = new Uint32Array(room);
    this.#knownSince = new Float64Array(room);
  }

  get count(): number {
    return this.#count;
  }

  get isFull(): boolean {
    return this.#count === this.#ends.length;
  }

  add(player: StoredPlayer, knownSince: number): void {
    const text = textOf(player);
    const start = this.#count === 0 ? 0 : this.#ends[this.#count - 1]!;
    // UTF-8 takes up to three bytes per UTF-16 unit.
    while (start + text.length * 3 > this.#texts.length) this.#texts = grown(this.#texts, Buffer.alloc(this.#texts.length * 2));
    this.#ends[this.#count] = start + this.#texts.write(text, start);
    this.#hashes[this.#count] = nameHash(usernameKey(player.username));
    this.#knownSince[this.#count] = knownSince;
    this.#count += 1;
  }

  clear(): void {
    this.#texts.fill(0);
    this.#count = 0;
  }

  /** The player at an index, from 0. */
  playerAt(place: number, number: number): StoredPlayer {
    return playerIn(this.#texts, this.#ends, place, number);
  }

  hashAt(place: number): number {
    return this.#hashes[place]!;
  }

  knownSinceAt(place: number): number {
    return this.#knownSince[place]!;
  }

  /** Copies its players into shared memory. */
  packed(): PlayerSegment {
    const count = this.#count;
    const bytes = count === 0 ? 0 : this.#ends[count - 1]!;
    const packed = {
      texts: new Uint8Array(new SharedArrayBuffer(bytes)),
      ends: new Uint32Array(new SharedArrayBuffer(count * 4)),
      hashes: new Uint32Array(new SharedArrayBuffer(count * 4)),
      knownSince: new Float64Array(new SharedArrayBuffer(count * 8)),
    };
    packed.texts.set(this.#texts.subarray(0, bytes));
    packed.ends.set(this.#ends.subarray(0, count));
    packed.hashes.set(this.#hashes.subarray(0, count));
    packed.knownSince.set(this.#knownSince.subarray(0, count));
    return packed;
  }
}

function playerIn(texts: Buffer, ends: Uint32Array, place: number, number: number): StoredPlayer {
  const parts = texts.toString('utf8', place === 0 ? 0 : ends[place - 1], ends[place]).split(BETWEEN);
  const [username = '', displayName = username, avatar = DEFAULT_AVATAR] = parts;
  return { number, username, displayName, avatar };
}

function textOf({ username, displayName, avatar }: StoredPlayer): string {
  if (avatar !== DEFAULT_AVATAR) return username + BETWEEN + displayName + BETWEEN + avatar;
  return displayName === username ? username : username + BETWEEN + displayName;
}

/** The hash of a key of `usernameKey`: FNV-1a over UTF-16 units. */
export function nameHash(key: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let i = 0; i < key.length; i += 1) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01_00_01_93);
  return hash >>> 0;
}
