import type { PeriodSpan } from '../../../domain/calendar.ts';
import { usernameKey } from '../../../domain/names/username-key.ts';
import { exactScore, type Score } from '../../../domain/scoring.ts';
import { timeToColumn } from '../held/columns.ts';
import type { Ledger } from '../points-store.ts';
import {
  DEFAULT_AVATAR,
  type EventEffect,
  type NewEvent,
  type PeriodChange,
  type PeriodKey,
  type Recorded,
  type StoredPlayer,
} from '../stored-values.ts';
import type { Commit, Commits } from './commits.ts';
import { type HeldBoard, type HeldPeriod, isFixed, periodOf } from './memory/held-boards.ts';
import type { LoggedEvent, Memory, Naming, NewPeriod } from './memory/memory.ts';

type Counts = Parameters<Ledger['append']>[2];

/** An event of the ledger that was sent again. */
interface KnownEvent {
  readonly id: string;
  readonly digest: string;
  readonly answer: string;
}

/** What is known of one event before there are answers: of a recorded one, its place among the recorded. */
type Outcome = number | { readonly repeats: number } | Exclude<Recorded, { outcome: 'recorded' }>;

/** One of the periods of an event; without a number until something counts in it. */
interface Span {
  readonly span: PeriodSpan;
  readonly key: PeriodKey;
  readonly held: HeldPeriod | undefined;
}

/** Somebody with the totals that a commit gives them, by the text of a period. */
interface Owner {
  player: StoredPlayer;
  readonly totals: Map<string, Score>;
  latestEvent: number | undefined;
  /** Of somebody new: when they came. */
  readonly knownSince: number | undefined;
}

/** How many events are written while the next as many are taken. */
export const EVENTS_PER_PART = 250;

/** Events in, each once. Totals follow them: in memory when they are durable, in the database later. */
export function postgresRecording(commits: Commits, memory: Memory, eventsPerPart: number): Pick<Ledger, 'append'> {
  return {
    async append(boardName, events, counts, decide) {
      if (events.length === 0) {
        memory.board(boardName);
        return [];
      }
      return commits.run(async (commit) => {
        const board = memory.board(boardName);
        const batch = new Batch(memory, board, commit.position, await knownEvents(commit, board, events));
        const outcomes: Outcome[] = [];
        const answers: string[] = [];
        let writing: Promise<unknown> | undefined;
        for (let start = 0; start < events.length; start += eventsPerPart) {
          outcomes.push(...events.slice(start, start + eventsPerPart).map((event) => batch.take(event, counts)));
          const given = answers.length;
          if (batch.effects.length === given) continue;
          answers.push(...decided(batch.effects.slice(given), decide, board.position, given));
          // The database writes these while the next are taken.
          await writing;
          writing = write(commit, batch, answers, given);
          writing.catch(() => undefined);
        }
        const result = outcomes.map((outcome): Recorded => {
          if (typeof outcome === 'number') return { outcome: 'recorded', answer: answers[outcome]! };
          return 'repeats' in outcome ? { outcome: 'repeated', answer: answers[outcome.repeats]! } : outcome;
        });
        if (writing === undefined) return { result };
        return {
          result,
          write: async () => void (await writing),
          follow: () => {
            memory.addPeriods(batch.newPeriods.values());
            commits.tell(memory.record(board, batch.logged));
          },
        };
      });
    },
  };
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

async function knownEvents(commit: Commit, board: HeldBoard, events: readonly NewEvent[]): Promise<ReadonlyMap<string, KnownEvent>> {
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
  readonly #known: ReadonlyMap<string, KnownEvent>;
  readonly effects: EventEffect[] = [];
  readonly logged: LoggedEvent[] = [];
  /** Of the effects: the event of the same player before, by `seq`. */
  readonly previous: (number | undefined)[] = [];
  readonly newPeriods = new Map<string, NewPeriod>();
  /** By what makes two names one player. */
  readonly #owners = new Map<string, Owner>();
  #part = newPart();
  readonly #placeOfId = new Map<string, number>();
  #newcomers = 0;
  #latestKnownSince: number | undefined;

  constructor(memory: Memory, board: HeldBoard, position: number, known: ReadonlyMap<string, KnownEvent>) {
    this.#memory = memory;
    this.board = board;
    this.#position = position;
    this.#known = known;
  }

  /** Everything that can refuse the event is looked at before anything is changed. @throws {RangeError} if `at` is not a time. */
  take(event: NewEvent, counts: Counts): Outcome {
    const spans = this.#spansOf(event.at);
    const twin = this.#placeOfId.get(event.id);
    const earlier = twin === undefined ? this.#known.get(event.id) : this.effects[twin]!.event;
    if (earlier !== undefined) {
      if (earlier.digest !== event.digest) return { outcome: 'refused', reason: 'known id, another body' };
      return 'answer' in earlier ? { outcome: 'repeated', answer: earlier.answer } : { repeats: twin! };
    }

    const key = usernameKey(event.username);
    const known = this.#owners.get(key) ?? this.#owner(key);
    const player = playerAfter(event, known?.player, this.#memory.players.count + this.#newcomers + 1);
    const isRenamed = known !== undefined && (player.displayName !== known.player.displayName || player.avatar !== known.player.avatar);
    if (isRenamed && event.keepsNames) return { outcome: 'refused', reason: 'another name' };

    // A negative zero is a zero in the database, and nobody should see a difference.
    const points = event.points + 0;
    const { scoring, direction } = this.board.settings;
    const changes: PeriodChange[] = [];
    for (const { span, key: period, held } of spans) {
      if (isFixed(held) || !counts(span, event.receivedAt)) {
        changes.push({ state: 'closed', period });
        continue;
      }
      const before = known && (known.totals.get(textOf(span)) ?? (held && this.#memory.scoreOf(held, known.player.number)));
      const after = exactScore(scoring, direction, before, { points, at: event.at });
      if (after === undefined) return { outcome: 'refused', reason: 'total out of range' };
      changes.push({ state: 'counted', period, before, after });
    }

    this.#keep(event, points, spans, changes, player, key, known, isRenamed);
    return this.effects.length - 1;
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
      const { span, held } = spans[bit]!;
      if (held === undefined) this.#addPeriod(span, seq);
      owner.totals.set(textOf(span), change.after);
    }
    this.#countActivity(spans[0]!.span.start, event.activity, points);
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

  #spansOf(at: number): readonly Span[] {
    const { name } = this.board.settings;
    return this.board.spans
      .containing(at)
      .map((span) => ({ span, key: { board: name, kind: span.kind, start: span.start }, held: periodOf(this.board, span) }));
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

  #addPeriod(span: PeriodSpan, since: number): void {
    const text = textOf(span);
    if (this.newPeriods.has(text)) return;
    const number = this.#memory.newestPeriod + this.newPeriods.size + 1;
    const period: NewPeriod = [number, this.board.number, span.kind, timeToColumn(span.start), timeToColumn(span.end), since];
    this.newPeriods.set(text, period);
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

function textOf({ kind, start }: PeriodSpan): string {
  return `${kind} ${start}`;
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

/** All rows of a part of a commit in one statement. */
const WRITE = `
  WITH moved AS (UPDATE laurels SET position = $1),
  moved_board AS (UPDATE boards SET position = $1 WHERE number = $2),
  new_players AS (
    INSERT INTO players (number, username, fold, display_name, avatar, known_since)
    SELECT * FROM unnest($15::integer[], $16::text[], $17::text[], $18::text[], $19::text[], $20::bigint[])
  ),
  renamed AS (
    UPDATE players SET display_name = now.display_name, avatar = now.avatar
    FROM unnest($21::integer[], $22::text[], $23::text[]) AS now (number, display_name, avatar) WHERE players.number = now.number
  ),
  new_periods AS (
    INSERT INTO periods (number, board, kind, start, "end", since)
    SELECT number, $2::integer, kind, start, "end", since
    FROM unnest($24::integer[], $25::text[], $26::bigint[], $27::bigint[], $32::bigint[]) AS new (number, kind, start, "end", since)
  ),
  days AS (
    INSERT INTO activity_days AS day (board, day, activity, events, points)
    SELECT $2::integer, * FROM unnest($28::bigint[], $29::text[], $30::bigint[], $31::numeric[])
    ON CONFLICT (board, day, activity) DO UPDATE SET events = day.events + excluded.events, points = day.points + excluded.points
  )
  INSERT INTO events (seq, board, id, player, points, at, activity, received_at, digest, counted, answer, previous, naming)
  SELECT seq, $2::integer, id, player, points, at, activity, received_at, digest, counted, answer, previous, naming
  FROM unnest($3::bigint[], $4::text[], $5::integer[], $6::bigint[], $7::bigint[], $8::text[], $9::bigint[], $10::text[],
    $11::smallint[], $12::text[], $13::bigint[], $14::text[])
    AS new (seq, id, player, points, at, activity, received_at, digest, counted, answer, previous, naming)`;

/** Writes what was recorded from an effect on. */
function write(commit: Commit, batch: Batch, allAnswers: readonly string[], first: number): Promise<unknown> {
  const logged = batch.logged.slice(first);
  const events = batch.effects.slice(first).map(({ event }) => event);
  const { newcomers, ...part } = batch.takePart();
  const renamed = [...part.renamed].map(({ player }) => player);
  const days = [...part.days.values()];
  return commit.rows(WRITE, [
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
  ]);
}
