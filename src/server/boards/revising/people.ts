import { setImmediate as nextTurn } from 'node:timers/promises';

import { periodContaining, type PeriodKind, type PeriodSpan } from '../../../domain/calendar.ts';
import { exactScore, type Score } from '../../../domain/scoring.ts';
import { keyOf, textOf } from '../../ranking/period-key.ts';
import type { PointsStore } from '../../store/points-store.ts';
import type { ActivityDay, BoardSettings, Change, StoredEvent } from '../../store/stored-values.ts';
import { PlayerFolds } from '../points/player-folds.ts';
import type { PeriodOrders } from '../../ranking/period-orders.ts';
import type { ShownPlayers } from './shown-players.ts';

/** For how many closed periods players are cached: yesterday's of some boards, at four bytes a player. */
const HELD = 32;

/** Hidden players per turn of the event loop, while their periods are read. */
const ABSENT_PER_TURN = 200;

export interface BoardPeriod {
  readonly board: BoardSettings;
  readonly period: PeriodSpan;
}

export interface PeopleParts {
  readonly store: Pick<
    PointsStore,
    'standings' | 'finalStandings' | 'periodSizes' | 'totalsSince' | 'playerCount' | 'playersKnownBefore' | 'activityDays' | 'eventsOf'
  >;
  readonly orders: PeriodOrders;
  readonly players: Pick<ShownPlayers, 'isShown' | 'absences'>;
}

/** How many people there are and have played, and what they did: each counted once, hidden ones left out. */
export class People {
  readonly #parts: PeopleParts;
  /** Players of closed periods by number, by text of the period's key; least recently used first. */
  readonly #closed = new Map<string, { readonly total: number; readonly players: Promise<Uint32Array> }>();
  readonly #activities: PlayerFolds<Map<string, Played>>;
  readonly #days: PlayerFolds<Map<number, Score>>;

  constructor(parts: PeopleParts) {
    this.#parts = parts;
    this.#activities = new PlayerFolds({ store: parts.store, empty: () => new Map<string, Played>(), add: addActivity });
    this.#days = new PlayerFolds({ store: parts.store, empty: () => new Map<number, Score>(), add: addToDay });
  }

  /** Applies a change of the store: a reopened period may close with other players. */
  follow(change: Change): void {
    if (change.kind === 'reopened') this.#closed.delete(textOf(change.period));
    this.#activities.follow(change);
    this.#days.follow(change);
  }

  /** How many players have arrived, or arrived before a moment (epoch milliseconds). */
  async known(before?: number): Promise<number> {
    const { store, players } = this.#parts;
    const all = before === undefined ? await store.playerCount() : await store.playersKnownBefore(before);
    let absent = 0;
    for (const number of players.absences.keys()) if (number <= all) absent += 1;
    return all - absent;
  }

  /**
   * How many players have points in at least one of some periods. A single open period knows its number; several take some ten milliseconds
   * for a million players in memory. Closed ones are read from the store once.
   */
  async in(periods: readonly BoardPeriod[]): Promise<number> {
    const { orders, players } = this.#parts;
    const closed: Uint32Array[] = [];
    const open: BoardPeriod[] = [];
    for (const each of periods) {
      const found = await this.#ofClosed(each);
      if (found === undefined) open.push(each);
      else closed.push(found);
    }
    const held = await Promise.all(open.map(async ({ board, period }) => orders.of(board, period)));
    // No await from here on, so that no commit comes between two boards.
    const [only] = held;
    if (only !== undefined && held.length === 1 && closed.length === 0) return only.size;
    const all = [...closed, ...held.map((order) => order.stretch(1, order.size))];
    let highest = 0;
    for (const numbers of all) for (const number of numbers) if (number > highest) highest = number;
    const came = new Uint8Array(highest + 1);
    for (const numbers of all) for (const number of numbers) came[number] = 1;
    for (const number of players.absences.keys()) came[number] = 0;
    return came.reduce((sum, one) => sum + one, 0);
  }

  /**
   * How many shown players have points in each period of a kind that starts in [from, to), by start; empty ones are left out. The store
   * counts hidden players, too, so they are looked up one by one and subtracted.
   */
  async sizes(board: BoardSettings, kind: PeriodKind, from: number, to: number): Promise<ReadonlyMap<number, number>> {
    const { store, players } = this.#parts;
    const sizes = new Map((await store.periodSizes(board.name, kind, from, to)).map(({ start, standings }) => [start, standings]));
    let looked = 0;
    for (const number of players.absences.keys()) {
      for (const { start } of await store.totalsSince(board.name, kind, number, from)) {
        const size = sizes.get(start);
        if (size === 1) sizes.delete(start);
        else if (size !== undefined) sizes.set(start, size - 1);
      }
      looked += 1;
      if (looked % ABSENT_PER_TURN === 0) await nextTurn();
    }
    return sizes;
  }

  /** As the store's `activityDays`, for shown players only. */
  async activityDays(board: BoardSettings, from: number, to: number): Promise<readonly ActivityDay[]> {
    const { store, players } = this.#parts;
    const absent: Played[] = [];
    for (const [i, number] of [...players.absences.keys()].entries()) {
      absent.push(...(await this.#activities.of(board, number, from)).values());
      if (i % ABSENT_PER_TURN === 0) await nextTurn();
    }
    const days = structuredClone(await store.activityDays(board.name, from, to)) as ActivityDay[];
    for (const { start, activity, events, points } of absent) {
      const ofDay = days.filter((day) => day.start === start);
      const found =
        ofDay.find((day) => (day.kind === 'named' ? day.activity === activity : day.kind === 'none' && activity === '')) ??
        ofDay.find(({ kind }) => kind === 'rest');
      if (found !== undefined) Object.assign(found, { events: found.events - events, points: found.points - points });
    }
    return days.filter(({ events }) => events > 0);
  }

  /**
   * A player's totals (by number) on days of a board that start at `from` or later, oldest first: including late events that a final day no
   * longer counts, and without voided ones.
   */
  async days(board: BoardSettings, player: number, from: number): Promise<readonly { readonly start: number; readonly points: number }[]> {
    const days = await this.#days.of(board, player, from);
    const found = Array.from(days, ([start, { points }]) => ({ start, points })).filter(({ start }) => start >= from);
    return found.toSorted((a, b) => a.start - b.start);
  }

  /** The players of a closed period, hidden or not; `undefined` for any other. */
  async #ofClosed({ board, period }: BoardPeriod): Promise<Uint32Array | undefined> {
    const { store } = this.#parts;
    const key = keyOf(board.name, period);
    const text = textOf(key);
    const final = await store.finalStandings(key, 1, 0);
    const held = this.#closed.get(text);
    this.#closed.delete(text);
    if (final === undefined) return undefined;
    const kept = held?.total === final.total ? held : { total: final.total, players: numbersIn(store.standings(key)) };
    this.#closed.set(text, kept);
    for (const oldest of [...this.#closed.keys()].slice(0, -HELD)) this.#closed.delete(oldest);
    try {
      return await kept.players;
    } catch (error) {
      this.#closed.delete(text);
      throw error;
    }
  }
}

/** A player's activity on the day that starts at `start`, in epoch milliseconds. */
interface Played {
  readonly start: number;
  readonly activity: string;
  readonly events: number;
  readonly points: number;
}

function addActivity(all: Map<string, Played>, { at, activity, points, voided }: StoredEvent, { calendar }: BoardSettings): void {
  if (voided !== undefined) return;
  const { start } = periodContaining('daily', at, calendar);
  const key = `${start} ${activity}`;
  const before = all.get(key) ?? { start, activity, events: 0, points: 0 };
  all.set(key, { ...before, events: before.events + 1, points: before.points + points });
}

/** Adds to scores by start of day. */
function addToDay(days: Map<number, Score>, event: StoredEvent, { calendar, scoring, direction }: BoardSettings): void {
  if (event.voided !== undefined) return;
  const { start } = periodContaining('daily', event.at, calendar);
  const total = exactScore(scoring, direction, days.get(start), event);
  if (total !== undefined) days.set(start, total);
}

async function numbersIn(standings: ReturnType<PointsStore['standings']>): Promise<Uint32Array> {
  const read: Uint32Array[] = [];
  for await (const { players } of standings) read.push(players);
  const numbers = new Uint32Array(read.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const players of read) {
    numbers.set(players, end);
    end += players.length;
  }
  return numbers;
}
