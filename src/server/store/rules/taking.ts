import { PERIOD_KINDS, type PeriodKind, type PeriodSpan } from '../../../domain/calendar.ts';
import { usernameKey } from '../../../domain/names/username-key.ts';
import { exactScore, type Score } from '../../../domain/scoring.ts';
import { SpanCache } from '../../../domain/span-cache.ts';
import type { Queryable } from '../held/queryable.ts';
import { type HeldBoard, isFixed, periodOf } from '../held/boards.ts';
import { timeToColumn } from '../held/columns.ts';
import type { NewPeriod } from '../held/logged-change.ts';
import type { PlayerFold, RecordedStep, State } from '../held/state.ts';
import type { Ledger } from '../points-store.ts';
import { type ActivitySum, activitySums } from './activity-days.ts';
import { lastOfEach, type RecordChange, type StoredRecord } from '../records.ts';
import {
  DEFAULT_AVATAR,
  earliestOf,
  type EventEffect,
  type Holding,
  type NewEvent,
  type PeriodChange,
  type PeriodKey,
  type Recorded,
  type StoredPlayer,
} from '../stored-values.ts';

type Append = Parameters<Ledger['append']>;

/** The callbacks of {@link Ledger.append}. */
export interface AppendCallbacks {
  readonly counts: Append[2];
  readonly decide: Append[3];
  readonly records: Append[4];
  readonly holding: Append[5];
}

/** An event that is already in the ledger and was sent again. */
export interface KnownEvent {
  readonly id: string;
  readonly digest: string;
  readonly answer: string;
}

interface EventPeriod {
  readonly key: PeriodKey;
  readonly span: PeriodSpan;
  readonly start: number;
  readonly end: number;
  /** Whether it is closed or sealed, so that it can no longer change. */
  readonly closed: boolean;
  /** `undefined` until an event counts in it. */
  number: number | undefined;
}

/** A board and the state before a commit. */
export interface StateBefore {
  readonly board: HeldBoard;
  readonly state: State;
}

/** A player within a commit, with their new totals. */
interface EventOwner extends PlayerFold {
  player: StoredPlayer;
  readonly totals: Map<number, { readonly before: Score | undefined; now: Score }>;
  latestEvent: number | undefined;
}

/** An event to be recorded. */
export interface TakenEvent {
  readonly seq: number;
  readonly effect: EventEffect;
  readonly owner: EventOwner;
  /** The points, with a negative zero converted to zero. */
  readonly points: number;
  /** The bits of the periods it counts for. */
  readonly counted: number;
  /** The start of its day, in epoch milliseconds. */
  readonly day: number;
  /** The `seq` of the player's previous event. */
  readonly previous: number | undefined;
  /** Whether the event creates or renames its player. */
  readonly names: 'new' | 'others' | 'same';
}

/** Events of a commit that are written together. */
export interface TakenPart {
  readonly entries: readonly TakenEvent[];
  /** One per entry. */
  readonly answers: readonly string[];
  /** Players created by these events. */
  readonly added: readonly { readonly player: StoredPlayer; readonly knownSince: number }[];
  /** Players renamed by these events. */
  readonly renamed: TakenPart['added'];
  /** Periods in which no event had counted before, by number. */
  readonly periods: readonly NewPeriod[];
}

/** A refused event that may be a retry of a recorded one and has not been checked yet. */
class MayBeKnown extends Error {
  override readonly name = 'MayBeKnown';
}

/** The sums that events add to the activities of their days. */
export function addedActivities(entries: readonly TakenEvent[]): readonly ActivitySum[] {
  return activitySums(entries.map(({ day, effect, points }) => ({ day, activity: effect.event.activity, points, sign: 1 })));
}

/** The subset of `events` that is in the ledger, by id. */
export async function knownAmong(
  db: Queryable,
  { number }: HeldBoard,
  events: readonly NewEvent[],
): Promise<ReadonlyMap<string, KnownEvent>> {
  const ids = events.map(({ id }) => id);
  const rows = await db.rows<KnownEvent>('SELECT id, digest, answer FROM events WHERE board = $1 AND id = ANY ($2)', [number, ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The outcome of an event before answers are decided: `entry` is its index among the recorded ones. */
type Taken = Exclude<Recorded, { outcome: 'recorded' }> | { readonly outcome: 'recorded' | 'repeated'; readonly entry: number };

/**
 * The rules of recording events in one commit, for every database: each event is recorded once, refused or held, counts for its open
 * periods, and sees the events before it. Does not change the state.
 *
 * Late events: an event belongs to the periods of its own time. A closed period stays as archived, and the change says so; longer periods
 * that are still open count the event (docs/decisions/periods.md).
 */
export class Taking {
  readonly #before: StateBefore;
  readonly #spans: SpanCache<EventPeriod>;
  readonly #newestSeq: number;
  readonly #callbacks: AppendCallbacks;
  readonly #known: ReadonlyMap<string, KnownEvent> | undefined;
  readonly #holds: Holding | undefined;
  readonly #taken: Taken[] = [];
  /** Arrivals of new players, by number. */
  readonly #newcomers = new Map<number, number>();
  #latestKnownSince = -Infinity;
  readonly #byId = new Map<string, number>();
  /** By username key. */
  readonly #owners = new Map<string, EventOwner>();
  readonly #newPeriods = new Map<string, NewPeriod>();
  readonly entries: TakenEvent[] = [];
  /** One per entry. */
  readonly #answers: string[] = [];
  /** The number of new periods in earlier parts. */
  #partPeriods = 0;

  /** `newestSeq`: the newest of the ledger; `known`: the retried events of the ledger, if they were looked up. */
  constructor(before: StateBefore, newestSeq: number, callbacks: AppendCallbacks, known?: ReadonlyMap<string, KnownEvent>) {
    this.#before = before;
    this.#spans = new SpanCache((kind, at) => periodAt(before.board, kind, at));
    this.#newestSeq = newestSeq;
    this.#callbacks = callbacks;
    this.#known = known;
    this.#holds = callbacks.holding?.();
  }

  /** The step for the state to record once the commit is durable. */
  step(): RecordedStep {
    const { board } = this.#before;
    const named = this.entries.flatMap(({ names, effect: { player } }) => {
      if (names !== 'new' && names !== 'others') return [];
      return [{ player, knownSince: names === 'new' ? this.#newcomers.get(player.number)! : undefined }];
    });
    return {
      board: board.number,
      events: this.entries.length,
      earliest: earliestOf(this.entries.map(({ effect }) => effect.event)),
      since: this.#newestSeq + 1,
      named,
      periods: [...this.#newPeriods.values()],
      folds: [...this.#owners.values()],
    };
  }

  /**
   * Processes the next events, decides their answers, and returns what to write.
   * @throws {RangeError} if an `at` is not a time or the number of answers differs; what `decide` throws; {@link MayBeKnown}.
   */
  part(events: readonly NewEvent[]): TakenPart {
    const first = this.entries.length;
    for (const event of events) {
      const taken = this.#take(event);
      // A retry gets its stored answer, even if the event would now be refused or held.
      if (this.#known === undefined && (taken.outcome === 'refused' || taken.outcome === 'held')) throw new MayBeKnown();
      this.#taken.push(taken);
    }
    this.#decide(first);
    const entries = this.entries.slice(first);
    const periods = [...this.#newPeriods.values()].slice(this.#partPeriods);
    this.#partPeriods += periods.length;
    return {
      entries,
      answers: this.#answers.slice(first),
      added: this.#named(entries, 'new'),
      renamed: this.#named(entries, 'others'),
      periods,
    };
  }

  /** Players created or renamed by some entries, with their current names. */
  #named(entries: readonly TakenEvent[], which: TakenEvent['names']): TakenPart['added'] {
    const owners = new Set(entries.flatMap(({ names, owner }) => (names === which ? [owner] : [])));
    const { players } = this.#before.state;
    return Array.from(owners, ({ player }) => {
      return { player, knownSince: this.#newcomers.get(player.number) ?? players.knownSince(player.number) };
    });
  }

  #take(event: NewEvent): Taken {
    const periods = this.#spans.containing(event.at);
    const twin = this.#byId.get(event.id);
    const earlier = twin === undefined ? this.#known?.get(event.id) : this.entries[twin]!.effect.event;
    if (earlier !== undefined) {
      if (earlier.digest !== event.digest) return { outcome: 'refused', reason: 'known id, another body' };
      return 'answer' in earlier ? { outcome: 'repeated', answer: earlier.answer } : { outcome: 'repeated', entry: twin! };
    }

    const key = usernameKey(event.username);
    const known = this.#owners.get(key) ?? this.#ownerKeyed(key);
    const isRenamed = known !== undefined && isAnotherName(event, known.player);
    if (isRenamed && event.keepsNames) return { outcome: 'refused', reason: 'another name' };

    // The database would convert a negative zero to zero.
    const points = event.points + 0;
    const { scoring, direction } = this.#before.board.settings;
    const changes: PeriodChange[] = [];
    for (const period of periods) {
      if (period.closed || !this.#callbacks.counts(period.span, event)) {
        changes.push({ state: 'closed', period: period.key });
        continue;
      }
      const before = known && this.#totalNow(known, period);
      const after = exactScore(scoring, direction, before, { points, at: event.at });
      if (after === undefined) return { outcome: 'refused', reason: 'total out of range' };
      changes.push({ state: 'counted', period: period.key, before, after });
    }
    const hold = this.#holds?.(event, known?.player.number);
    if (hold !== undefined) return { outcome: 'held', hold };

    const names = known === undefined ? 'new' : isRenamed ? 'others' : 'same';
    const owner = known ?? { player: this.#newPlayer(event), totals: new Map(), latestEvent: undefined };
    if (isRenamed) owner.player = { ...owner.player, ...namesOf(event, owner.player) };
    this.#owners.set(key, owner);
    const entry = this.entries.length;
    const seq = this.#newestSeq + entry + 1;
    const counted = this.#count(owner, periods, changes, seq);
    const effect = { event, player: owner.player, changes };
    this.entries.push({ seq, effect, owner, points, counted, day: periods[0]!.start, previous: owner.latestEvent, names });
    owner.latestEvent = seq;
    this.#byId.set(event.id, entry);
    return { outcome: 'recorded', entry };
  }

  /** Updates the totals of an event's player; returns the bits of the periods that the event counts for. */
  #count(owner: EventOwner, periods: readonly EventPeriod[], changes: readonly PeriodChange[], seq: number): number {
    let counted = 0;
    for (const [bit, change] of changes.entries()) {
      if (change.state === 'closed') continue;
      counted |= 1 << bit;
      const period = periods[bit]!;
      const number = (period.number ??= this.#numberOf(period) ?? this.#newPeriod(period, seq));
      const total = owner.totals.get(number);
      if (total === undefined) owner.totals.set(number, { before: change.before, now: change.after });
      else total.now = change.after;
    }
    return counted;
  }

  /** Decides the answers of the entries from `first` on. */
  #decide(first: number): void {
    if (first === this.entries.length) return;
    const effects = this.entries.slice(first).map(({ effect }) => effect);
    const answers = this.#callbacks.decide(effects, this.#before.board.position, first);
    if (answers.length !== effects.length)
      throw new RangeError(`${effects.length} events were recorded, and ${answers.length} answers decided`);
    this.#answers.push(...answers);
  }

  /** The outcome of each event, once all answers are decided. */
  recorded(): readonly Recorded[] {
    return this.#taken.map((one): Recorded => ('entry' in one ? { outcome: one.outcome, answer: this.#answers[one.entry]! } : one));
  }

  /** The records to store with the events, once all answers are decided. `kept`: their current versions. */
  records(kept: readonly (StoredRecord | undefined)[]): readonly RecordChange[] {
    const { records } = this.#callbacks;
    return records === undefined ? [] : lastOfEach(records.change(kept, this.recorded()));
  }

  #ownerKeyed(key: string): EventOwner | undefined {
    const { board, state } = this.#before;
    const player = state.players.keyed(key);
    return player && { player, totals: new Map(), latestEvent: state.latestEvent(board, player.number) };
  }

  #newPlayer({ username, displayName = username, avatar = DEFAULT_AVATAR, receivedAt }: NewEvent): StoredPlayer {
    const { players } = this.#before.state;
    const number = players.count + this.#newcomers.size + 1;
    this.#latestKnownSince = Math.max(this.#latestKnownSince, players.nextKnownSince(receivedAt));
    this.#newcomers.set(number, this.#latestKnownSince);
    return { number, username, displayName, avatar };
  }

  #totalNow({ player, totals }: EventOwner, period: EventPeriod): Score | undefined {
    const number = this.#numberOf(period);
    if (number === undefined) return undefined;
    return totals.get(number)?.now ?? this.#before.state.scoreOf({ board: this.#before.board, number }, player.number);
  }

  /** `undefined` until an event counts in it, including in this commit: the span cache may have forgotten the number. */
  #numberOf({ key: { kind }, start, number }: EventPeriod): number | undefined {
    return number ?? this.#newPeriods.get(`${kind} ${start}`)?.[0];
  }

  #newPeriod({ key: { kind }, start, end }: EventPeriod, since: number): number {
    const number = this.#before.state.newestPeriod + this.#newPeriods.size + 1;
    this.#newPeriods.set(`${kind} ${start}`, [number, this.#before.board.number, kind, timeToColumn(start), timeToColumn(end), since]);
    return number;
  }
}

function periodAt(board: HeldBoard, kind: PeriodKind, at: number): EventPeriod {
  const span = board.spans.containing(at)[PERIOD_KINDS.indexOf(kind)]!;
  const { start, end } = span;
  const held = periodOf(board, span);
  return { key: { board: board.settings.name, kind, start }, span, start, end, closed: isFixed(held), number: held?.number };
}

/** The names that an event gives its player. */
function namesOf({ displayName, avatar }: NewEvent, player: StoredPlayer) {
  return { displayName: displayName ?? player.displayName, avatar: avatar ?? player.avatar };
}

function isAnotherName(event: NewEvent, player: StoredPlayer): boolean {
  const { displayName, avatar } = namesOf(event, player);
  return displayName !== player.displayName || avatar !== player.avatar;
}
