import type { Totals } from './moment-order.ts';
import { PeriodHistory } from './period-history.ts';
import { textOf } from './period-key.ts';
import type { BoardSettings, PeriodKey, PlayedEvents, PointsStore } from './points-store.ts';

/** How many events are held at most, of all histories together: some 300 MB. The one used last is held whatever its size. */
const ROOM = 12_000_000;

/** How long a history nobody looks at is held, in milliseconds. */
const IDLE = 300_000;

/** A history is made anew where more than this part of it came after it was made. */
const APART = 1 / 4;

interface Held {
  history: PeriodHistory | undefined;
  /** The newest event of the ledger that was looked at. */
  reached: number;
  /** Whether nothing can come any more: the period was closed when it was read. */
  complete: boolean;
  /** One after the other: an event must not be added twice. */
  line: Promise<unknown>;
  readonly idle: NodeJS.Timeout;
}

/**
 * The histories of the periods that somebody looks back at. The first look at a period reads its events; those that
 * follow read what came since.
 */
export class PeriodHistories {
  readonly #store: Pick<PointsStore, 'countedEvents'>;
  readonly #held = new Map<string, Held>();

  constructor(store: Pick<PointsStore, 'countedEvents'>) {
    this.#store = store;
  }

  /** The totals of a period at a moment (epoch milliseconds) of those who are not `without`. `closed`: nothing counts for it any more. */
  async totalsAt(board: BoardSettings, period: PeriodKey, closed: boolean, moment: number, without: ReadonlySet<number>): Promise<Totals> {
    const held = this.#hold(textOf(period));
    const looked = held.line.then(async () => {
      const history = await this.#upToDate(held, board, period, closed);
      return history.totalsAt(moment, without);
    });
    held.line = looked.catch(() => undefined);
    const totals = await looked;
    this.#makeRoom();
    return totals;
  }

  #hold(key: string): Held {
    const held = this.#held.get(key) ?? {
      history: undefined,
      reached: 0,
      complete: false,
      line: Promise.resolve(),
      idle: setTimeout(() => this.#held.delete(key), IDLE).unref(),
    };
    held.idle.refresh();
    // Last used, last forgotten.
    this.#held.delete(key);
    this.#held.set(key, held);
    return held;
  }

  async #upToDate(held: Held, board: BoardSettings, period: PeriodKey, closed: boolean): Promise<PeriodHistory> {
    if (held.history !== undefined && held.complete) return held.history;
    if (held.history !== undefined && held.history.eventsApart > held.history.size * APART) {
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
    for (const [key, { history, idle }] of [...this.#held].toReversed()) {
      size += history?.size ?? 0;
      if (size <= ROOM || history === undefined || key === [...this.#held.keys()].at(-1)) continue;
      clearTimeout(idle);
      this.#held.delete(key);
    }
  }
}
