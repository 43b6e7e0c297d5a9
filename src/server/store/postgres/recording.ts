import { PERIOD_KINDS, type PeriodKind, type PeriodSpan } from '../../../domain/calendar.ts';
import { usernameKey } from '../../../domain/names/username-key.ts';
import { exactScore, type Score } from '../../../domain/scoring.ts';
import { SpanCache } from '../../../domain/span-cache.ts';
import { timeToColumn } from '../held/columns.ts';
import { type Ledger, StorageFailure } from '../points-store.ts';
import {
  DEFAULT_AVATAR,
  type EventEffect,
  type Holding,
  type NewEvent,
  type PeriodChange,
  type PeriodKey,
  type Recorded,
  type StoredPlayer,
} from '../stored-values.ts';
import type { Commit, Commits, Turn } from './commits.ts';
import { recordStatements } from './records.ts';
import { type Planned, violated } from './database/connections.ts';
import { type HeldBoard, type HeldPeriod, isFixed, periodOf } from './memory/held-boards.ts';
import type { LoggedEvent, Memory, Naming, NewPeriod } from './memory/memory.ts';

type Appending = Parameters<Ledger['append']>;
type Counts = Appending[2];

/** An event of the ledger that was sent again. */
interface KnownEvent {
  readonly id: string;
  readonly digest: string;
  readonly answer: string;
}

/** Events that were sent again, by id. */
type Known = ReadonlyMap<string, KnownEvent>;

/** What is known of one event before there are answers: of a recorded one, its place among the recorded. */
type Outcome = number | { readonly repeats: number } | Exclude<Recorded, { outcome: 'recorded' }>;

/** One of the periods of an event, the same for all events of a commit; not held until something counts in it. */
interface Span {
  readonly start: number;
  readonly end: number;
  readonly span: PeriodSpan;
  readonly key: PeriodKey;
  readonly held: HeldPeriod | undefined;
}

/** Somebody with the totals that a commit gives them. */
interface Owner {
  player: StoredPlayer;
  readonly totals: Map<Span, Score>;
  latestEvent: number | undefined;
  /** Of somebody new: when they came. */
  readonly knownSince: number | undefined;
}

/** How many events are written while the next as many are taken. */
export const EVENTS_PER_PART = 250;

/** What keeps an event from being there twice. */
const EVENT_IS_KNOWN = 'events_board_id_key';

/** An event was refused that may have been recorded before, and then has an answer. */
const MAY_BE_KNOWN = new Error('Events that were sent before must be looked up');

/**
 * Events in, each once. Totals follow them: in memory when they are durable, in the database later. All are taken for new at
 * first, as nearly all are: if the database says otherwise nothing was kept, and those it has are looked up.
 */
export function postgresRecording(commits: Commits, memory: Memory, eventsPerPart: number): Pick<Ledger, 'append'> {
  /** A few events in one statement, if nobody else commits, and no records are kept with them. */
  function atOnce(turn: Turn, [boardName, events, counts, decide, records, holding]: Appending): Promise<readonly Recorded[] | undefined> {
    if (events.length > eventsPerPart || records !== undefined) return Promise.resolve(undefined);
    return turn.atOnce((position) => {
      const board = memory.board(boardName);
      const batch = new Batch(memory, board, position, undefined, holding?.());
      const outcomes = events.map((event) => batch.take(event, counts));
      const answers = batch.effects.length === 0 ? [] : decided(batch.effects, decide, board.position, 0);
      return {
        result: recorded(outcomes, answers),
        statement: answers.length === 0 ? undefined : writing(batch, answers, 0),
        follow: () => followed(batch),
      };
    });
  }

  /** Any number of events, with the lock of all commits. */
  function inParts(
    turn: Turn,
    [boardName, events, counts, decide, records, holding]: Appending,
    known?: (commit: Commit, board: HeldBoard) => Promise<Known>,
  ): Promise<readonly Recorded[]> {
    return turn.locked(async (commit) => {
      const board = memory.board(boardName);
      const batch = new Batch(memory, board, commit.position, await known?.(commit, board), events.length === 0 ? undefined : holding?.());
      const outcomes: Outcome[] = [];
      const answers: string[] = [];
      let written: Promise<unknown> | undefined;
      for (let start = 0; start < events.length; start += eventsPerPart) {
        outcomes.push(...events.slice(start, start + eventsPerPart).map((event) => batch.take(event, counts)));
        const given = answers.length;
        if (batch.effects.length === given) continue;
        answers.push(...decided(batch.effects.slice(given), decide, board.position, given));
        // The database writes these while the next are taken.
        await written;
        written = commit.rows(...writing(batch, answers, given));
        written.catch(() => undefined);
      }
      const result = recorded(outcomes, answers);
      // What is wrong with an event is heard before anything else is asked.
      if (records !== undefined) await written;
      const kept = await recordStatements(commit, records, result);
      if (written === undefined && kept.length === 0) return { result };
      return {
        result,
        write: () => Promise.all([written, ...kept.map(([sql, ...values]) => commit.rows(sql, values))]),
        follow: () => {
          if (batch.logged.length > 0) followed(batch);
        },
      };
    });
  }

  function followed({ newPeriods, board, logged }: Batch): void {
    memory.addPeriods(newPeriods.values());
    commits.tell(memory.record(board, logged));
  }

  return {
    async append(...appending) {
      const [boardName, events, , , records] = appending;
      if (events.length === 0 && records === undefined) {
        memory.board(boardName);
        return [];
      }
      return commits.turn(async (turn) => {
        try {
          return (await atOnce(turn, appending)) ?? (await inParts(turn, appending));
        } catch (error) {
          // Whatever was wrong with events that were taken for new need not be wrong with those that are not.
          if (error instanceof StorageFailure && violated(error) !== EVENT_IS_KNOWN) throw error;
          return inParts(turn, appending, (commit, board) => knownEvents(commit, board, events));
        }
      });
    },
  };
}

function recorded(outcomes: readonly Outcome[], answers: readonly string[]): readonly Recorded[] {
  return outcomes.map((outcome) => {
    if (typeof outcome === 'number') return { outcome: 'recorded', answer: answers[outcome]! };
    return 'repeats' in outcome ? { outcome: 'repeated', answer: answers[outcome.repeats]! } : outcome;
  });
}

function decided(
  effects: readonly EventEffect[],
  decide: Parameters<Ledger['append']>[3],
  position: number,
  given: number,
): readonly string[] {
  const answers = decide(effects, position, given);
  if (answers.length !== effects.length)
    throw new RangeError(`${effects.length} events were recorded, and ${answers.length} answers decided`);
  return answers;
}

async function knownEvents(commit: Commit, board: HeldBoard, events: readonly NewEvent[]): Promise<Known> {
  const ids = events.map(({ id }) => id);
  const rows = await commit.rows<KnownEvent>('SELECT id, digest, answer FROM events WHERE board = $1 AND id = ANY ($2)', [
    board.number,
    ids,
  ]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** What some events of a commit bring besides themselves. */
interface Part {
  readonly newcomers: Owner[];
  readonly renamed: Set<Owner>;
  readonly periods: NewPeriod[];
  readonly days: Map<string, { readonly day: number; readonly activity: string; events: number; points: bigint }>;
}

function newPart(): Part {
  return { newcomers: [], renamed: new Set(), periods: [], days: new Map() };
}

/** The events of one commit. Memory stays as it is, and each event sees those before it. */
class Batch {
  readonly #memory: Memory;
  readonly board: HeldBoard;
  readonly #position: number;
  /** `undefined` as long as nobody looked. */
  readonly #known: Known | undefined;
  readonly effects: EventEffect[] = [];
  readonly logged: LoggedEvent[] = [];
  /** Of the effects: the event of the same player before, by `seq`. */
  readonly previous: (number | undefined)[] = [];
  readonly newPeriods = new Map<Span, NewPeriod>();
  readonly #spans = new SpanCache((kind, at) => this.#spanOf(kind, at));
  readonly #spanOfText = new Map<string, Span>();
  /** By what makes two names one player. */
  readonly #owners = new Map<string, Owner>();
  #part = newPart();
  readonly #placeOfId = new Map<string, number>();
  #newcomers = 0;
  #latestKnownSince: number | undefined;
  readonly #holds: Holding | undefined;

  constructor(memory: Memory, board: HeldBoard, position: number, known: Known | undefined, holds: Holding | undefined) {
    this.#holds = holds;
    this.#memory = memory;
    this.board = board;
    this.#position = position;
    this.#known = known;
  }

  /** Everything that can refuse the event is looked at before anything is changed. @throws {RangeError} if `at` is not a time. */
  take(event: NewEvent, counts: Counts): Outcome {
    const spans = this.#spans.containing(event.at);
    const twin = this.#placeOfId.get(event.id);
    const earlier = twin === undefined ? this.#known?.get(event.id) : this.effects[twin]!.event;
    if (earlier !== undefined) {
      if (earlier.digest !== event.digest) return { outcome: 'refused', reason: 'known id, another body' };
      return 'answer' in earlier ? { outcome: 'repeated', answer: earlier.answer } : { repeats: twin! };
    }

    const key = usernameKey(event.username);
    const known = this.#owners.get(key) ?? this.#owner(key);
    const player = playerAfter(event, known?.player, this.#memory.players.count + this.#newcomers + 1);
    const isRenamed = known !== undefined && (player.displayName !== known.player.displayName || player.avatar !== known.player.avatar);
    if (isRenamed && event.keepsNames) return this.#refused('another name');

    // A negative zero is a zero in the database, and nobody should see a difference.
    const points = event.points + 0;
    const { scoring, direction } = this.board.settings;
    const changes: PeriodChange[] = [];
    for (const span of spans) {
      const { key: period, held } = span;
      if (isFixed(held) || !counts(span.span, event)) {
        changes.push({ state: 'closed', period });
        continue;
      }
      const before = known && (known.totals.get(span) ?? (held && this.#memory.scoreOf(held, known.player.number)));
      const after = exactScore(scoring, direction, before, { points, at: event.at });
      if (after === undefined) return this.#refused('total out of range');
      changes.push({ state: 'counted', period, before, after });
    }
    const hold = this.#holds?.(event, known?.player.number);
    if (hold !== undefined) {
      if (this.#known === undefined) throw MAY_BE_KNOWN;
      return { outcome: 'held', hold };
    }

    this.#keep(event, points, spans, changes, player, key, known, isRenamed);
    return this.effects.length - 1;
  }

  #refused(reason: (Recorded & { readonly outcome: 'refused' })['reason']): Outcome {
    if (this.#known === undefined) throw MAY_BE_KNOWN;
    return { outcome: 'refused', reason };
  }

  #keep(
    event: NewEvent,
    points: number,
    spans: readonly Span[],
    changes: readonly PeriodChange[],
    player: StoredPlayer,
    key: string,
    known: Owner | undefined,
    isRenamed: boolean,
  ): void {
    const owner = known ?? this.#newcomer(player, event);
    const naming =
      known === undefined ? namingOf(player) : isRenamed ? { displayName: player.displayName, avatar: player.avatar } : undefined;
    owner.player = player;
    if (isRenamed && !this.#part.newcomers.includes(owner)) this.#part.renamed.add(owner);
    this.#owners.set(key, owner);
    const seq = this.#position + this.effects.length + 1;
    let counted = 0;
    for (const [bit, change] of changes.entries()) {
      if (change.state === 'closed') continue;
      counted |= 1 << bit;
      const span = spans[bit]!;
      if (span.held === undefined) this.#addPeriod(span, seq);
      owner.totals.set(span, change.after);
    }
    this.#countActivity(spans[0]!.start, event.activity, points);
    this.previous.push(owner.latestEvent);
    owner.latestEvent = seq;
    const { id, at, receivedAt } = event;
    this.logged.push({ seq, board: this.board.number, id, player: player.number, points, at, receivedAt, counted, naming });
    this.#placeOfId.set(id, this.effects.length);
    this.effects.push({ event, player, changes });
  }

  /** What is to be written besides events, since the last time. */
  takePart(): Part {
    const part = this.#part;
    this.#part = newPart();
    return part;
  }

  #spanOf(kind: PeriodKind, at: number): Span {
    const span = this.board.spans.containing(at)[PERIOD_KINDS.indexOf(kind)]!;
    const { start, end } = span;
    const text = `${kind} ${start}`;
    let found = this.#spanOfText.get(text);
    if (found === undefined) {
      found = { start, end, span, key: { board: this.board.settings.name, kind, start }, held: periodOf(this.board, span) };
      this.#spanOfText.set(text, found);
    }
    return found;
  }

  #owner(key: string): Owner | undefined {
    const player = this.#memory.players.keyed(key);
    if (player === undefined) return undefined;
    const latestEvent = this.#memory.latestEvent(this.board, player.number);
    return { player, totals: new Map(), latestEvent, knownSince: undefined };
  }

  #newcomer(player: StoredPlayer, { receivedAt }: NewEvent): Owner {
    this.#newcomers += 1;
    this.#latestKnownSince = Math.max(this.#latestKnownSince ?? -Infinity, this.#memory.players.nextKnownSince(receivedAt));
    const owner: Owner = { player, totals: new Map(), latestEvent: undefined, knownSince: this.#latestKnownSince };
    this.#part.newcomers.push(owner);
    return owner;
  }

  #addPeriod(to: Span, since: number): void {
    if (this.newPeriods.has(to)) return;
    const { span } = to;
    const number = this.#memory.newestPeriod + this.newPeriods.size + 1;
    const period: NewPeriod = [number, this.board.number, span.kind, timeToColumn(span.start), timeToColumn(span.end), since];
    this.newPeriods.set(to, period);
    this.#part.periods.push(period);
  }

  #countActivity(day: number, activity: string, points: number): void {
    const key = `${day} ${activity}`;
    const sums = this.#part.days.get(key) ?? { day, activity, events: 0, points: 0n };
    sums.events += 1;
    sums.points += BigInt(points);
    this.#part.days.set(key, sums);
  }
}

function playerAfter({ username, displayName, avatar }: NewEvent, known: StoredPlayer | undefined, next: number): StoredPlayer {
  return {
    number: known?.number ?? next,
    username: known?.username ?? username,
    displayName: displayName ?? known?.displayName ?? username,
    avatar: avatar ?? known?.avatar ?? DEFAULT_AVATAR,
  };
}

/** Of a new player. What is left out is the usual. */
function namingOf({ username, displayName, avatar }: StoredPlayer): Naming {
  return { username, ...(displayName === username ? {} : { displayName }), ...(avatar === DEFAULT_AVATAR ? {} : { avatar }) };
}

/** All rows of some events in one statement: none of them, and no row as its answer, unless the database is at the position $33. */
const WRITE: Planned = {
  name: 'write',
  text: `
  WITH line AS (UPDATE laurels SET position = $1 WHERE position = $33 RETURNING true),
  moved_board AS (UPDATE boards SET position = $1 WHERE number = $2 AND EXISTS (TABLE line)),
  new_players AS (
    INSERT INTO players (number, username, fold, display_name, avatar, known_since)
    SELECT * FROM unnest($15::integer[], $16::text[], $17::text[], $18::text[], $19::text[], $20::bigint[]) WHERE EXISTS (TABLE line)
  ),
  renamed AS (
    UPDATE players SET display_name = now.display_name, avatar = now.avatar
    FROM unnest($21::integer[], $22::text[], $23::text[]) AS now (number, display_name, avatar) WHERE players.number = now.number AND EXISTS (TABLE line)
  ),
  new_periods AS (
    INSERT INTO periods (number, board, kind, start, "end", since)
    SELECT number, $2::integer, kind, start, "end", since
    FROM unnest($24::integer[], $25::text[], $26::bigint[], $27::bigint[], $32::bigint[]) AS new (number, kind, start, "end", since)
    WHERE EXISTS (TABLE line)
  ),
  days AS (
    INSERT INTO activity_days AS day (board, day, activity, events, points)
    SELECT $2::integer, * FROM unnest($28::bigint[], $29::text[], $30::bigint[], $31::numeric[]) WHERE EXISTS (TABLE line)
    ON CONFLICT (board, day, activity) DO UPDATE SET events = day.events + excluded.events, points = day.points + excluded.points
  ),
  new_events AS (
    INSERT INTO events (seq, board, id, player, points, at, activity, received_at, digest, counted, answer, previous, naming)
    SELECT seq, $2::integer, id, player, points, at, activity, received_at, digest, counted, answer, previous, naming
    FROM unnest($3::bigint[], $4::text[], $5::integer[], $6::bigint[], $7::bigint[], $8::text[], $9::bigint[], $10::text[],
      $11::smallint[], $12::text[], $13::bigint[], $14::text[])
      AS new (seq, id, player, points, at, activity, received_at, digest, counted, answer, previous, naming)
    WHERE EXISTS (TABLE line)
  )
  TABLE line`,
};

/** What writes what was recorded from an effect on. */
function writing(batch: Batch, allAnswers: readonly string[], first: number): readonly [Planned, readonly unknown[]] {
  const logged = batch.logged.slice(first);
  const events = batch.effects.slice(first).map(({ event }) => event);
  const { newcomers, ...part } = batch.takePart();
  const renamed = [...part.renamed].map(({ player }) => player);
  const days = [...part.days.values()];
  const values = [
    logged.at(-1)!.seq,
    batch.board.number,
    logged.map(({ seq }) => seq),
    logged.map(({ id }) => id),
    logged.map(({ player }) => player),
    logged.map(({ points }) => points),
    logged.map(({ at }) => at),
    events.map(({ activity }) => activity),
    logged.map(({ receivedAt }) => receivedAt),
    events.map(({ digest }) => digest),
    logged.map(({ counted }) => counted),
    allAnswers.slice(first),
    batch.previous.slice(first).map((seq) => seq ?? null),
    logged.map(({ naming }) => (naming === undefined ? null : JSON.stringify(naming))),
    newcomers.map(({ player }) => player.number),
    newcomers.map(({ player }) => player.username),
    newcomers.map(({ player }) => usernameKey(player.username)),
    newcomers.map(({ player }) => player.displayName),
    newcomers.map(({ player }) => player.avatar),
    newcomers.map(({ knownSince }) => knownSince),
    renamed.map(({ number }) => number),
    renamed.map(({ displayName }) => displayName),
    renamed.map(({ avatar }) => avatar),
    part.periods.map(([number]) => number),
    part.periods.map(([, , kind]) => kind),
    part.periods.map(([, , , start]) => start),
    part.periods.map(([, , , , end]) => end),
    days.map(({ day }) => day),
    days.map(({ activity }) => activity),
    days.map(({ events: count }) => count),
    days.map(({ points }) => String(points)),
    part.periods.map(([, , , , , since]) => since),
    logged[0]!.seq - 1,
  ];
  return [WRITE, values];
}
