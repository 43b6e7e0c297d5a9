// The standings of one period at any moment, from its events.
import { setImmediate as nextTurn } from 'node:timers/promises';

import { type Score, score, scoreBy } from '../../domain/scoring.ts';
import { firstAbove } from '../../domain/ascending.ts';
import type { TotalColumns } from '../../domain/order-of-many.ts';
import { GatheredTotals } from './gathered-totals.ts';
import { orderKey } from './player-order.ts';
import type { BoardSettings, PlayedEvents } from '../store/stored-values.ts';

/** The settings that turn events into totals. */
type Rules = Pick<BoardSettings, 'scoring' | 'direction'>;

/** Events per turn of the event loop: some milliseconds. */
const EVENTS_PER_TURN = 100_000;

/** A player's total at a moment is looked up among the totals after each event, because the events arrived in order of time. */
const RISING = 0;
/** Events arrived out of order, so they are folded for each moment. */
const FOLDED = 1;
/** Newer events are folded on top of the columns. */
const SINCE = 2;

/**
 * All events that counted in a period, by player, so that the standings of any moment take one pass over the players without reading the
 * ledger. An event takes 24 bytes.
 *
 * For a player whose events arrived in order of time, the totals after each event are stored, and the one at a moment is found by binary
 * search. A total was reached with the first event since which it has not changed; on a `latest` board, with the last event.
 */
export class PeriodHistory {
  readonly #board: Rules;
  /** Ascending; events of the i-th are in the columns from `#starts[i]` up to `#starts[i + 1]`. */
  readonly #players: Uint32Array;
  readonly #starts: Uint32Array;
  readonly #at: Float64Array;
  readonly #points: Float64Array;
  readonly #totals: Float64Array;
  readonly #found: Uint8Array;
  /** Events added later, by player. */
  readonly #sinceOf = new Map<number, { readonly at: number[]; readonly points: number[] }>();
  #since = 0;

  private constructor(board: Rules, players: Uint32Array, starts: Uint32Array, at: Float64Array, points: Float64Array) {
    this.#board = board;
    this.#players = players;
    this.#starts = starts;
    this.#at = at;
    this.#points = points;
    this.#totals = new Float64Array(at.length);
    this.#found = new Uint8Array(players.length);
  }

  /** Builds a history from all events so far, yielding to others: ten million take a second. */
  static async of(board: Rules, events: readonly PlayedEvents[]): Promise<PeriodHistory> {
    const yielder = new Yielder();
    let highest = 0;
    let size = 0;
    for (const { players } of events) {
      size += players.length;
      for (let i = 0; i < players.length; i += 1) highest = Math.max(highest, players[i]!);
    }
    // Counting sort by player.
    const next = new Uint32Array(highest + 2);
    for (const { players } of events) {
      for (let i = 0; i < players.length; i += 1) next[players[i]! + 1]! += 1;
      await yielder.after(players.length);
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
      await yielder.after(players.length);
    }
    const history = new PeriodHistory(board, Uint32Array.from(present), Uint32Array.from(starts), columns.at, columns.points);
    for (let i = 0; i < present.length; i += 1) {
      history.#found[i] = history.#addUp(starts[i]!, starts[i + 1]!);
      await yielder.after(starts[i + 1]! - starts[i]!);
    }
    return history;
  }

  /** How many events it holds. */
  get size(): number {
    return this.#at.length + this.#since;
  }

  /** How many events were added later; each makes reads a little slower. */
  get since(): number {
    return this.#since;
  }

  /** Adds newer events. */
  add({ players, at, points }: PlayedEvents): void {
    for (let i = 0; i < players.length; i += 1) {
      const player = players[i]!;
      let since = this.#sinceOf.get(player);
      if (since === undefined) {
        this.#sinceOf.set(player, (since = { at: [], points: [] }));
        const place = this.#placeOf(player);
        if (place !== undefined) this.#found[place]! |= SINCE;
      }
      since.at.push(at[i]!);
      since.points.push(points[i]!);
    }
    this.#since += players.length;
  }

  /** The totals at a moment (inclusive) for ranking, of all players who had any and are not in `without`. */
  totalsAt(moment: number, without: ReadonlySet<number>): TotalColumns {
    const totals = new GatheredTotals(this.#players.length + this.#sinceOf.size);
    const add = (player: number, total: Score | undefined) => {
      if (total !== undefined) totals.add(player, orderKey(this.#board, total.points), total.reachedAt);
    };
    for (let i = 0; i < this.#players.length; i += 1) {
      const player = this.#players[i]!;
      const found = this.#found[i]!;
      if (found >= SINCE || (without.size > 0 && without.has(player))) continue;
      const first = this.#starts[i]!;
      const end = this.#starts[i + 1]!;
      if (found === FOLDED) {
        add(player, this.#columnScore(moment, i));
        continue;
      }
      const last = firstAbove(this.#at, moment, first, end) - 1;
      if (last >= first) totals.add(player, orderKey(this.#board, this.#totals[last]!), this.#at[this.#reachedWith(first, last)]!);
    }
    for (const player of this.#sinceOf.keys()) if (!without.has(player)) add(player, this.scoreAt(moment, player));
    return totals.columns;
  }

  /** A player's total at a moment (inclusive); `undefined` if there was none yet. */
  scoreAt(moment: number, player: number): Score | undefined {
    const place = this.#placeOf(player);
    const before = place === undefined ? undefined : this.#columnScore(moment, place);
    const since = this.#sinceOf.get(player);
    const { scoring, direction } = this.#board;
    return since === undefined ? before : scoreBy(moment, scoring, direction, since, 0, since.at.length, before);
  }

  /** A player's total at a moment from the columns alone. */
  #columnScore(moment: number, place: number): Score | undefined {
    const { scoring, direction } = this.#board;
    const [first, end] = [this.#starts[place]!, this.#starts[place + 1]!];
    if ((this.#found[place]! & FOLDED) !== 0)
      return scoreBy(moment, scoring, direction, { at: this.#at, points: this.#points }, first, end);
    const last = firstAbove(this.#at, moment, first, end) - 1;
    if (last < first) return undefined;
    const reached = this.#reachedWith(first, last);
    const reachedAt = this.#at[reached]!;
    // Reached with the first event, which had zero points, so nothing has changed the sum.
    const isMoved = scoring !== 'sum' || this.#points[reached] !== 0;
    return { points: this.#totals[last]!, reachedAt, movedAt: isMoved ? reachedAt : -Infinity };
  }

  /** The event, from `first` on, that reached the total after `last`. */
  #reachedWith(first: number, last: number): number {
    if (this.#board.scoring === 'latest') return last;
    const total = this.#totals[last]!;
    let reached = last;
    while (reached > first && this.#totals[reached - 1] === total) reached -= 1;
    return reached;
  }

  /** Computes the totals after each of a player's events, while they are in order of time. */
  #addUp(first: number, end: number): number {
    let total: Score | undefined;
    for (let i = first; i < end; i += 1) {
      if (i > first && this.#at[i]! < this.#at[i - 1]!) return FOLDED;
      total = score(this.#board.scoring, this.#board.direction, total, { points: this.#points[i]!, at: this.#at[i]! });
      this.#totals[i] = total.points;
    }
    return RISING;
  }

  #placeOf(player: number): number | undefined {
    const place = firstAbove(this.#players, player - 1, 0, this.#players.length);
    return this.#players[place] === player ? place : undefined;
  }
}

/** Yields to the event loop during long work. */
class Yielder {
  #done = 0;

  async after(events: number): Promise<void> {
    this.#done += events;
    if (this.#done < EVENTS_PER_TURN) return;
    this.#done = 0;
    await nextTurn();
  }
}
