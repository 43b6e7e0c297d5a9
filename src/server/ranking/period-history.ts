// One period, event by event: what its standings were at any moment.
import { setImmediate as nextTurn } from 'node:timers/promises';

import { type EventColumns, type Score, score, scoreBy, type ScoredEvent } from '../../domain/scoring.ts';
import { firstAbove, firstNotBelow } from '../../domain/ascending.ts';
import type { Totals } from './moment-order.ts';
import { orderKey } from './player-order.ts';
import type { BoardSettings, PlayedEvents } from '../store/stored-values.ts';

/** What of a board's settings makes totals of events. */
type Rules = Pick<BoardSettings, 'scoring' | 'direction'>;

/** Events between two turns of the event loop: some milliseconds. */
const EVENTS_PER_TURN = 100_000;

/** How the totals of a player at a moment are found. */
const RISING = 0;
/** Events arrived in another order than they happened in: which total they made depends on the moment, so they are folded for it. */
const FOLDED = 1;
/** More happened since, in its order: it follows on the columns. */
const FOLLOWED = 2;
/** Something came since that had happened before: all their events are kept apart. */
const APART = 3;

/** What came of one player since the history was made. */
interface Since {
  /** Whether all of it follows on the columns, or on nothing; else it has the events of the columns as well. */
  follows: boolean;
  readonly at: number[];
  readonly points: number[];
  /** Where it follows: the total after each. */
  readonly totals: Score[];
}

/**
 * Everything that counted in one period, player by player, so that the standings of any moment of it are one pass
 * over the players and no reading of the ledger. An event takes 24 bytes.
 *
 * Of a player whose events arrived in the order they happened in, the totals after each event are kept, and the one
 * at a moment is found by halving. A total was reached with the first of the events since which it did not change; that of
 * a `latest` board with the last one.
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
  readonly #sinceOf = new Map<number, Since>();
  #since = 0;
  #lent: Omit<Totals, 'size'> | undefined;

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
    return this.#at.length + this.#since;
  }

  /** How many of them came after it was made: each makes every look a little dearer. */
  get since(): number {
    return this.#since;
  }

  /** Adds what counted since. */
  add({ players, at, points }: PlayedEvents): void {
    for (let i = 0; i < players.length; i += 1) this.#addOne(players[i]!, { at: at[i]!, points: points[i]! });
    this.#since += players.length;
  }

  /** The totals at a moment, what happened in it included, of those who had any by then and are not `without`. Lent until the next time. */
  totalsAt(moment: number, without: ReadonlySet<number>): Totals {
    const totals = { size: 0, ...this.#columnsFor(this.#players.length + this.#sinceOf.size) };
    const put = (player: number, total: number, reachedAt: number) => {
      totals.players[totals.size] = player;
      totals.points[totals.size] = orderKey(this.#board, total);
      totals.reachedAt[totals.size] = reachedAt;
      totals.size += 1;
    };
    const putScore = (player: number, total: Score | undefined) => {
      if (total !== undefined) put(player, total.points, total.reachedAt);
    };
    const { scoring, direction } = this.#board;
    const columns = { at: this.#at, points: this.#points };
    for (let i = 0; i < this.#players.length; i += 1) {
      const player = this.#players[i]!;
      const found = this.#found[i]!;
      if (found === APART || (without.size > 0 && without.has(player))) continue;
      const first = this.#starts[i]!;
      const end = this.#starts[i + 1]!;
      if (found === FOLDED) {
        putScore(player, scoreBy(moment, scoring, direction, columns, first, end));
        continue;
      }
      if (found === FOLLOWED) {
        const later = lastTotal(this.#sinceOf.get(player)!, moment);
        if (later !== undefined) {
          putScore(player, later);
          continue;
        }
      }
      const last = lastBy(this.#at, moment, first, end);
      if (last >= first) put(player, this.#totals[last]!, this.#at[this.#reachedWith(first, last)]!);
    }
    for (const [player, since] of this.#sinceOf) {
      const place = this.#placeOf(player);
      if (without.has(player) || (place !== undefined && this.#found[place] === FOLLOWED)) continue;
      putScore(player, since.follows ? lastTotal(since, moment) : scoreBy(moment, scoring, direction, since, 0, since.at.length));
    }
    return totals;
  }

  /** The total of a player at a moment, what happened in it included; `undefined` if they had none by then. */
  scoreAt(moment: number, player: number): Score | undefined {
    const place = this.#placeOf(player);
    const since = this.#sinceOf.get(player);
    if (since !== undefined && (!since.follows || place === undefined)) return this.#fold(moment, since, 0, since.at.length);
    if (place === undefined) return undefined;
    // What follows on the columns has its totals kept whole; the columns keep their points alone.
    return (
      (since && lastTotal(since, moment)) ??
      this.#fold(moment, { at: this.#at, points: this.#points }, this.#starts[place]!, this.#starts[place + 1]!)
    );
  }

  #fold(moment: number, events: EventColumns, from: number, to: number): Score | undefined {
    return scoreBy(moment, this.#board.scoring, this.#board.direction, events, from, to);
  }

  /** The same each time, as far as they are large enough: a million players take 20 MB. */
  #columnsFor(players: number): Omit<Totals, 'size'> {
    if (this.#lent === undefined || this.#lent.players.length < players) {
      // Room for those who come while somebody looks: new columns for each of them would cost as much as the look.
      const room = players + (players >>> 4) + 64;
      this.#lent = { players: new Uint32Array(room), points: new Float64Array(room), reachedAt: new Float64Array(room) };
    }
    return this.#lent;
  }

  /** With which event from `first` on the total after the one at `last` was reached. */
  #reachedWith(first: number, last: number): number {
    if (this.#board.scoring === 'latest') return last;
    const total = this.#totals[last]!;
    let reached = last;
    while (reached > first && this.#totals[reached - 1] === total) reached -= 1;
    return reached;
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

  #addOne(player: number, event: ScoredEvent): void {
    const place = this.#placeOf(player);
    const since = this.#sinceOf.get(player) ?? this.#begin(player, place);
    const before = since.totals.at(-1) ?? (place === undefined ? undefined : this.#lastScore(place));
    const lastAt = since.at.at(-1) ?? (place === undefined ? -Infinity : this.#at[this.#starts[place + 1]! - 1]!);
    since.at.push(event.at);
    since.points.push(event.points);
    if (!since.follows) return;
    if (event.at >= lastAt) since.totals.push(score(this.#board.scoring, this.#board.direction, before, event));
    else this.#takeApart(since, place);
  }

  #begin(player: number, place: number | undefined): Since {
    const since: Since = { follows: true, at: [], points: [], totals: [] };
    this.#sinceOf.set(player, since);
    if (place === undefined) return since;
    if (this.#found[place] === FOLDED) this.#takeApart(since, place);
    else this.#found[place] = FOLLOWED;
    return since;
  }

  /** Puts the events of the columns in front of those that came since. */
  #takeApart(since: Since, place: number | undefined): void {
    since.follows = false;
    since.totals.length = 0;
    if (place === undefined) return;
    this.#found[place] = APART;
    const [first, end] = [this.#starts[place]!, this.#starts[place + 1]!];
    const came = { at: since.at.splice(0), points: since.points.splice(0) };
    for (const { at, points } of [{ at: this.#at.subarray(first, end), points: this.#points.subarray(first, end) }, came]) {
      for (let i = 0; i < at.length; i += 1) {
        since.at.push(at[i]!);
        since.points.push(points[i]!);
      }
    }
  }

  /** The last total of the columns of a player whose events happened in their order. */
  #lastScore(place: number): Score {
    const [first, end] = [this.#starts[place]!, this.#starts[place + 1]!];
    const reached = this.#reachedWith(first, end - 1);
    const reachedAt = this.#at[reached]!;
    // Reached with the first event, of zero points: nothing has moved the sum.
    const isMoved = this.#board.scoring !== 'sum' || this.#points[reached] !== 0;
    return { points: this.#totals[end - 1]!, reachedAt, movedAt: isMoved ? reachedAt : -Infinity };
  }

  #placeOf(player: number): number | undefined {
    const place = firstNotBelow(this.#players, player);
    return this.#players[place] === player ? place : undefined;
  }
}

/** The total at a moment of what follows; `undefined` where all of it happened later. */
function lastTotal({ at, totals }: Since, moment: number): Score | undefined {
  return totals[lastBy(at, moment, 0, at.length)];
}

/** The last of [first, end) that had happened by a moment, of those that happened in their order; the one before `first` where none had. */
function lastBy(at: ArrayLike<number>, moment: number, first: number, end: number): number {
  return firstAbove(at, moment, first, end) - 1;
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
