import { usernameKey } from '../../../domain/names/username-key.ts';
import { Authors } from '../held/authors.ts';
import { keptBefore } from '../reading/records.ts';
import { type Ledger, StorageFailure } from '../points-store.ts';
import { addedActivities, type AppendCallbacks, knownAmong, type TakenPart, Taking } from '../rules/taking.ts';
import { DEFAULT_AVATAR, type NewEvent, type Recorded, type StoredPlayer } from '../stored-values.ts';
import type { Commits, Turn } from './commits.ts';
import { type Connections, type Planned, violated } from './database/connections.ts';
import type { HeldBoard } from '../held/boards.ts';
import type { Memory, Naming } from './following.ts';
import { writingRecords } from './records.ts';

/** How many events are written while the next batch is processed. */
export const EVENTS_PER_PART = 250;

/** The constraint that keeps events unique. */
const EVENT_IS_KNOWN = 'events_board_id_key';

/**
 * Records each event once. Totals follow: in memory once durable, in the database later. All events are first assumed to be new, as nearly
 * all are; if the database disagrees, nothing was stored, and the known ones are looked up.
 */
export function postgresRecording(
  connections: Connections,
  commits: Commits,
  memory: Memory,
  eventsPerPart: number,
): Pick<Ledger, 'append'> {
  const authors = new Authors(async (...author) => {
    for (;;) {
      const [known] = await connections.columns<readonly [number: number]>(FIND_AUTHOR, author);
      if (known !== undefined) return known[0];
      // Another process may insert one with the same number in the meantime.
      await connections.write(ADD_AUTHOR, author);
    }
  });

  /** Records a few events in one statement, if no other process commits. */
  function atOnce(turn: Turn, boardName: string, events: readonly NewEvent[], callbacks: AppendCallbacks) {
    return turn.atOnce((position) => {
      const board = memory.board(boardName);
      const taking = new Taking({ board, state: memory }, position, callbacks);
      const part = taking.part(events);
      return {
        result: taking.recorded(),
        statement: part.entries.length === 0 ? undefined : writing(board, part, authors),
        follow: () => followed(taking),
      };
    });
  }

  /** Records any number of events, with the commit lock. */
  function inParts(
    turn: Turn,
    boardName: string,
    events: readonly NewEvent[],
    callbacks: AppendCallbacks,
    isLookedUp: boolean,
  ): Promise<readonly Recorded[]> {
    return turn.locked(async (commit) => {
      const board = memory.board(boardName);
      const known = isLookedUp ? await knownAmong(commit, board, events) : undefined;
      const taking = new Taking({ board, state: memory }, commit.position, callbacks, known);
      const { records } = callbacks;
      let written: Promise<unknown> | undefined;
      for (let start = 0; start < events.length; start += eventsPerPart) {
        const part = taking.part(events.slice(start, start + eventsPerPart));
        if (part.entries.length === 0) continue;
        // The database writes these while the next batch is processed.
        await written;
        written = commit.rows(...writing(board, part, authors));
        written.catch(() => undefined);
      }
      // Await these writes, so that an invalid event is reported before anything else is sent.
      if (records !== undefined) await written;
      const kept = records === undefined ? [] : writingRecords(taking.records(await keptBefore(commit, records)));
      const result = taking.recorded();
      if (written === undefined && kept.length === 0) return { result };
      return {
        result,
        write: () => Promise.all([written, ...kept.map(([sql, ...values]) => commit.rows(sql, values))]),
        follow: () => {
          if (taking.entries.length > 0) followed(taking);
        },
      };
    });
  }

  function followed(taking: Taking): void {
    commits.publish(memory.record(taking.step()));
    memory.last = taking.entries.at(-1)!.effect.event.id;
  }

  return {
    async append(boardName, events, counts, decide, records, holding) {
      const callbacks: AppendCallbacks = { counts, decide, records, holding };
      if (events.length === 0) {
        memory.board(boardName);
        return [];
      }
      return commits.turn(async (turn) => {
        await authors.meet(events);
        try {
          const isFew = events.length <= eventsPerPart && records === undefined;
          const recorded = isFew ? await atOnce(turn, boardName, events, callbacks) : undefined;
          return recorded ?? (await inParts(turn, boardName, events, callbacks, false));
        } catch (error) {
          // The error may come from treating known events as new.
          if (error instanceof StorageFailure && violated(error) !== EVENT_IS_KNOWN) throw error;
          return inParts(turn, boardName, events, callbacks, true);
        }
      });
    },
  };
}

/** The statement for a batch of events and the rows they add. A new player is inserted with their last names. */
function writing(
  board: HeldBoard,
  { entries, answers, added, renamed, periods }: TakenPart,
  authors: Authors,
): readonly [Planned, readonly unknown[]] {
  const events = entries.map(({ effect }) => effect.event);
  const days = addedActivities(entries);
  const values: Readonly<Record<string, unknown>> = {
    before: entries[0]!.seq - 1,
    after: entries.at(-1)!.seq,
    board: board.number,
    seq: entries.map(({ seq }) => seq),
    id: events.map(({ id }) => id),
    player: entries.map(({ owner }) => owner.player.number),
    points: entries.map(({ points }) => points),
    at: events.map(({ at }) => at),
    activity: events.map(({ activity }) => activity),
    receivedAt: events.map(({ receivedAt }) => receivedAt),
    digest: events.map(({ digest }) => digest),
    counted: entries.map(({ counted }) => counted),
    answer: answers,
    previous: entries.map(({ previous }) => previous ?? null),
    author: events.map(({ author }) => authors.numberOf(author)),
    naming: entries.map(({ effect, names }) => (names === 'same' ? null : JSON.stringify(namingOf(effect.player, names)))),
    newNumber: added.map(({ player }) => player.number),
    newUsername: added.map(({ player }) => player.username),
    newFold: added.map(({ player }) => usernameKey(player.username)),
    newDisplayName: added.map(({ player }) => player.displayName),
    newAvatar: added.map(({ player }) => player.avatar),
    newKnownSince: added.map(({ knownSince }) => knownSince),
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

const FIND_AUTHOR = 'SELECT number FROM authors WHERE author = $1 AND import = $2';

const ADD_AUTHOR = `INSERT INTO authors (number, author, import) SELECT coalesce(max(number), 0) + 1, $1, $2 FROM authors
  ON CONFLICT DO NOTHING`;

/** The names that an event gives, without defaults. */
function namingOf({ username, displayName, avatar }: StoredPlayer, names: 'new' | 'others'): Naming {
  if (names === 'others') return { displayName, avatar };
  return { username, ...(displayName === username ? {} : { displayName }), ...(avatar === DEFAULT_AVATAR ? {} : { avatar }) };
}

/** Writes all rows of a batch in one statement: a no-op that returns no row unless the database is at position `:before`. */
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
    INSERT INTO events (seq, board, id, player, points, at, activity, received_at, digest, counted, answer, previous, naming, author)
    SELECT seq, :board::integer, id, player, points, at, activity, received_at, digest, counted, answer, previous, naming, author
    FROM unnest(:seq::bigint[], :id::text[], :player::integer[], :points::bigint[], :at::bigint[], :activity::text[],
      :receivedAt::bigint[], :digest::text[], :counted::smallint[], :answer::text[], :previous::bigint[], :naming::text[], :author::integer[])
      AS new (seq, id, player, points, at, activity, received_at, digest, counted, answer, previous, naming, author)
    WHERE EXISTS (TABLE line)
  )
  TABLE line`;

/** The order in which {@link WRITE_SQL} first mentions its parameters. */
const PARAMETERS = [...new Set(WRITE_SQL.match(/(?<!:):\w+/g))].map((parameter) => parameter.slice(1));

const WRITE: Planned = {
  name: 'write',
  text: WRITE_SQL.replace(/(?<!:):(\w+)/g, (_, name: string) => `$${PARAMETERS.indexOf(name) + 1}`),
};
