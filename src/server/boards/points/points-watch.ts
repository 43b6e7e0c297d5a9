import { periodContaining } from '../../../domain/calendar.ts';
import { DAY_MS } from '../../../domain/durations.ts';
import { lookOf } from '../../../domain/names/look-of.ts';
import { usernameKey } from '../../../domain/names/username-key.ts';
import { bestDay, type Pace } from '../../../domain/plausibility.ts';
import { exactScore, type Score } from '../../../domain/scoring.ts';
import { nameKey, usernameIn } from '../../guests/kept-guest.ts';
import { PendingOrder } from '../../ranking/pending-order.ts';
import type { PeriodOrders } from '../../ranking/period-orders.ts';
import { orderKey } from '../../ranking/player-order.ts';
import type { PointsStore } from '../../store/points-store.ts';
import type { RecordsToKeep } from '../../store/records.ts';
import type { BoardSettings, Change, Hold, Holding, NewEvent, Recorded } from '../../store/stored-values.ts';
import { keptHeld, heldKey, keptEvent, type KeptHeld } from './kept-held.ts';
import type { Webhooks } from '../../outgoing/webhooks/webhooks.ts';
import { OVERTAKEN } from './attempts.ts';
import { PlayerFolds } from './player-folds.ts';
import type { PlayerLooks } from './player-looks.ts';
import { addPlay, addToSums, hourOf, noSums, sumOf, type Sums } from './player-sums.ts';
import { type BoardLimits, heldBy, playHeldBy, podiumHeldBy, type PointsLimits } from './points-limits.ts';

/** A player's days are compared with their days of the past year. */
const HISTORY_MS = 366 * DAY_MS;

const ALL_TIME = { kind: 'all-time', start: -Infinity } as const;

/** A queued event. `isOperators`: never held. `playSeconds`: the duration of its play, if it is from one. */
export type SubmittedEvent = NewEvent & { readonly isOperators?: boolean; readonly playSeconds?: number | undefined };

/** Thrown if some events of the commit were held before. Nothing was stored; the commit restarts without them. */
export class HeldBefore extends Error {
  override readonly name = 'HeldBefore';
  /** By event id. */
  readonly held: ReadonlyMap<string, KeptHeld>;

  constructor(held: ReadonlyMap<string, KeptHeld>) {
    super('Events that were held before were sent again');
    this.held = held;
  }
}

/** Additions to a commit of events on a board with limits. */
export interface Watching {
  readonly holding: () => Holding;
  readonly records: RecordsToKeep<readonly Recorded[]>;
}

/** A sender's player: their number if they are known, and their sums. */
interface Known {
  readonly number: number | undefined;
  sums: Sums;
  readonly displayName: string | undefined;
  /** Other players' names that look like new names in their events, by new name. */
  readonly alike: Map<string, string>;
}

export interface PointsWatchParts {
  readonly store: Pick<PointsStore, 'playerNamed' | 'eventsOf' | 'record'>;
  readonly boards: { readonly limits: Pick<PointsLimits, 'of'>; readonly webhooks: Pick<Webhooks, 'recordsFor'> };
  readonly looks: Pick<PlayerLooks, 'catchUp' | 'alike'>;
  readonly orders: Pick<PeriodOrders, 'held'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Checks events of boards with limits before they count. */
export class PointsWatch {
  readonly #parts: PointsWatchParts;
  readonly #sums: PlayerFolds<Sums>;
  /** Players whose points or names changed since they were read; `all` until a board has limits. */
  #changed: Set<number> | 'all' = 'all';

  constructor(parts: PointsWatchParts) {
    this.#parts = parts;
    this.#sums = new PlayerFolds({ store: parts.store, empty: noSums, add: addPlay });
  }

  /** Applies a change of the store. */
  follow(change: Change): void {
    this.#sums.follow(change);
    // Voiding an event in final periods changes the sums, although no total.
    if (change.kind === 'player' || change.kind === 'revised') this.#changed = 'all';
    if (change.kind === 'recorded' && this.#changed !== 'all') for (const { player } of change.totals) this.#changed.add(player);
  }

  /** Reads the sums of a commit's players for {@link Watching}. One commit at a time. */
  async begin(board: BoardSettings, limits: BoardLimits, events: readonly SubmittedEvent[]): Promise<Watching> {
    this.#changed = new Set();
    const looked = limits.names === true ? await this.#parts.looks.catchUp() : Infinity;
    const known = await this.#look(board, limits, events);
    return {
      holding: () => this.#holding(board, limits, known, looked),
      records: {
        of: events.map(({ id }) => heldKey(board.name, id)),
        change: (kept, recorded) => {
          const before = kept.flatMap((record, i) =>
            record === undefined || record.state === 'accepted' ? [] : [[events[i]!.id, keptHeld(record)] as const],
          );
          if (before.length > 0) throw new HeldBefore(new Map(before));
          return recorded.flatMap((one, i) => {
            const event = events[i]!;
            // The first of two with the same id is held.
            if (one.outcome !== 'held' || events.findIndex(({ id }) => id === event.id) !== i) return [];
            const held: KeptHeld = { board: board.name, event: keptEvent(event), ...one.hold, note: null };
            const at = this.#parts.clock();
            const { kind, id } = heldKey(board.name, event.id);
            // Webhooks get no player names.
            const reason = held.rule === 'name' ? 'A new name looks like that of another player.' : held.reason;
            const message = { type: 'points.held', at, subject: id, board: board.name, held: id, reason } as const;
            return [
              { kind, id, at, state: 'waiting', text: JSON.stringify(held) },
              // It was not held before, so there is no earlier message.
              ...(this.#parts.boards.webhooks.recordsFor(message)?.change([], undefined) ?? []),
            ];
          });
        },
      },
    };
  }

  #holding(board: BoardSettings, limits: BoardLimits, known: ReadonlyMap<string, Known>, looked: number): Holding {
    if (this.#parts.boards.limits.of(board.name) !== limits) throw OVERTAKEN;
    const held = new Map<string, Hold>();
    /** Sums of earlier events in this commit, by username key. */
    const added = new Map<string, Sums>();
    const newcomers = new Set<string>();
    const rising = limits.play?.podium === true ? this.#rising(board) : undefined;
    /** Who first used a new name in this commit, by its look. */
    const newLooks = new Map<string, { readonly key: string; readonly name: string }>();
    return (event: SubmittedEvent, number) => {
      const twin = held.get(event.id);
      if (twin !== undefined) return twin;
      if (event.isOperators === true) return undefined;
      const key = usernameKey(event.username);
      const theirs = known.get(key);
      const isSame = theirs !== undefined && (theirs.number === number || (theirs.number === undefined && newcomers.has(key)));
      if (!isSame || this.#changed === 'all' || (number !== undefined && this.#changed.has(number))) throw OVERTAKEN;
      const hold = (made: Hold) => {
        held.set(event.id, made);
        return made;
      };
      const names = limits.names === true && !newcomers.has(key) ? newNames(event, theirs) : [];
      for (const name of names) {
        const brought = newLooks.get(lookOf(name));
        const like = theirs.alike.get(name) ?? (brought?.key === key ? undefined : brought?.name);
        if (like !== undefined) return hold({ rule: 'name', reason: `The name is new and looks like ${JSON.stringify(like)}.` });
        // A player with a similar name may have arrived meanwhile.
        for (const player of this.#changed) if (player > looked) throw OVERTAKEN;
      }
      const [hour, day] = [hourOf(event.at), dayOf(board, event.at)];
      const more = added.get(key) ?? noSums();
      const inHour = sumOf(theirs.sums.hours.get(hour), more.hours.get(hour));
      const inDay = sumOf(theirs.sums.days.get(day), more.days.get(day));
      const { playSeconds } = event;
      const ofPlay =
        playSeconds === undefined
          ? undefined
          : playHeldBy(limits, event.points, { seconds: playSeconds, hour: inHour.events, day: inDay.events });
      if (ofPlay !== undefined) return hold(ofPlay);
      const pace = {
        hour: inHour.points,
        day: inDay.points,
        ...(limits.history === null ? NO_DAYS : earlierDays([theirs.sums.days, more.days], day)),
      };
      const exceeding = heldBy(limits, board, event.points, pace) ?? rising?.(event, key, number);
      if (exceeding !== undefined) return hold(exceeding);
      if (number === undefined) newcomers.add(key);
      for (const name of names) newLooks.set(lookOf(name), { key, name });
      addToSums(more, event, board);
      added.set(key, more);
      return undefined;
    };
  }

  /** Ranks of all time as they rise within a commit: why an event is held, or its player's new rank for later events. */
  #rising(board: BoardSettings): (event: SubmittedEvent, key: string, number: number | undefined) => Hold | undefined {
    const order = this.#parts.orders.held(board, ALL_TIME);
    if (order === undefined) throw OVERTAKEN;
    const pending = new PendingOrder(order);
    /** By username key. */
    const moved = new Map<string, { readonly player: number; readonly score: Score }>();
    return ({ points, at, playSeconds }, key, number) => {
      const known = moved.get(key);
      // A new player comes last among equal points at the same moment.
      const player = known?.player ?? number ?? Number.MAX_SAFE_INTEGER - moved.size;
      const there = order.totalOf(player);
      const before = known?.score ?? (there && { ...there, points: orderKey(board, there.points), movedAt: there.reachedAt });
      const after = exactScore(board.scoring, board.direction, before, { points, at });
      if (after === undefined) return undefined;
      const rankOf = (score: Score) => pending.placeFor(player, orderKey(board, score.points), score.reachedAt).rank;
      const held = playSeconds === undefined ? undefined : podiumHeldBy(rankOf(after), before && rankOf(before));
      if (held === undefined) {
        pending.move(player, orderKey(board, after.points), after.reachedAt);
        moved.set(key, { player, score: after });
      }
      return held;
    };
  }

  async #look(board: BoardSettings, limits: BoardLimits, events: readonly SubmittedEvent[]): Promise<ReadonlyMap<string, Known>> {
    const { store } = this.#parts;
    const known = new Map<string, Known>();
    for (const event of events) {
      if (event.isOperators === true) continue;
      const { username, at } = event;
      const key = usernameKey(username);
      let theirs = known.get(key);
      if (theirs === undefined) {
        const player = await store.playerNamed(username);
        theirs = { number: player?.number, displayName: player?.displayName, sums: noSums(), alike: new Map() };
        known.set(key, theirs);
      }
      for (const name of limits.names === true ? newNames(event, theirs) : []) {
        const like = theirs.alike.has(name) ? undefined : await this.#parts.looks.alike(name, theirs.number);
        if (like !== undefined) theirs.alike.set(name, like.displayName);
        // Guests have names before they have points.
        const { kind, id } = nameKey(name);
        const taken = like === undefined ? await store.record(kind, id) : undefined;
        if (taken !== undefined && usernameKey(usernameIn(taken)) !== key) theirs.alike.set(name, name);
      }
      const { number } = theirs;
      if (number === undefined || !comparesEvents(limits)) continue;
      const [hour, day] = [hourOf(at), dayOf(board, at)];
      theirs.sums = await this.#sums.of(board, number, limits.history === null ? Math.min(hour, day) : day - HISTORY_MS);
    }
    return known;
  }
}

/** The new names of an event: both for a new player, a changed display name for a known one. */
function newNames({ username, displayName, keepsNames }: SubmittedEvent, known: Pick<Known, 'number' | 'displayName'>): readonly string[] {
  if (known.number === undefined) return displayName === undefined ? [username] : [username, displayName];
  return displayName === undefined || keepsNames || displayName === known.displayName ? [] : [displayName];
}

/** Whether some limit compares an event with others of its player. */
function comparesEvents({ hour, day, history, play }: BoardLimits): boolean {
  return [hour, day, history, play?.hour ?? null, play?.day ?? null].some((limit) => limit !== null);
}

const NO_DAYS = bestDay([]);

/** A player's results on days of the year before `day`, from several sums together. */
function earlierDays(sums: readonly Sums['days'][], day: number): Pick<Pace, 'best' | 'days'> {
  const earlier = new Map<number, number>();
  for (const days of sums)
    for (const [start, { points }] of days)
      if (start < day && start >= day - HISTORY_MS) earlier.set(start, (earlier.get(start) ?? 0) + points);
  return bestDay(earlier.values());
}

function dayOf({ calendar }: BoardSettings, at: number): number {
  return periodContaining('daily', at, calendar).start;
}
