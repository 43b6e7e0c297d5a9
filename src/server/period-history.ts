import { setImmediate as nextTurn } from 'node:timers/promises';

import { type EventColumns, type Score, score, scoreBy } from '../domain/scoring.ts';
import type { Totals } from './moment-order.ts';
import { orderKey } from './player-order.ts';
import type { BoardSettings, PlayedEvents } from './points-store.ts';

/** What of a board's settings makes totals of events. */
type Rules = Pick<BoardSettings, 'scoring' | 'direction'>;

/** Events between two turns of the event loop: some milliseconds. */
const EVENTS_PER_TURN = 100_000;

/** How the totals of a player at a moment are found. */
const RISING = 0;
/** Events arrived in another order than they happened in: which total they made depends on the moment, so they are folded for it. */
const FOLDED = 1;
/** Something came since: their events are kept apart. */
const APART = 2;

/**
 * Everything that counted in one period, player by player, so that the standings of any moment of it are one pass
 * over the players and no reading of the ledger. An event takes 24 bytes.
 *
 * Of a player whose events arrived in the order they happened in, the totals after each event are kept, and the one
 * at a moment is found by halving. A total was reached with the first of the events since which it did not change.
 */
export class PeriodHistory {
  readonly #board: Rules;
  /** Ascending; the events of the i-th lie in the columns from `#starts[i]` up to `#starts[i + 1]`. */
  readonly #players: Uint32Array;
  readonly #starts: Uint32Array;
  readonly #at: Float64Array;
  readonly #points: Float64Array;
  readonly #totals: Float64Array;
  readonly #found: Uint8Array;
  readonly #apart = new Map<number, { readonly at: number[]; readonly points: number[] }>();
  #eventsApart = 0;

  private constructor(board: Rules, players: Uint32Array, starts: Uint32Array, at: Float64Array, points: Float64Array) {
    this.#board = board;
    this.#players = players;
    this.#starts = starts;
    this.#at = at;
    this.#points = points;
    this.#totals = new Float64Array(at.length);
    this.#found = new Uint8Array(players.length);
  }

  /** Made of all events so far, little by little: ten million take a second, in which others want to be answered too. */
  static async of(board: Rules, events: readonly PlayedEvents[]): Promise<PeriodHistory> {
    const breath = new Breath();
    let highest = 0;
    let size = 0;
    for (const { players } of events) {
      size += players.length;
      for (let i = 0; i < players.length; i += 1) highest = Math.max(highest, players[i]!);
    }
    // Where the events of each player begin: counted, then added up.
    const next = new Uint32Array(highest + 2);
    for (const { players } of events) {
      for (let i = 0; i < players.length; i += 1) next[players[i]! + 1]! += 1;
      await breath.after(players.length);
    }
    const present: number[] = [];
    const starts: number[] = [];
    for (let player = 0; player <= highest; player += 1) {
      if (next[player + 1]! > 0) {
        present.push(player);
        starts.push(next[player]!);
      }
      next[player + 1]! += next[player]!;
    }
    starts.push(size);
    const columns = { at: new Float64Array(size), points: new Float64Array(size) };
    for (const { players, at, points } of events) {
      for (let i = 0; i < players.length; i += 1) {
        const place = next[players[i]!]!++;
        columns.at[place] = at[i]!;
        columns.points[place] = points[i]!;
      }
      await breath.after(players.length);
    }
    const history = new PeriodHistory(board, Uint32Array.from(present), Uint32Array.from(starts), columns.at, columns.points);
    for (let i = 0; i < present.length; i += 1) {
      history.#found[i] = history.#addUp(starts[i]!, starts[i + 1]!);
      await breath.after(starts[i + 1]! - starts[i]!);
    }
    return history;
  }

  /** How many events it holds. */
  get size(): number {
    return this.#at.length + this.#eventsApart;
  }

  /** How many of them came after it was made: each makes every look a little dearer. */
  get eventsApart(): number {
    return this.#eventsApart;
  }

  /** Adds what counted since. */
  add({ players, at, points }: PlayedEvents): void {
    for (let i = 0; i < players.length; i += 1) {
      const apart = this.#apart.get(players[i]!) ?? this.#takeApart(players[i]!);
      apart.at.push(at[i]!);
      apart.points.push(points[i]!);
      this.#eventsApart += 1;
    }
  }

  /** The totals at a moment, what happened in it included, of those who had any by then and are not `without`. */
  totalsAt(moment: number, without: ReadonlySet<number>): Totals {
    const room = this.#players.length + this.#apart.size;
    const totals = { size: 0, players: new Uint32Array(room), points: new Float64Array(room), reachedAt: new Float64Array(room) };
    const put = (player: number, total: number, reachedAt: number) => {
      totals.players[totals.size] = player;
      totals.points[totals.size] = orderKey(this.#board, total);
      totals.reachedAt[totals.size] = reachedAt;
      totals.size += 1;
    };
    const putFolded = (player: number, columns: EventColumns, from: number, to: number) => {
      const total = scoreBy(moment, this.#board.scoring, this.#board.direction, columns, from, to);
      if (total !== undefined) put(player, total.points, total.reachedAt);
    };
    const columns = { at: this.#at, points: this.#points };
    for (let i = 0; i < this.#players.length; i += 1) {
      const player = this.#players[i]!;
      const found = this.#found[i]!;
      if (found === APART || (without.size > 0 && without.has(player))) continue;
      const first = this.#starts[i]!;
      const end = this.#starts[i + 1]!;
      if (found === FOLDED) {
        putFolded(player, columns, first, end);
        continue;
      }
      let last = this.#lastBy(moment, first, end);
      if (last < first) continue;
      const total = this.#totals[last]!;
      while (last > first && this.#totals[last - 1] === total) last -= 1;
      put(player, total, this.#at[last]!);
    }
    for (const [player, apart] of this.#apart) if (!without.has(player)) putFolded(player, apart, 0, apart.at.length);
    return totals;
  }

  /** The last event of [first, end) that had happened by a moment; the one before `first` where none had. */
  #lastBy(moment: number, first: number, end: number): number {
    let low = first;
    let high = end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#at[middle]! <= moment) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** Writes the totals after each of a player's events, as far as they happened in this order. */
  #addUp(first: number, end: number): number {
    let total: Score | undefined;
    for (let i = first; i < end; i += 1) {
      if (i > first && this.#at[i]! < this.#at[i - 1]!) return FOLDED;
      total = score(this.#board.scoring, this.#board.direction, total, { points: this.#points[i]!, at: this.#at[i]! });
      this.#totals[i] = total.points;
    }
    return RISING;
  }

  #takeApart(player: number): { readonly at: number[]; readonly points: number[] } {
    const i = this.#placeOf(player);
    const [first, end] = i === undefined ? [0, 0] : [this.#starts[i]!, this.#starts[i + 1]!];
    if (i !== undefined) this.#found[i] = APART;
    const apart = { at: [...this.#at.subarray(first, end)], points: [...this.#points.subarray(first, end)] };
    this.#apart.set(player, apart);
    this.#eventsApart += end - first;
    return apart;
  }

  #placeOf(player: number): number | undefined {
    let low = 0;
    let high = this.#players.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#players[middle]! < player) low = middle + 1;
      else high = middle;
    }
    return this.#players[low] === player ? low : undefined;
  }
}

/** Lets others be answered while something long is done. */
class Breath {
  #done = 0;

  async after(events: number): Promise<void> {
    this.#done += events;
    if (this.#done < EVENTS_PER_TURN) return;
    this.#done = 0;
    await nextTurn();
  }
}
