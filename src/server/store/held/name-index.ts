import { setImmediate as nextTurn } from 'node:timers/promises';

import { firstPlace } from '../../../domain/ascending.ts';
import { distinctNames, searchKey } from './search-key.ts';
import { grown } from '../grown.ts';

/** Between the names of two players; no name and no query contains it. */
const BETWEEN_PLAYERS = '\0';

/** Players read between two turns of the event loop while the index catches up. */
const READ_AT_ONCE = 5000;

/** Renamed players are looked through one by one; when there are this many, all names are read anew. */
const MOST_RENAMED = 10_000;

/**
 * The folded names of all players in one stretch of memory, to be looked through from end to end: at a million
 * players some 30 MB and 10 ms, whatever is looked for, and no cost at all for events. Names are read when somebody
 * searches, those of players who came since the last search with the next one.
 */
export class NameIndex {
  readonly #read: (after: number, count: number) => readonly string[];
  /** UTF-8, in the order of numbers, with a separator in front of every player. */
  #names = Buffer.alloc(1 << 16);
  #used = 0;
  /** Where the names of player 1, 2, … begin. */
  #starts = new Uint32Array(1024);
  #count = 0;
  /** Of players renamed since they were read; the names in `#names` do not hold for them. */
  readonly #renamed = new Map<number, string>();
  #catchingUp: Promise<void> | undefined;

  /** `read` gives what `foldForSearch` makes of the names of the players after a number, in order, at most `count`. */
  constructor(read: (after: number, count: number) => readonly string[]) {
    this.#read = read;
  }

  /** Takes note of a player's new names, once they are kept. */
  rename(number: number, searched: string): void {
    // Of those who were not read yet, the new names will be.
    if (number > this.#count) return;
    this.#renamed.set(number, searched);
    // No name has this character, and the separator in front stays.
    this.#names.fill(1, this.#starts[number - 1]! + BETWEEN_PLAYERS.length, this.#starts[number] ?? this.#used);
  }

  /** Numbers of the first `limit` players one of whose names contains `text`, by `domain`'s rule, in order. */
  async matching(text: string, limit: number): Promise<readonly number[]> {
    const wanted = searchKey(text);
    // No name has half of a character in it.
    if (wanted === undefined || wanted.includes(BETWEEN_PLAYERS) || !wanted.isWellFormed()) return [];
    this.#catchingUp ??= this.#catchUp().finally(() => (this.#catchingUp = undefined));
    await this.#catchingUp;
    return this.#renamed.size === 0 ? this.#scan(wanted, limit) : this.#withRenamed(wanted, limit);
  }

  #withRenamed(wanted: string, limit: number): readonly number[] {
    // As many more as might turn out to be called otherwise by now.
    const asRead = this.#scan(wanted, limit + this.#renamed.size).filter((number) => !this.#renamed.has(number));
    const now = [...this.#renamed].flatMap(([number, searched]) => (searched.includes(wanted) ? [number] : []));
    return [...asRead, ...now].toSorted((a, b) => a - b).slice(0, limit);
  }

  #scan(wanted: string, limit: number): number[] {
    const numbers: number[] = [];
    const bytes = Buffer.from(wanted);
    const names = this.#names.subarray(0, this.#used);
    let from = 0;
    // Every name contains the empty text.
    for (let number = 0; numbers.length < limit && number < this.#count; from = this.#starts[number] ?? this.#used) {
      const found = bytes.length === 0 ? from : names.indexOf(bytes, from);
      if (found === -1) break;
      number = this.#playerAt(found, number);
      numbers.push(number);
    }
    return numbers;
  }

  /** The number of the player whose names are at a place; somebody after `after`. */
  #playerAt(place: number, after: number): number {
    // Where many match the next one is near.
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
    // UTF-8 takes up to three bytes for each unit of a string.
    if (this.#used + names.length * 3 + 1 > this.#names.length) this.#names = grown(this.#names, Buffer.alloc(this.#names.length * 2));
    if (this.#count === this.#starts.length) this.#starts = grown(this.#starts, new Uint32Array(this.#count * 2));
    this.#starts[this.#count] = this.#used;
    this.#used += this.#names.write(BETWEEN_PLAYERS + names, this.#used);
    this.#count += 1;
  }
}
