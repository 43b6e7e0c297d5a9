import { MAX_SKEW_MS } from '../../../contract/points-event.ts';
import { periodContaining } from '../../../domain/calendar.ts';
import { HOUR_MS } from '../../../domain/durations.ts';
import type { PointsStore } from '../../store/points-store.ts';
import type { BoardSettings, Change, StoredEvent } from '../../store/stored-values.ts';

/** How many events are read at once, and of one player at most: older ones are left out. */
const STRIDE = 500;
const MOST_EVENTS = 100_000;

/** How many players are kept; the one that was asked for the longest ago goes first. */
const MOST_PLAYERS = 5000;

/** What a stretch of a player's events adds up to, by the start of their hour and day (epoch milliseconds). */
interface Sums {
  readonly hours: Map<number, number>;
  readonly days: Map<number, number>;
  newest: number;
  /** Where reading backwards goes on. */
  oldest: number;
  /** Whether all events were read, or {@link MOST_EVENTS}. */
  isWhole: boolean;
  /** Events that arrived since then are all among them. */
  arrivedSince: number;
  events: number;
}

/**
 * What players won by hour and day, from all of their events that are not voided: also those of days that are final, whose
 * standings no longer change. Folded from the ledger when first asked for, and from newer events after that.
 */
export class PlayerSums {
  readonly #store: Pick<PointsStore, 'eventsOf'>;
  /** By board and player, the one asked for last at the end. */
  #kept = new Map<string, Sums>();

  constructor(store: Pick<PointsStore, 'eventsOf'>) {
    this.#store = store;
  }

  /** Takes in a change of the store. Events that are only added are read when somebody asks. */
  follow(change: Change): void {
    if (change.kind === 'revised' || change.kind === 'board') this.#kept = new Map();
  }

  /** The sums of a player whose own time is `from` or later, in epoch milliseconds. Earlier ones may be there in part. */
  async of(board: BoardSettings, player: number, from: number): Promise<Pick<Sums, 'hours' | 'days'>> {
    const key = `${player} ${board.name}`;
    // What is revised while this reads throws away what it reads.
    const kept = this.#kept;
    const known = kept.get(key);
    const sums = known ?? { hours: new Map(), days: new Map(), newest: 0, oldest: 0, isWhole: false, arrivedSince: Infinity, events: 0 };
    kept.delete(key);
    if (known !== undefined) await this.#readNewer(board, player, known);
    // An event cannot arrive long before its own time.
    while (!sums.isWhole && sums.arrivedSince > from - MAX_SKEW_MS) await this.#readOlder(board, player, sums);
    if (kept.size === MOST_PLAYERS) kept.delete(kept.keys().next().value!);
    kept.set(key, sums);
    return sums;
  }

  async #readNewer(board: BoardSettings, player: number, sums: Sums): Promise<void> {
    const known = sums.newest;
    // Mostly there is one, or none.
    let stretch: Parameters<PointsStore['eventsOf']>[2] = { limit: 8 };
    for (;;) {
      const events = await this.#store.eventsOf(board.name, player, stretch);
      const newer = events.filter(({ seq }) => seq > known);
      add(board, sums, newer);
      if (newer.length < events.length || events.length === 0) return;
      stretch = { before: events.at(-1)!.seq, limit: STRIDE };
    }
  }

  async #readOlder(board: BoardSettings, player: number, sums: Sums): Promise<void> {
    const stretch = { ...(sums.events > 0 && { before: sums.oldest }), limit: STRIDE };
    const events = await this.#store.eventsOf(board.name, player, stretch);
    add(board, sums, events);
    sums.oldest = events.at(-1)?.seq ?? 0;
    sums.isWhole = events.length < STRIDE || sums.events >= MOST_EVENTS;
    // One that was accepted after it had been held arrived before those around it.
    sums.arrivedSince = Math.max(...events.map(({ receivedAt }) => receivedAt));
  }
}

function add({ calendar }: BoardSettings, sums: Sums, events: readonly StoredEvent[]): void {
  for (const { seq, at, points, voided } of events) {
    sums.newest = Math.max(sums.newest, seq);
    sums.events += 1;
    if (voided !== undefined) continue;
    const hour = hourOf(at);
    const day = periodContaining('daily', at, calendar).start;
    sums.hours.set(hour, (sums.hours.get(hour) ?? 0) + points);
    sums.days.set(day, (sums.days.get(day) ?? 0) + points);
  }
}

/** When the hour of a moment starts, from full hour to full hour in UTC. Epoch milliseconds. */
export function hourOf(at: number): number {
  return Math.floor(at / HOUR_MS) * HOUR_MS;
}
