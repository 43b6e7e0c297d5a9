import { usernameKey } from '../../../domain/names/username-key.ts';
import { DEFAULT_AVATAR, type StoredPlayer } from '../stored-values.ts';
import { grown } from '../grown.ts';

/** Separates the names of a player; no name contains it. */
const BETWEEN = '\0';

/** Renaming leaves garbage; beyond this many bytes and half of the buffer, it is compacted. */
const MOST_WASTE_BYTES = 1 << 20;

/** All players in memory, by number (no gaps) and by name: about 45 bytes each, which the garbage collector does not scan. */
export class PlayerDirectory {
  /** UTF-8: the username, then display name and avatar unless they are the defaults. */
  #texts = Buffer.alloc(1 << 16);
  #used = 0;
  #wasted = 0;
  /** By player: offset and length of their text, and the hash of their username key. */
  #starts = new Float64Array(1024);
  #lengths = new Uint32Array(1024);
  #hashes = new Uint32Array(1024);
  /** Open addressing: player numbers by hash, 0 for a free slot. At most half full. */
  #byHash = new Uint32Array(2048);
  #count = 0;

  /** Number of players, and the highest number. */
  get count(): number {
    return this.#count;
  }

  /** Size of the text buffer. */
  get bytes(): number {
    return this.#texts.length;
  }

  add(player: StoredPlayer): void {
    if (player.number !== this.#count + 1) throw new RangeError(`Player ${player.number} cannot follow player ${this.#count}`);
    if (this.#count === this.#starts.length) this.#growPlayers();
    this.#keep(player);
    this.#hashes[this.#count] = hashOf(usernameKey(player.username));
    this.#count += 1;
    this.#enter(player.number);
  }

  /** Changes a player's names and avatar, and overwrites the old ones. */
  change(player: StoredPlayer): void {
    const place = player.number - 1;
    const hash = hashOf(usernameKey(player.username));
    const length = this.#lengths[place]!;
    this.#texts.fill(0, this.#starts[place], this.#starts[place]! + length);
    this.#wasted += length;
    this.#keep(player);
    if (hash !== this.#hashes[place]) this.#rehash(player.number, hash);
    if (this.#wasted > MOST_WASTE_BYTES && this.#wasted > this.#used / 2) this.#compact();
  }

  /** Returns `undefined` for an unknown number. */
  numbered(number: number): StoredPlayer | undefined {
    if (!(number >= 1 && number <= this.#count)) return undefined;
    const start = this.#starts[number - 1]!;
    const texts = this.#texts.toString('utf8', start, start + this.#lengths[number - 1]!).split(BETWEEN);
    const [username = '', displayName = username, avatar = DEFAULT_AVATAR] = texts;
    return { number, username, displayName, avatar };
  }

  /** The player with a key of `usernameKey`. */
  named(key: string): StoredPlayer | undefined {
    const hash = hashOf(key);
    const mask = this.#byHash.length - 1;
    for (let place = hash & mask; this.#byHash[place] !== 0; place = (place + 1) & mask) {
      const number = this.#byHash[place]!;
      if (this.#hashes[number - 1] !== hash) continue;
      const player = this.numbered(number)!;
      if (usernameKey(player.username) === key) return player;
    }
    return undefined;
  }

  #keep({ number, username, displayName, avatar }: StoredPlayer): void {
    const text =
      avatar !== DEFAULT_AVATAR
        ? username + BETWEEN + displayName + BETWEEN + avatar
        : displayName === username
          ? username
          : username + BETWEEN + displayName;
    // UTF-8 takes up to three bytes per UTF-16 unit.
    while (this.#used + text.length * 3 > this.#texts.length) this.#texts = grown(this.#texts, Buffer.alloc(this.#texts.length * 2));
    const length = this.#texts.write(text, this.#used);
    this.#starts[number - 1] = this.#used;
    this.#lengths[number - 1] = length;
    this.#used += length;
  }

  #enter(number: number): void {
    if (this.#count * 2 > this.#byHash.length) {
      const before = this.#byHash;
      this.#byHash = new Uint32Array(before.length * 2);
      for (const other of before) if (other !== 0) this.#place(other);
    }
    this.#place(number);
  }

  /** Rehashes everyone: freeing a slot would cut the probe chain of the players behind it. */
  #rehash(number: number, hash: number): void {
    const before = this.#byHash;
    this.#hashes[number - 1] = hash;
    this.#byHash = new Uint32Array(before.length);
    for (const other of before) if (other !== 0 && other !== number) this.#place(other);
    this.#enter(number);
  }

  #place(number: number): void {
    const mask = this.#byHash.length - 1;
    let place = this.#hashes[number - 1]! & mask;
    while (this.#byHash[place] !== 0) place = (place + 1) & mask;
    this.#byHash[place] = number;
  }

  #growPlayers(): void {
    const room = this.#count * 2;
    this.#starts = grown(this.#starts, new Float64Array(room));
    this.#lengths = grown(this.#lengths, new Uint32Array(room));
    this.#hashes = grown(this.#hashes, new Uint32Array(room));
  }

  #compact(): void {
    const texts = Buffer.alloc(this.#texts.length);
    let used = 0;
    for (let i = 0; i < this.#count; i += 1) {
      const start = this.#starts[i]!;
      this.#texts.copy(texts, used, start, start + this.#lengths[i]!);
      this.#starts[i] = used;
      used += this.#lengths[i]!;
    }
    this.#texts = texts;
    this.#used = used;
    this.#wasted = 0;
  }
}

/** FNV-1a over UTF-16 units. */
function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01_00_01_93);
  return hash >>> 0;
}
