import { setImmediate as nextTurn } from 'node:timers/promises';

import type { PeriodSpan } from '../../../domain/calendar.ts';
import { PeriodHistory } from '../../ranking/period-history.ts';
import { keyOf, textOf } from '../../ranking/period-key.ts';
import type { PointsStore } from '../../store/points-store.ts';
import type { BoardSettings, Change, PeriodKey, PlayedEvents } from '../../store/stored-values.ts';
import { passingProblem } from '../../http/problem.ts';

/** Most events in all cached histories: some 300 MB. The last used one is kept whatever its size. */
const ROOM_EVENTS = 12_000_000;

/** Most cached histories. */
const HELD = 64;

/** How long an unused history is cached, in milliseconds. */
const IDLE_MS = 300_000;

/** The most standings that waiting requests may scan: some two seconds of work. A single request may need more. */
const WAITING_STANDINGS = 30_000_000;

/** The minimum cost of a request, in standings. */
const LEAST_STANDINGS = 5_000;

/** A history is rebuilt when more than this fraction of it, and more than a few events, were added. */
const SINCE = 1 / 4;
const FEW_EVENTS = 10_000;

interface Held {
  readonly board: string;
  history: PeriodHistory | undefined;
  /** The newest ledger event read. */
  reached: number;
  /** Whether nothing can be added: the period was closed when it was read. */
  complete: boolean;
  readonly idle: NodeJS.Timeout;
}

/**
 * A cache of period histories for looking back. The first request for a period reads its events, later ones what was added. Requests run
 * one after the other, each in its own turn, because anyone may ask for any moment while points must be recorded.
 */
export class PeriodHistories {
  readonly #store: Pick<PointsStore, 'countedEvents' | 'periodSizes'>;
  readonly #mayWait: number;
  readonly #held = new Map<string, Held>();
  #line: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** `mayWait`: the most standings that waiting requests may scan. */
  constructor(store: Pick<PointsStore, 'countedEvents' | 'periodSizes'>, mayWait = WAITING_STANDINGS) {
    this.#store = store;
    this.#mayWait = mayWait;
  }

  /**
   * Calls `seen` with a period's history in a turn of its own; `undefined` for a period without points. `closed`: nothing can be added to
   * it.
   * @throws {Problem} unavailable if too many requests wait already.
   */
  async look<T>(board: BoardSettings, period: PeriodSpan, closed: boolean, seen: (history: PeriodHistory) => T): Promise<T | undefined> {
    const [size] = await this.#store.periodSizes(board.name, period.kind, period.start, period.end);
    // There are endless days without points, so nothing is cached for them.
    if (size === undefined) return undefined;
    const cost = Math.max(LEAST_STANDINGS, size.standings);
    if (this.#waiting > 0 && this.#waiting + cost > this.#mayWait)
      throw passingProblem('unavailable', 'Too many requests for past moments. Try again in a moment.', 1);
    this.#waiting += cost;
    try {
      const looked = this.#line.then(async () => {
        await nextTurn();
        const history = await this.#upToDate(board, keyOf(board.name, period), closed);
        this.#makeRoom();
        return seen(history);
      });
      this.#line = looked.catch(() => undefined);
      return await looked;
    } finally {
      this.#waiting -= cost;
    }
  }

  /** Applies a change of the store: revisions change a board's history. */
  follow(change: Change): void {
    if (change.kind !== 'revised' && change.kind !== 'reopened') return;
    for (const [key, { board, idle }] of this.#held) {
      if (board !== change.board) continue;
      clearTimeout(idle);
      this.#held.delete(key);
    }
  }

  #hold(period: PeriodKey): Held {
    const key = textOf(period);
    const held: Held = this.#held.get(key) ?? {
      board: period.board,
      history: undefined,
      reached: 0,
      complete: false,
      idle: setTimeout(() => this.#held.delete(key), IDLE_MS).unref(),
    };
    held.idle.refresh();
    // Moves it to the end: most recently used last.
    this.#held.delete(key);
    this.#held.set(key, held);
    return held;
  }

  async #upToDate(board: BoardSettings, period: PeriodKey, closed: boolean): Promise<PeriodHistory> {
    const held = this.#hold(period);
    if (held.history !== undefined && held.complete) return held.history;
    if (held.history !== undefined && held.history.since > Math.max(FEW_EVENTS, held.history.size * SINCE)) {
      held.history = undefined;
      held.reached = 0;
    }
    const events: PlayedEvents[] = [];
    let { reached } = held;
    for await (const stretch of this.#store.countedEvents(period, reached)) {
      events.push(stretch);
      ({ reached } = stretch);
    }
    if (held.history === undefined) held.history = await PeriodHistory.of(board, events);
    else for (const stretch of events) held.history.add(stretch);
    held.reached = reached;
    held.complete = closed;
    return held.history;
  }

  #makeRoom(): void {
    let size = 0;
    for (const [place, [key, { history, idle }]] of [...this.#held].toReversed().entries()) {
      size += history?.size ?? 0;
      if (place === 0 || (size <= ROOM_EVENTS && place < HELD)) continue;
      clearTimeout(idle);
      this.#held.delete(key);
    }
  }
}
