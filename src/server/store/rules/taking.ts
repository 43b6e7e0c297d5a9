import type { PeriodKind, PeriodSpan } from '../../../domain/calendar.ts';
import { usernameKey } from '../../../domain/names/username-key.ts';
import { exactScore, type Score } from '../../../domain/scoring.ts';
import type { Ledger } from '../points-store.ts';
import type { RecordsToKeep } from '../records.ts';
import type { BoardSettings, EventEffect, Holding, NewEvent, PeriodChange, PeriodKey, Recorded, StoredPlayer } from '../stored-values.ts';
import { recordsOf } from './entry.ts';

type Append = Parameters<Ledger['append']>;

/** What is asked about the events of a commit, as {@link Ledger.append} says. */
export interface Asked {
  readonly counts: Append[2];
  readonly decide: Append[3];
  readonly records: Append[4];
  readonly holding: Append[5];
}

/** An event of the ledger that was sent again. */
export interface KnownEvent {
  readonly id: string;
  readonly digest: string;
  readonly answer: string;
}

/** A period of an event. */
export interface EventPeriod {
  readonly key: PeriodKey;
  readonly span: PeriodSpan;
  readonly start: number;
  readonly end: number;
  /** Whether nothing changes it any more: it is closed, or sealed. */
  readonly closed: boolean;
  /** `undefined` until something counts in it. */
  number: number | undefined;
}

/** A board and its players as a commit finds them. Players and periods are told by their numbers. */
export interface StateBefore {
  readonly settings: Pick<BoardSettings, 'scoring' | 'direction'>;
  /** In the order of `PERIOD_KINDS`. @throws {RangeError} if `at` is not a time. */
  periodsAt(at: number): readonly EventPeriod[];
  /** Of all boards; 0 before the first. */
  newestPeriod(): number;
  /** By what `usernameKey` makes of their name. */
  playerKeyed(key: string): StoredPlayer | undefined;
  /** The player that an event is the first of. */
  newPlayer(event: NewEvent): StoredPlayer;
  /** The player with the names that an event brings. */
  renamed(player: StoredPlayer, event: NewEvent): StoredPlayer;
  /** The `seq` of their latest event on the board. */
  latestEvent(player: number): number | undefined;
  scoreOf(player: number, period: number): Score | undefined;
}

/** A player of a commit, with the totals that it gives them. */
export interface EventOwner {
  player: StoredPlayer;
  /** By period, those that events of the commit counted for, before it and with it. */
  readonly totals: Map<number, { readonly before: Score | undefined; now: Score }>;
  /** The `seq` of their latest event on the board. */
  latestEvent: number | undefined;
}

/** An event that will be recorded. */
export interface TakenEvent {
  readonly seq: number;
  readonly effect: EventEffect;
  readonly owner: EventOwner;
  /** Points without a negative zero. */
  readonly points: number;
  /** The bits of the periods it counts for. */
  readonly counted: number;
  /** The start of its day, in epoch milliseconds. */
  readonly day: number;
  /** The `seq` of the event of the same player before. */
  readonly previous: number | undefined;
  /** Whether the player is new with it, or has other names since. */
  readonly names: 'new' | 'others' | 'same';
}

/** A period that the commit is the first to count in. */
export interface NewEventPeriod {
  readonly number: number;
  readonly kind: PeriodKind;
  readonly start: number;
  readonly end: number;
  /** The `seq` of the first event that counts in it. */
  readonly since: number;
}

/** What happens to one event, before there are answers: `entry` is its place among the recorded ones. */
export type Taken = Exclude<Recorded, { outcome: 'recorded' }> | { readonly outcome: 'recorded' | 'repeated'; readonly entry: number };

/**
 * The rule of what the events of one commit do, for every database: each is recorded once, refused or held, counts for its periods that
 * are open, and sees those before it. The state stays as it is, but for the players that it is asked to make or to rename.
 *
 * Late events: an event belongs to the periods of its own time. One that is closed stays as it was archived, and the change says so;
 * the longer ones that are still open count the event (docs/decisions/periods.md).
 */
export class Taking {
  readonly #state: StateBefore;
  readonly #newestSeq: number;
  readonly #asked: Asked;
  readonly #known: ReadonlyMap<string, KnownEvent>;
  readonly #holds: Holding | undefined;
  readonly #taken: Taken[] = [];
  readonly #byId = new Map<string, number>();
  /** By what makes two names one player. */
  readonly #owners = new Map<string, EventOwner>();
  readonly #newPeriods = new Map<string, NewEventPeriod>();
  readonly #periods = new Map<number, PeriodKey>();
  readonly entries: TakenEvent[] = [];
  /** Of the entries. */
  readonly answers: string[] = [];

  /** `newestSeq` is the one of the ledger; `known` has the events of the ledger that are sent again, as far as somebody looked. */
  constructor(state: StateBefore, newestSeq: number, asked: Asked, known: ReadonlyMap<string, KnownEvent> = new Map()) {
    this.#state = state;
    this.#newestSeq = newestSeq;
    this.#asked = asked;
    this.#known = known;
    this.#holds = asked.holding?.();
  }

  get owners(): Iterable<EventOwner> {
    return this.#owners.values();
  }

  /** In the order of their numbers. */
  get newPeriods(): readonly NewEventPeriod[] {
    return [...this.#newPeriods.values()];
  }

  /** Those that something counts for, by number. */
  get periods(): ReadonlyMap<number, PeriodKey> {
    return this.#periods;
  }

  /** Everything that can refuse the event is looked at before anything is changed. @throws {RangeError} if `at` is not a time. */
  take(event: NewEvent): Taken {
    const taken = this.#take(event);
    this.#taken.push(taken);
    return taken;
  }

  #take(event: NewEvent): Taken {
    const periods = this.#state.periodsAt(event.at);
    const twin = this.#byId.get(event.id);
    const earlier = twin === undefined ? this.#known.get(event.id) : this.entries[twin]!.effect.event;
    if (earlier !== undefined) {
      if (earlier.digest !== event.digest) return { outcome: 'refused', reason: 'known id, another body' };
      return 'answer' in earlier ? { outcome: 'repeated', answer: earlier.answer } : { outcome: 'repeated', entry: twin! };
    }

    const key = usernameKey(event.username);
    const known = this.#owners.get(key) ?? this.#ownerKeyed(key);
    const isRenamed = known !== undefined && isAnotherName(event, known.player);
    if (isRenamed && event.keepsNames) return { outcome: 'refused', reason: 'another name' };

    // A negative zero is a zero in the database, and nobody should see a difference.
    const points = event.points + 0;
    const { scoring, direction } = this.#state.settings;
    const changes: PeriodChange[] = [];
    for (const period of periods) {
      if (period.closed || !this.#asked.counts(period.span, event)) {
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
    const owner = known ?? { player: this.#state.newPlayer(event), totals: new Map(), latestEvent: undefined };
    if (isRenamed) owner.player = this.#state.renamed(owner.player, event);
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

  /** Gives an owner the totals that an event changes; returns the bits of its periods. */
  #count(owner: EventOwner, periods: readonly EventPeriod[], changes: readonly PeriodChange[], seq: number): number {
    let counted = 0;
    for (const [bit, change] of changes.entries()) {
      if (change.state === 'closed') continue;
      counted |= 1 << bit;
      const period = periods[bit]!;
      const number = (period.number ??= this.#numberOf(period) ?? this.#newPeriod(period, seq));
      this.#periods.set(number, period.key);
      const total = owner.totals.get(number);
      if (total === undefined) owner.totals.set(number, { before: change.before, now: change.after });
      else total.now = change.after;
    }
    return counted;
  }

  /**
   * Decides the answers of the entries from one on. `position` is the board's before the commit.
   * @throws {RangeError} if there are more or fewer; what deciding throws.
   */
  decide(position: number, first: number): void {
    if (first === this.entries.length) return;
    const effects = this.entries.slice(first).map(({ effect }) => effect);
    const answers = this.#asked.decide(effects, position, first);
    if (answers.length !== effects.length)
      throw new RangeError(`${effects.length} events were recorded, and ${answers.length} answers decided`);
    this.answers.push(...answers);
  }

  /** What happened to each event, once all answers are decided. */
  recorded(): readonly Recorded[] {
    return this.#taken.map((one): Recorded => ('entry' in one ? { outcome: one.outcome, answer: this.answers[one.entry]! } : one));
  }

  /** What is kept with the events, once all answers are decided. */
  get records(): RecordsToKeep | undefined {
    const { records } = this.#asked;
    return records && recordsOf(records, this.recorded());
  }

  #ownerKeyed(key: string): EventOwner | undefined {
    const player = this.#state.playerKeyed(key);
    return player && { player, totals: new Map(), latestEvent: this.#state.latestEvent(player.number) };
  }

  #totalNow({ player, totals }: EventOwner, period: EventPeriod): Score | undefined {
    const number = this.#numberOf(period);
    return number === undefined ? undefined : (totals.get(number)?.now ?? this.#state.scoreOf(player.number, number));
  }

  /** `undefined` until something counts in it, also in this commit: of many periods the first are not remembered until the last. */
  #numberOf({ key: { kind }, start, number }: EventPeriod): number | undefined {
    return number ?? this.#newPeriods.get(`${kind} ${start}`)?.number;
  }

  #newPeriod({ key: { kind }, start, end }: EventPeriod, since: number): number {
    const number = this.#state.newestPeriod() + this.#newPeriods.size + 1;
    this.#newPeriods.set(`${kind} ${start}`, { number, kind, start, end, since });
    return number;
  }
}

function isAnotherName({ displayName, avatar }: NewEvent, player: StoredPlayer): boolean {
  return (displayName ?? player.displayName) !== player.displayName || (avatar ?? player.avatar) !== player.avatar;
}
