import { usernameKey } from '../../../domain/names/username-key.ts';
import { DEFAULT_AVATAR, type StoredPlayer } from '../stored-values.ts';
import { grown } from '../grown.ts';

/** Between the names of a player; no name contains it. */
const BETWEEN = '\0';

/** Renamed players leave what they were called behind; when so many bytes are of no use, and half of all, the rest moves together. */
const MUCH_WASTE_BYTES = 1 << 20;

/**
 * Everybody in memory, by number and by name: some 45 bytes a player with a short name, outside of what the garbage
 * collector looks through. Numbers come without gaps.
 */
export class PlayerDirectory {
  /** UTF-8: the username, and the display name and the avatar where they are not the usual ones. */
  #texts = Buffer.alloc(1 << 16);
  #used = 0;
  #wasted = 0;
  /** Of player 1, 2, …: where their text begins, how long it is, and the hash of their name's key. */
  #starts = new Float64Array(1024);
  #lengths = new Uint32Array(1024);
  #hashes = new Uint32Array(1024);
  /** Numbers by hash, 0 where there is none: the next free place after the one it says. Never more than half full. */
  #byHash = new Uint32Array(2048);
  #count = 0;

  /** How many there are: those of numbers 1 to this. */
  get count(): number {
    return this.#count;
  }

  /** What the texts take. */
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

  /** Gives a player another display name and avatar, and perhaps another name. Nothing is left of those before. */
  change(player: StoredPlayer): void {
    const place = player.number - 1;
    const hash = hashOf(usernameKey(player.username));
    const length = this.#lengths[place]!;
    this.#texts.fill(0, this.#starts[place], this.#starts[place]! + length);
    this.#wasted += length;
    this.#keep(player);
    if (hash !== this.#hashes[place]) this.#enterAnew(player.number, hash);
    if (this.#wasted > MUCH_WASTE_BYTES && this.#wasted > this.#used / 2) this.#moveTogether();
  }

  /** `undefined` for a number nobody has here. */
  numbered(number: number): StoredPlayer | undefined {
    if (!(number >= 1 && number <= this.#count)) return undefined;
    const start = this.#starts[number - 1]!;
    const texts = this.#texts.toString('utf8', start, start + this.#lengths[number - 1]!).split(BETWEEN);
    const [username = '', displayName = username, avatar = DEFAULT_AVATAR] = texts;
    return { number, username, displayName, avatar };
  }

  /** By the key that `usernameKey` makes of the name. */
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
    // UTF-8 takes up to three bytes for each unit of a string.
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

  /** A place that is free again would end the search for whoever stands behind it, so all are entered again. */
  #enterAnew(number: number, hash: number): void {
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

  #moveTogether(): void {
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

/** FNV-1a over the units of a text. */
function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01_00_01_93);
  return hash >>> 0;
}
