import type { StandingColumns } from '../stored-values.ts';
import { firstPlace } from '../../../domain/ascending.ts';
import type { Score } from '../../../domain/scoring.ts';

/** Players per block: numbers 0 to 63 are in block 0. Part of the schema. */
const PLAYERS_PER_BLOCK = 64;

/** How many events the stored totals may lack after a crash; they are folded again on opening. Lets hot blocks be written in batches. */
export const MOST_BEHIND = 65_536;

/** Multiplier of the player in a key; period numbers are lower. */
const PERIODS = 2 ** 40;

/** The period number under which a player's latest event is stored. */
const LATEST_EVENT = 0;

/** Numbers per total: key, points, when reached, when last moved. */
const WIDTH = 4;

/** Capacity of a new block, in totals. */
const FIRST_ROOM = 4;

export interface BlockTotal extends Score {
  readonly player: number;
  readonly period: number;
}

export function blockOf(player: number): number {
  return Math.floor(player / PLAYERS_PER_BLOCK);
}

/** The lowest and highest player number of a block. */
export function playersOf(block: number): readonly [first: number, last: number] {
  return [block * PLAYERS_PER_BLOCK, (block + 1) * PLAYERS_PER_BLOCK - 1];
}

/**
 * The totals of some players on one board by period number, and each player's latest event: one sorted array of numbers, in memory as on
 * disk, so reading and writing are a copy and lookups a binary search.
 */
export class TotalsBlock {
  readonly #first: number;
  #numbers: Float64Array;
  #totals: number;

  /** `bytes` has the format of {@link bytes}, and is empty for a new block; the block takes ownership of it. */
  constructor(block: number, bytes: Uint8Array = new Uint8Array()) {
    this.#first = block * PLAYERS_PER_BLOCK;
    this.#totals = bytes.length / (WIDTH * 8);
    // A Float64Array must start at a multiple of 8 bytes.
    const { buffer, byteOffset } = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
    this.#numbers = new Float64Array(buffer, byteOffset, this.#totals * WIDTH);
  }

  /** The stored form. Valid until the next change. */
  get bytes(): Uint8Array {
    return new Uint8Array(this.#numbers.buffer, this.#numbers.byteOffset, this.#totals * WIDTH * 8);
  }

  copy(): TotalsBlock {
    return new TotalsBlock(this.#first / PLAYERS_PER_BLOCK, this.bytes.slice());
  }

  scoreOf(player: number, period: number): Score | undefined {
    const key = this.#keyOf(player, period);
    const at = this.#placeOf(key) * WIDTH;
    if (at === this.#totals * WIDTH || this.#numbers[at] !== key) return undefined;
    return { points: this.#numbers[at + 1]!, reachedAt: this.#numbers[at + 2]!, movedAt: this.#numbers[at + 3]! };
  }

  setScore(player: number, period: number, { points, reachedAt, movedAt }: Score): void {
    this.#set(this.#keyOf(player, period), points, reachedAt, movedAt);
  }

  /** The `seq` of a player's latest event; `undefined` without events. */
  latestEventOf(player: number): number | undefined {
    return this.scoreOf(player, LATEST_EVENT)?.points;
  }

  setLatestEvent(player: number, seq: number): void {
    this.#set(this.#keyOf(player, LATEST_EVENT), seq, 0, 0);
  }

  drop(player: number, period: number): void {
    const key = this.#keyOf(player, period);
    const place = this.#placeOf(key);
    if (place === this.#totals || this.#numbers[place * WIDTH] !== key) return;
    this.#numbers.copyWithin(place * WIDTH, (place + 1) * WIDTH, this.#totals * WIDTH);
    this.#totals -= 1;
  }

  /** Drops all totals of periods for which `isKept` is false. */
  keepOnly(isKept: (period: number) => boolean): void {
    let kept = 0;
    for (let place = 0; place < this.#totals; place += 1) {
      const period = periodIn(this.#numbers[place * WIDTH]!);
      if (period !== LATEST_EVENT && !isKept(period)) continue;
      if (kept < place) this.#numbers.copyWithin(kept * WIDTH, place * WIDTH, (place + 1) * WIDTH);
      kept += 1;
    }
    this.#totals = kept;
  }

  /** Adds the number of totals of each period, by number, to `counts`. */
  countTotals(counts: Uint32Array): void {
    for (let place = 0; place < this.#totals; place += 1) counts[periodIn(this.#numbers[place * WIDTH]!)]! += 1;
  }

  /** Writes the totals of a period into columns starting at row `from`; returns the row after the last. */
  gather(period: number, { players, points, reachedAt, movedAt }: StandingColumns, from: number): number {
    const numbers = this.#numbers;
    const end = this.#totals * WIDTH;
    let row = from;
    for (let at = 0; at < end; at += WIDTH) {
      const key = numbers[at]!;
      const player = Math.floor(key / PERIODS);
      if (key - player * PERIODS !== period) continue;
      players[row] = this.#first + player;
      points[row] = numbers[at + 1]!;
      reachedAt[row] = numbers[at + 2]!;
      movedAt[row] = numbers[at + 3]!;
      row += 1;
    }
    return row;
  }

  /** Yields the totals and the latest event player by player. */
  *players(): Iterable<{ readonly player: number; readonly latestEvent: number | undefined; readonly totals: readonly BlockTotal[] }> {
    for (let place = 0; place < this.#totals;) {
      const player = Math.floor(this.#numbers[place * WIDTH]! / PERIODS);
      const totals: BlockTotal[] = [];
      let latestEvent: number | undefined;
      for (; place < this.#totals && Math.floor(this.#numbers[place * WIDTH]! / PERIODS) === player; place += 1) {
        const [key = 0, points = 0, reachedAt = 0, movedAt = 0] = this.#numbers.subarray(place * WIDTH, (place + 1) * WIDTH);
        const period = periodIn(key);
        if (period === LATEST_EVENT) latestEvent = points;
        else totals.push({ player: this.#first + player, period, points, reachedAt, movedAt });
      }
      yield { player: this.#first + player, latestEvent, totals };
    }
  }

  #keyOf(player: number, period: number): number {
    return (player - this.#first) * PERIODS + period;
  }

  /** The index of a key, or where it would be inserted. */
  #placeOf(key: number): number {
    return firstPlace(0, this.#totals, (place) => this.#numbers[place * WIDTH]! < key);
  }

  #set(key: number, points: number, reachedAt: number, movedAt: number): void {
    const at = this.#placeOf(key) * WIDTH;
    const end = this.#totals * WIDTH;
    if (at === end || this.#numbers[at] !== key) {
      if (end === this.#numbers.length) {
        const grown = new Float64Array(end + Math.max(FIRST_ROOM, this.#totals >>> 1) * WIDTH);
        grown.set(this.#numbers);
        this.#numbers = grown;
      }
      this.#numbers.copyWithin(at + WIDTH, at, end);
      this.#numbers[at] = key;
      this.#totals += 1;
    }
    this.#numbers[at + 1] = points;
    this.#numbers[at + 2] = reachedAt;
    this.#numbers[at + 3] = movedAt;
  }
}

function periodIn(key: number): number {
  return key - Math.floor(key / PERIODS) * PERIODS;
}

export function gathered(blocks: readonly TotalsBlock[], period: number): StandingColumns {
  const rows = blocks.length * PLAYERS_PER_BLOCK;
  const columns = {
    players: new Uint32Array(rows),
    points: new Float64Array(rows),
    reachedAt: new Float64Array(rows),
    movedAt: new Float64Array(rows),
  };
  const found = blocks.reduce((row, block) => block.gather(period, columns, row), 0);
  return {
    players: columns.players.subarray(0, found),
    points: columns.points.subarray(0, found),
    reachedAt: columns.reachedAt.subarray(0, found),
    movedAt: columns.movedAt.subarray(0, found),
  };
}
