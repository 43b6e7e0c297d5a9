import { usernameKey } from '../../../domain/names/username-key.ts';
import { keptBefore } from '../reading/records.ts';
import { StorageFailure } from '../points-store.ts';
import type { RecordsToKeep } from '../records.ts';
import type { ActivityOfDay } from '../rules/entry.ts';
import type { BeginTaking, EventLog } from '../rules/recording.ts';
import type { KnownEvent, TakenEvent, Taking } from '../rules/taking.ts';
import { DEFAULT_AVATAR, type NewEvent, type Recorded, type StoredPlayer } from '../stored-values.ts';
import type { Commit, Commits, Turn } from './commits.ts';
import { type Planned, violated } from './database/connections.ts';
import type { HeldBoard } from '../held/boards.ts';
import type { LoggedEvent, Memory, Naming } from './memory/memory.ts';
import { writingRecords } from './records.ts';

/** Events that were sent again, by id. */
type Known = ReadonlyMap<string, KnownEvent>;

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
export function postgresRecording(commits: Commits, memory: Memory, eventsPerPart: number): EventLog {
  /** A few events in one statement, if nobody else commits. */
  function atOnce(turn: Turn, boardName: string, events: readonly NewEvent[], begin: BeginTaking) {
    return turn.atOnce((position) => {
      const board = memory.board(boardName);
      const batch = new Batch(memory, board, position, begin);
      for (const event of events) batch.take(event);
      batch.taking.decide(board.position, 0);
      return {
        result: batch.taking.recorded(),
        statement: batch.taking.entries.length === 0 ? undefined : batch.writing(0),
        follow: () => followed(batch),
      };
    });
  }

  /** Any number of events, with the lock of all commits. */
  function inParts(
    turn: Turn,
    boardName: string,
    events: readonly NewEvent[],
    begin: BeginTaking,
    records: Pick<RecordsToKeep, 'of'> | undefined,
    known?: (commit: Commit, board: HeldBoard) => Promise<Known>,
  ): Promise<readonly Recorded[]> {
    return turn.locked(async (commit) => {
      const board = memory.board(boardName);
      const batch = new Batch(memory, board, commit.position, begin, await known?.(commit, board));
      const { taking } = batch;
      let written: Promise<unknown> | undefined;
      for (let start = 0; start < events.length; start += eventsPerPart) {
        const first = taking.entries.length;
        for (const event of events.slice(start, start + eventsPerPart)) batch.take(event);
        if (taking.entries.length === first) continue;
        taking.decide(board.position, first);
        // The database writes these while the next are taken.
        await written;
        written = commit.rows(...batch.writing(first));
        written.catch(() => undefined);
      }
      // What is wrong with an event is heard before anything else is asked.
      if (records !== undefined) await written;
      const kept = records === undefined ? [] : writingRecords(taking.records(await keptBefore(commit, records)));
      const result = taking.recorded();
      if (written === undefined && kept.length === 0) return { result };
      return {
        result,
        write: () => Promise.all([written, ...kept.map(([sql, ...values]) => commit.rows(sql, values))]),
        follow: () => {
          if (taking.entries.length > 0) followed(batch);
        },
      };
    });
  }

  function followed({ board, taking, logged }: Batch): void {
    memory.addPeriods(taking.newPeriods);
    commits.tell(memory.record(board, logged));
  }

  return {
    async record(boardName, events, begin, records) {
      if (events.length === 0) {
        memory.board(boardName);
        return [];
      }
      return commits.turn(async (turn) => {
        try {
          const isFew = events.length <= eventsPerPart && records === undefined;
          const recorded = isFew ? await atOnce(turn, boardName, events, begin) : undefined;
          return recorded ?? (await inParts(turn, boardName, events, begin, records));
        } catch (error) {
          // Whatever was wrong with events that were taken for new need not be wrong with those that are not.
          if (error instanceof StorageFailure && violated(error) !== EVENT_IS_KNOWN) throw error;
          return inParts(turn, boardName, events, begin, records, (commit, board) => knownEvents(commit, board, events));
        }
      });
    },
  };
}

async function knownEvents(commit: Commit, board: HeldBoard, events: readonly NewEvent[]): Promise<Known> {
  const ids = events.map(({ id }) => id);
  const rows = await commit.rows<KnownEvent>('SELECT id, digest, answer FROM events WHERE board = $1 AND id = ANY ($2)', [
    board.number,
    ids,
  ]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The events of one commit, and what of them is to be written. Memory stays as it is. */
class Batch {
  readonly board: HeldBoard;
  readonly taking: Taking;
  /** What was written of the entries so far. */
  readonly logged: LoggedEvent[] = [];
  /** Whether somebody looked which events the ledger has already. */
  readonly #isLookedUp: boolean;
  /** How many periods were written. */
  #periods = 0;

  constructor(memory: Memory, board: HeldBoard, position: number, begin: BeginTaking, known?: Known) {
    this.board = board;
    this.#isLookedUp = known !== undefined;
    this.taking = begin({ board, state: memory, totals: memory }, position, known);
  }

  /** @throws {RangeError} if `at` is not a time; {@link MAY_BE_KNOWN}. */
  take(event: NewEvent): void {
    const { outcome } = this.taking.take(event);
    // Repetitions are answered whatever would be said of them if they were new.
    if ((outcome === 'refused' || outcome === 'held') && !this.#isLookedUp) throw MAY_BE_KNOWN;
  }

  /** What writes the entries from one on, and what they bring besides themselves. */
  writing(first: number): readonly [Planned, readonly unknown[]] {
    const { board } = this;
    const entries = this.taking.entries.slice(first);
    const events = entries.map(({ effect }) => effect.event);
    const logged = entries.map((entry) => loggedEvent(board, entry));
    this.logged.push(...logged);
    const newcomers = entries.filter(({ names }) => names === 'new');
    // Of somebody who is new the row that is inserted has the last names already, and the update does not see it.
    const renamed = [...new Set(entries.flatMap(({ names, owner }) => (names === 'others' ? [owner] : [])))];
    const periods = this.taking.newPeriods.slice(this.#periods);
    this.#periods += periods.length;
    const days = daysOf(entries.map(({ day, effect, points }) => ({ day, activity: effect.event.activity, points, sign: 1 })));
    const values: Readonly<Record<string, unknown>> = {
      before: logged[0]!.seq - 1,
      after: logged.at(-1)!.seq,
      board: board.number,
      seq: logged.map(({ seq }) => seq),
      id: logged.map(({ id }) => id),
      player: logged.map(({ player }) => player),
      points: logged.map(({ points }) => points),
      at: logged.map(({ at }) => at),
      activity: events.map(({ activity }) => activity),
      receivedAt: logged.map(({ receivedAt }) => receivedAt),
      digest: events.map(({ digest }) => digest),
      counted: logged.map(({ counted }) => counted),
      answer: this.taking.answers.slice(first),
      previous: entries.map(({ previous }) => previous ?? null),
      naming: logged.map(({ naming }) => (naming === undefined ? null : JSON.stringify(naming))),
      newNumber: newcomers.map(({ owner }) => owner.player.number),
      newUsername: newcomers.map(({ owner }) => owner.player.username),
      newFold: newcomers.map(({ owner }) => usernameKey(owner.player.username)),
      newDisplayName: newcomers.map(({ owner }) => owner.player.displayName),
      newAvatar: newcomers.map(({ owner }) => owner.player.avatar),
      newKnownSince: newcomers.map(({ owner }) => this.taking.newcomers.get(owner.player.number)),
      renamedNumber: renamed.map(({ player }) => player.number),
      renamedDisplayName: renamed.map(({ player }) => player.displayName),
      renamedAvatar: renamed.map(({ player }) => player.avatar),
      period: periods.map(([number]) => number),
      periodKind: periods.map(([, , kind]) => kind),
      periodStart: periods.map(([, , , start]) => start),
      periodEnd: periods.map(([, , , , end]) => end),
      periodSince: periods.map(([, , , , , since]) => since),
      day: days.map(({ day }) => day),
      dayActivity: days.map(({ activity }) => activity),
      dayEvents: days.map(({ events: count }) => count),
      dayPoints: days.map(({ points }) => String(points)),
    };
    return [WRITE, PARAMETERS.map((name) => values[name])];
  }
}

/** What events add to their days and activities, each once. */
export function daysOf(events: Iterable<ActivityOfDay>) {
  const days = new Map<string, { readonly day: number; readonly activity: string; events: number; points: bigint }>();
  for (const { day, activity, points, sign } of events) {
    const key = `${day} ${activity}`;
    const sums = days.get(key) ?? { day, activity, events: 0, points: 0n };
    sums.events += sign;
    sums.points += BigInt(sign * points);
    days.set(key, sums);
  }
  return [...days.values()];
}

function loggedEvent({ number: board }: HeldBoard, { seq, effect: { event, player }, points, counted, names }: TakenEvent): LoggedEvent {
  const { id, at, receivedAt } = event;
  return { seq, board, id, player: player.number, points, at, receivedAt, counted, naming: namingOf(player, names) };
}

/** The names that an event brings. What is left out is the usual. */
function namingOf({ username, displayName, avatar }: StoredPlayer, names: TakenEvent['names']): Naming | undefined {
  if (names === 'same') return undefined;
  if (names === 'others') return { displayName, avatar };
  return { username, ...(displayName === username ? {} : { displayName }), ...(avatar === DEFAULT_AVATAR ? {} : { avatar }) };
}

/** All rows of some events in one statement: none of them, and no row as its answer, unless the database is at the position `:before`. */
const WRITE_SQL = `
  WITH line AS (UPDATE laurels SET position = :after WHERE position = :before RETURNING true),
  moved_board AS (UPDATE boards SET position = :after WHERE number = :board AND EXISTS (TABLE line)),
  new_players AS (
    INSERT INTO players (number, username, fold, display_name, avatar, known_since)
    SELECT * FROM unnest(:newNumber::integer[], :newUsername::text[], :newFold::text[], :newDisplayName::text[], :newAvatar::text[],
      :newKnownSince::bigint[])
    WHERE EXISTS (TABLE line)
  ),
  renamed AS (
    UPDATE players SET display_name = now.display_name, avatar = now.avatar
    FROM unnest(:renamedNumber::integer[], :renamedDisplayName::text[], :renamedAvatar::text[]) AS now (number, display_name, avatar)
    WHERE players.number = now.number AND EXISTS (TABLE line)
  ),
  new_periods AS (
    INSERT INTO periods (number, board, kind, start, "end", since)
    SELECT number, :board::integer, kind, start, "end", since
    FROM unnest(:period::integer[], :periodKind::text[], :periodStart::bigint[], :periodEnd::bigint[], :periodSince::bigint[])
      AS new (number, kind, start, "end", since)
    WHERE EXISTS (TABLE line)
  ),
  days AS (
    INSERT INTO activity_days AS day (board, day, activity, events, points)
    SELECT :board::integer, * FROM unnest(:day::bigint[], :dayActivity::text[], :dayEvents::bigint[], :dayPoints::numeric[])
    WHERE EXISTS (TABLE line)
    ON CONFLICT (board, day, activity) DO UPDATE SET events = day.events + excluded.events, points = day.points + excluded.points
  ),
  new_events AS (
    INSERT INTO events (seq, board, id, player, points, at, activity, received_at, digest, counted, answer, previous, naming)
    SELECT seq, :board::integer, id, player, points, at, activity, received_at, digest, counted, answer, previous, naming
    FROM unnest(:seq::bigint[], :id::text[], :player::integer[], :points::bigint[], :at::bigint[], :activity::text[],
      :receivedAt::bigint[], :digest::text[], :counted::smallint[], :answer::text[], :previous::bigint[], :naming::text[])
      AS new (seq, id, player, points, at, activity, received_at, digest, counted, answer, previous, naming)
    WHERE EXISTS (TABLE line)
  )
  TABLE line`;

/** What takes the place of a parameter goes by its name in {@link WRITE_SQL}. */
const PARAMETERS = [...new Set(WRITE_SQL.match(/(?<!:):\w+/g))].map((parameter) => parameter.slice(1));

const WRITE: Planned = {
  name: 'write',
  text: WRITE_SQL.replace(/(?<!:):(\w+)/g, (_, name: string) => `$${PARAMETERS.indexOf(name) + 1}`),
};
