import { MAX_SKEW_MS } from '../../../contract/points-event.ts';
import type { PointsStore } from '../../store/points-store.ts';
import { type BoardSettings, type Change, liesByArrival, type StoredEvent } from '../../store/stored-values.ts';

/** How many events are read at once, and of one player at most: older ones are left out. */
const STRIDE = 500;
const MOST_EVENTS = 100_000;

/** How many players are kept; the one that was asked for the longest ago goes first. */
const MOST_PLAYERS = 5000;

/** A stretch of a player's events, folded. */
interface Stretch<Fold> {
  readonly fold: Fold;
  newest: number;
  /** Where reading backwards goes on. */
  oldest: number;
  /** Whether all events were read, or {@link MOST_EVENTS}. */
  isWhole: boolean;
  /** Events that arrived since then are all among them. */
  arrivedSince: number;
  events: number;
}

interface PlayerFoldsParts<Fold> {
  readonly store: Pick<PointsStore, 'eventsOf'>;
  /** A fold of no event. */
  readonly empty: () => Fold;
  /** Takes in an event that is not voided. */
  readonly add: (fold: Fold, event: StoredEvent, board: BoardSettings) => void;
}

/**
 * What the events of players add up to that are not voided: also those of days that are final, whose standings no longer
 * change. Read from the ledger when first asked for, and from newer events after that.
 */
export class PlayerFolds<Fold> {
  readonly #parts: PlayerFoldsParts<Fold>;
  /** By board and player, the one asked for last at the end. */
  #kept = new Map<string, Stretch<Fold>>();

  constructor(parts: PlayerFoldsParts<Fold>) {
    this.#parts = parts;
  }

  /** Takes in a change of the store. Events that are only added are read when somebody asks. */
  follow(change: Change): void {
    if (change.kind === 'revised' || change.kind === 'board') this.#kept = new Map();
  }

  /** The fold of a player's events whose own time is `from` or later, in epoch milliseconds. Earlier ones may be in it in part. */
  async of(board: BoardSettings, player: number, from: number): Promise<Fold> {
    const key = `${player} ${board.name}`;
    // What is revised while this reads throws away what it reads.
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
    // Mostly there is one, or none.
    let asked: Parameters<PointsStore['eventsOf']>[2] = { limit: 8 };
    for (;;) {
      const events = await this.#parts.store.eventsOf(board.name, player, asked);
      const newer = events.filter(({ seq }) => seq > known);
      this.#add(board, stretch, newer);
      if (newer.length < events.length || events.length === 0) return;
      asked = { before: events.at(-1)!.seq, limit: STRIDE };
    }
  }

  async #readOlder(board: BoardSettings, player: number, stretch: Stretch<Fold>): Promise<void> {
    const asked = { ...(stretch.events > 0 && { before: stretch.oldest }), limit: STRIDE };
    const events = await this.#parts.store.eventsOf(board.name, player, asked);
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
      if (event.voided === undefined) this.#parts.add(stretch.fold, event, board);
    }
  }
}
