import { setImmediate as nextTurn } from 'node:timers/promises';

import type { PeriodSpan } from '../../../domain/calendar.ts';
import { PeriodHistory } from '../../ranking/period-history.ts';
import { keyOf, textOf } from '../../ranking/period-key.ts';
import type { PointsStore } from '../../store/points-store.ts';
import type { BoardSettings, Change, PeriodKey, PlayedEvents } from '../../store/stored-values.ts';
import { passingProblem } from '../../http/problem.ts';

/** How many events are held at most, of all histories together: some 300 MB. The one used last is held whatever its size. */
const ROOM_EVENTS = 12_000_000;

/** How many histories are held at most, however small. */
const HELD = 64;

/** How long a history nobody looks at is held, in milliseconds. */
const IDLE_MS = 300_000;

/** How many standings all looks that wait may have to pass over: some two seconds of work. One look alone may have more. */
const WAITING_STANDINGS = 30_000_000;

/** What a look costs at least, in standings. */
const LEAST_STANDINGS = 5_000;

/** A history is made anew where more than this part of it, and more than a few, came after it was made. */
const SINCE = 1 / 4;
const FEW_EVENTS = 10_000;

interface Held {
  readonly board: string;
  history: PeriodHistory | undefined;
  /** The newest event of the ledger that was looked at. */
  reached: number;
  /** Whether nothing can come any more: the period was closed when it was read. */
  complete: boolean;
  readonly idle: NodeJS.Timeout;
}

/**
 * The histories of the periods that somebody looks back at. The first look at a period reads its events; those that
 * follow read what came since. One look is taken after the other, each in a turn of its own: anybody may ask for any
 * moment, and points must be taken meanwhile.
 */
export class PeriodHistories {
  readonly #store: Pick<PointsStore, 'countedEvents' | 'periodSizes'>;
  readonly #mayWait: number;
  readonly #held = new Map<string, Held>();
  #line: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** `mayWait`: how many standings those who wait may have to pass over. */
  constructor(store: Pick<PointsStore, 'countedEvents' | 'periodSizes'>, mayWait = WAITING_STANDINGS) {
    this.#store = store;
    this.#mayWait = mayWait;
  }

  /**
   * What is seen in the history of a period, in a turn of its own; `undefined` of a period without points. `closed`: nothing counts for it
   * any more.
   * @throws {Problem} unavailable where too many wait already.
   */
  async look<T>(board: BoardSettings, period: PeriodSpan, closed: boolean, seen: (history: PeriodHistory) => T): Promise<T | undefined> {
    const [size] = await this.#store.periodSizes(board.name, period.kind, period.start, period.end);
    // Days without points are without number, and nothing is held for them.
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

  /** Takes in a change of the store: after a revision a board's past is another. */
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
    // Last used, last forgotten.
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
