import { setImmediate as nextTurn } from 'node:timers/promises';

import { firstPlace } from '../../../domain/ascending.ts';
import { distinctNames, searchKey } from './search-key.ts';
import { grown } from '../grown.ts';

/** Separates players; no name or query contains it. */
const BETWEEN_PLAYERS = '\0';

/** Players read per turn of the event loop while the index catches up. */
const READ_AT_ONCE = 5000;

/** Renamed players are checked one by one; above this number, the index is rebuilt. */
const MOST_RENAMED = 10_000;

/**
 * The folded names of all players in one buffer that is scanned from end to end: about 30 MB and 10 ms per search for a million players,
 * and no cost per event. The next search reads the names of new players.
 */
export class NameIndex {
  readonly #read: (after: number, count: number) => readonly string[];
  /** UTF-8, by player number, with a separator before each player. */
  #names = Buffer.alloc(1 << 16);
  #used = 0;
  /** Offset of the names of player 1, 2, … */
  #starts = new Uint32Array(1024);
  #count = 0;
  /** Names of players renamed since they were indexed; their names in `#names` are stale. */
  readonly #renamed = new Map<number, string>();
  #catchingUp: Promise<void> | undefined;

  /** `read` returns the result of `foldForSearch` for at most `count` players after a number, in order. */
  constructor(read: (after: number, count: number) => readonly string[]) {
    this.#read = read;
  }

  /** Updates a player's names, once they are stored. */
  rename(number: number, searched: string): void {
    // A player who is not indexed yet will be read with the new names.
    if (number > this.#count) return;
    this.#renamed.set(number, searched);
    // Overwrite the old names with a character that no name contains, keeping the separator.
    this.#names.fill(1, this.#starts[number - 1]! + BETWEEN_PLAYERS.length, this.#starts[number] ?? this.#used);
  }

  /** Numbers of the first `limit` players with a name that contains `text`, by `domain`'s rule, in order. */
  async matching(text: string, limit: number): Promise<readonly number[]> {
    const wanted = searchKey(text);
    // No name contains a lone surrogate.
    if (wanted === undefined || wanted.includes(BETWEEN_PLAYERS) || !wanted.isWellFormed()) return [];
    this.#catchingUp ??= this.#catchUp().finally(() => (this.#catchingUp = undefined));
    await this.#catchingUp;
    return this.#renamed.size === 0 ? this.#scan(wanted, limit) : this.#withRenamed(wanted, limit);
  }

  #withRenamed(wanted: string, limit: number): readonly number[] {
    // Fetch extra matches, since renamed players are filtered out.
    const asRead = this.#scan(wanted, limit + this.#renamed.size).filter((number) => !this.#renamed.has(number));
    const now = [...this.#renamed].flatMap(([number, searched]) => (searched.includes(wanted) ? [number] : []));
    return [...asRead, ...now].toSorted((a, b) => a - b).slice(0, limit);
  }

  #scan(wanted: string, limit: number): number[] {
    const numbers: number[] = [];
    const bytes = Buffer.from(wanted);
    const names = this.#names.subarray(0, this.#used);
    let from = 0;
    // The empty text matches every name.
    for (let number = 0; numbers.length < limit && number < this.#count; from = this.#starts[number] ?? this.#used) {
      const found = bytes.length === 0 ? from : names.indexOf(bytes, from);
      if (found === -1) break;
      number = this.#playerAt(found, number);
      numbers.push(number);
    }
    return numbers;
  }

  /** The number of the player whose names contain an offset; greater than `after`. */
  #playerAt(place: number, after: number): number {
    // With many matches the next player is close, so use a galloping search.
    let step = 1;
    while (after + step < this.#count && this.#starts[after + step]! <= place) step *= 2;
    return firstPlace(after + (step >>> 1), Math.min(this.#count, after + step), (number) => this.#starts[number]! <= place);
  }

  async #catchUp(): Promise<void> {
    if (this.#renamed.size >= MOST_RENAMED) {
      this.#renamed.clear();
      this.#count = 0;
      this.#used = 0;
    }
    for (;;) {
      const some = this.#read(this.#count, READ_AT_ONCE);
      for (const searched of some) this.#add(distinctNames(searched));
      if (some.length < READ_AT_ONCE) return;
      await nextTurn();
    }
  }

  #add(names: string): void {
    // UTF-8 takes up to three bytes per UTF-16 unit.
    if (this.#used + names.length * 3 + 1 > this.#names.length) this.#names = grown(this.#names, Buffer.alloc(this.#names.length * 2));
    if (this.#count === this.#starts.length) this.#starts = grown(this.#starts, new Uint32Array(this.#count * 2));
    this.#starts[this.#count] = this.#used;
    this.#used += this.#names.write(BETWEEN_PLAYERS + names, this.#used);
    this.#count += 1;
  }
}
