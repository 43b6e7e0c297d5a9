import { MAX_SKEW_MS } from '../../../contract/points-event.ts';
import type { PointsStore } from '../../store/points-store.ts';
import { type BoardSettings, type Change, liesByArrival, type StoredEvent } from '../../store/stored-values.ts';

/** Events per read, and most per player: older ones are left out. */
const STRIDE = 500;
const MOST_EVENTS = 100_000;

/** Most cached players; the least recently used goes first. */
const MOST_PLAYERS = 5000;

/** A folded stretch of a player's events. */
interface Stretch<Fold> {
  readonly fold: Fold;
  newest: number;
  /** Where reading backwards continues. */
  oldest: number;
  /** Whether all events, or {@link MOST_EVENTS}, were read. */
  isWhole: boolean;
  /** Includes all events that arrived since then. */
  arrivedSince: number;
  events: number;
}

interface PlayerFoldsParts<Fold> {
  readonly store: Pick<PointsStore, 'eventsOf'>;
  /** A fold of no events. */
  readonly empty: () => Fold;
  /** Adds an event, which may be voided. */
  readonly add: (fold: Fold, event: StoredEvent, board: BoardSettings) => void;
}

/**
 * Folds of players' events, including those of final days, whose standings no longer change. Read from the ledger on
 * first use, then continued with newer events.
 */
export class PlayerFolds<Fold> {
  readonly #parts: PlayerFoldsParts<Fold>;
  /** By board and player, most recently used last. */
  #kept = new Map<string, Stretch<Fold>>();

  constructor(parts: PlayerFoldsParts<Fold>) {
    this.#parts = parts;
  }

  /** Applies a change of the store. New events are read on the next use. */
  follow(change: Change): void {
    if (change.kind === 'revised' || change.kind === 'board') this.#kept = new Map();
  }

  /** The fold of a player's events with an own time of `from` (epoch milliseconds) or later. May include some earlier ones. */
  async of(board: BoardSettings, player: number, from: number): Promise<Fold> {
    const key = `${player} ${board.name}`;
    // A revision meanwhile replaces the map, and so discards what is read.
    const kept = this.#kept;
    const known = kept.get(key);
    const stretch = known ?? {
      fold: this.#parts.empty(),
      newest: 0,
      oldest: 0,
      isWhole: false,
      arrivedSince: Infinity,
      events: 0,
    };
    kept.delete(key);
    if (known !== undefined) await this.#readNewer(board, player, known);
    // An event cannot arrive long before its own time.
    while (!stretch.isWhole && stretch.arrivedSince > from - MAX_SKEW_MS) await this.#readOlder(board, player, stretch);
    if (kept.size === MOST_PLAYERS) kept.delete(kept.keys().next().value!);
    kept.set(key, stretch);
    return stretch.fold;
  }

  async #readNewer(board: BoardSettings, player: number, stretch: Stretch<Fold>): Promise<void> {
    const known = stretch.newest;
    // Usually there is one, or none.
    let range: Parameters<PointsStore['eventsOf']>[2] = { limit: 8 };
    for (;;) {
      const events = await this.#parts.store.eventsOf(board.name, player, range);
      const newer = events.filter(({ seq }) => seq > known);
      this.#add(board, stretch, newer);
      if (newer.length < events.length || events.length === 0) return;
      range = { before: events.at(-1)!.seq, limit: STRIDE };
    }
  }

  async #readOlder(board: BoardSettings, player: number, stretch: Stretch<Fold>): Promise<void> {
    const range = { ...(stretch.events > 0 && { before: stretch.oldest }), limit: STRIDE };
    const events = await this.#parts.store.eventsOf(board.name, player, range);
    this.#add(board, stretch, events);
    stretch.oldest = events.at(-1)?.seq ?? 0;
    stretch.isWhole = events.length < STRIDE || stretch.events >= MOST_EVENTS;
    // Points accepted after a hold arrived before the events around them.
    const arrivals = events.filter(liesByArrival).map(({ receivedAt }) => receivedAt);
    if (arrivals.length > 0) stretch.arrivedSince = Math.max(...arrivals);
  }

  #add(board: BoardSettings, stretch: Stretch<Fold>, events: readonly StoredEvent[]): void {
    for (const event of events) {
      stretch.newest = Math.max(stretch.newest, event.seq);
      stretch.events += 1;
      this.#parts.add(stretch.fold, event, board);
    }
  }
}
