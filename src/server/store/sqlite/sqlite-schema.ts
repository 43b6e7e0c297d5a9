import { closeSync, existsSync, fsyncSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { periodContaining, type PeriodSpan, type Weekday } from '../../../domain/calendar.ts';
import { ActivityTally, addActivitySql } from './activity-tally.ts';
import { SpanCache } from '../../../domain/span-cache.ts';

/** Marks a database file as Laurels' own: "LAUR" in ASCII, kept in the file's header. */
const APPLICATION_ID = 0x4c_41_55_52;

/** Counts changes of the schema. A program brings files of an earlier one up to it, and refuses those of a later one. */
const SCHEMA_VERSION = 3;

/** Until a period is closed its final ranks are being written, and may be taken away again. */
const FINALS_KEEP = `
  CREATE TRIGGER final_standings_keep BEFORE UPDATE ON final_standings
    WHEN (SELECT closed_at FROM periods WHERE number = OLD.period) IS NOT NULL
    BEGIN SELECT RAISE (ABORT, 'Final standings never change'); END;
  CREATE TRIGGER final_standings_stay BEFORE DELETE ON final_standings
    WHEN (SELECT closed_at FROM periods WHERE number = OLD.period) IS NOT NULL
    BEGIN SELECT RAISE (ABORT, 'Final standings never change'); END;
`;

/** Periods whose closing is under way: between its first final rank and the last of its standings taken away. */
const CLOSINGS = 'CREATE TABLE closings (period INTEGER PRIMARY KEY REFERENCES periods (number)) STRICT;';

/** What all events of a day and an activity add up to, whether or not the day was closed when they came; points in two parts. */
const ACTIVITY_DAYS = `
  CREATE TABLE activity_days (
    board INTEGER NOT NULL,
    day INTEGER NOT NULL,
    activity TEXT NOT NULL,
    events INTEGER NOT NULL,
    points_high INTEGER NOT NULL,
    points_low INTEGER NOT NULL,
    PRIMARY KEY (board, day, activity)
  ) STRICT, WITHOUT ROWID;
`;

/** The ledger in columns, a block of `seq` after the other; see `ledger-blocks.ts`. */
const LEDGER_BLOCKS = `
  CREATE TABLE ledger_blocks (
    board INTEGER NOT NULL REFERENCES boards (number),
    block INTEGER NOT NULL,
    earliest INTEGER NOT NULL,
    latest INTEGER NOT NULL,
    events BLOB NOT NULL,
    PRIMARY KEY (board, block)
  ) STRICT;
`;

const EVENTS_KEEP = `CREATE TRIGGER events_keep BEFORE UPDATE ON events BEGIN SELECT RAISE (ABORT, 'The ledger is append-only'); END;`;

/**
 * Periods have a number of their own inside the store, because standings name one in every row. Standings are
 * clustered by player and not by period: an event changes up to four of them, and this way they are on one page.
 * No index orders anything by points: ranks live in the server's memory.
 *
 * `events.counted` has bit 0 set where the event counted for its day, 1 week, 2 month, 3 all time: what was
 * closed when it arrived is left out of the sums for ever, and a refold must know which.
 *
 * The events of one player on one board are a chain: `standings.latest_event`, of all time only (every event
 * counts there, and it never closes), names the last one, and `events.previous` the one before. Both rows are
 * written with the event anyway, where an index over players would cost it one more page somewhere in the file.
 *
 * `players.known_since` never falls as numbers rise, so that who was known at a moment needs no index either.
 */
const SCHEMA = `
  CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE boards (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    scoring TEXT NOT NULL CHECK (scoring IN ('sum', 'best', 'latest')),
    direction TEXT NOT NULL CHECK (direction IN ('high', 'low')),
    time_zone TEXT NOT NULL,
    week_start INTEGER NOT NULL CHECK (week_start BETWEEN 1 AND 7)
  ) STRICT;

  CREATE TABLE players (
    number INTEGER PRIMARY KEY,
    username TEXT NOT NULL,
    fold TEXT NOT NULL UNIQUE,
    display_name TEXT NOT NULL,
    avatar TEXT NOT NULL,
    searched TEXT NOT NULL,
    known_since INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  CREATE TABLE events (
    seq INTEGER PRIMARY KEY,
    board INTEGER NOT NULL REFERENCES boards (number),
    id TEXT NOT NULL,
    player INTEGER NOT NULL REFERENCES players (number),
    points INTEGER NOT NULL,
    at INTEGER NOT NULL,
    activity TEXT NOT NULL,
    received_at INTEGER NOT NULL,
    digest TEXT NOT NULL,
    counted INTEGER NOT NULL CHECK (counted BETWEEN 0 AND 15),
    answer TEXT NOT NULL,
    previous INTEGER,
    UNIQUE (board, id)
  ) STRICT;
  ${EVENTS_KEEP}
  CREATE TRIGGER events_stay BEFORE DELETE ON events BEGIN SELECT RAISE (ABORT, 'The ledger is append-only'); END;

  CREATE TABLE periods (
    number INTEGER PRIMARY KEY,
    board INTEGER NOT NULL REFERENCES boards (number),
    kind TEXT NOT NULL CHECK (kind IN ('daily', 'weekly', 'monthly', 'all-time')),
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    standings INTEGER NOT NULL,
    closed_at INTEGER,
    UNIQUE (board, kind, start)
  ) STRICT;
  CREATE INDEX periods_open ON periods ("end") WHERE closed_at IS NULL;
  CREATE TRIGGER periods_keep BEFORE UPDATE ON periods WHEN OLD.closed_at IS NOT NULL
    BEGIN SELECT RAISE (ABORT, 'The period is closed'); END;
  CREATE TRIGGER periods_stay BEFORE DELETE ON periods BEGIN SELECT RAISE (ABORT, 'Periods are kept for ever'); END;

  CREATE TABLE standings (
    board INTEGER NOT NULL,
    player INTEGER NOT NULL REFERENCES players (number),
    period INTEGER NOT NULL REFERENCES periods (number),
    points INTEGER NOT NULL,
    reached_at INTEGER NOT NULL,
    latest_at INTEGER NOT NULL,
    latest_event INTEGER,
    PRIMARY KEY (board, player, period)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE final_standings (
    period INTEGER NOT NULL REFERENCES periods (number),
    rank INTEGER NOT NULL,
    player INTEGER NOT NULL REFERENCES players (number),
    points INTEGER NOT NULL,
    reached_at INTEGER NOT NULL,
    latest_at INTEGER NOT NULL,
    PRIMARY KEY (period, rank),
    UNIQUE (period, player)
  ) STRICT, WITHOUT ROWID;
  ${FINALS_KEEP}
  ${CLOSINGS}
  ${ACTIVITY_DAYS}
  ${LEDGER_BLOCKS}
`;

/** By the schema version that brought them. */
const TABLES = [
  { since: 1, names: ['meta', 'boards', 'players', 'events', 'periods', 'standings', 'final_standings'] },
  { since: 2, names: ['closings', 'activity_days'] },
  { since: 3, names: ['ledger_blocks'] },
];

/**
 * Opens the database of a data folder that is locked for this process, making it where there is none and
 * upgrading one of an earlier version in place.
 * @throws {Error} saying what is wrong and what to do, if the file is damaged, another program's or a later
 * version's. Such a file is left as it is.
 */
export function openDatabase(file: string): DatabaseSync {
  const version = existsSync(file) ? versionOfOurs(file) : makeDatabase(file);
  const database = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true });
  try {
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA cache_size = -65536;
      PRAGMA wal_autocheckpoint = 8000;
      PRAGMA journal_size_limit = 67108864;
    `);
    if (version < SCHEMA_VERSION) upgrade(database, file, version);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens the same database a second time, for reading one moment of it while the writer goes on. */
export function openSnapshot(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  database.exec('BEGIN');
  // SQLite takes the moment with the first read and not with BEGIN.
  database.prepare('SELECT 1 FROM meta').get();
  return database;
}

/** Made under another name and renamed when complete, so that a file of the right name is never half made. */
function makeDatabase(file: string): number {
  const unfinished = `${file}.new`;
  rmSync(unfinished, { force: true });
  rmSync(`${unfinished}-journal`, { force: true });
  const database = new DatabaseSync(unfinished);
  try {
    database.exec(`
      PRAGMA synchronous = FULL;
      BEGIN;
      PRAGMA application_id = ${APPLICATION_ID};
      PRAGMA user_version = ${SCHEMA_VERSION};
      ${SCHEMA}
      COMMIT;
    `);
  } finally {
    database.close();
  }
  renameSync(unfinished, file);
  const folder = openSync(dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
  return SCHEMA_VERSION;
}

/** Events that an upgrade reads at once. */
const UPGRADED_AT_ONCE = 10_000;

/** Adds what later versions know, all or nothing: of each event and player in one pass over the ledger; its blocks are made by and by. */
function upgrade(database: DatabaseSync, file: string, version: number): void {
  try {
    database.exec('BEGIN IMMEDIATE');
    if (version === 1) upgradeFromVersion1(database);
    database.exec(`${LEDGER_BLOCKS} PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT;`);
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    const cause = error instanceof Error ? error.message : String(error);
    throw new Error(
      `${file} has schema version ${version} and could not be brought to version ${SCHEMA_VERSION} (${cause}). It was left as it is; ` +
        'it needs about twice its size of free disk space for a moment.',
      { cause: error },
    );
  }
}

function upgradeFromVersion1(database: DatabaseSync): void {
  database.exec(`
    DROP TRIGGER events_keep;
    DROP TRIGGER final_standings_keep;
    DROP TRIGGER final_standings_stay;
    ${FINALS_KEEP}
    ${CLOSINGS}
    ${ACTIVITY_DAYS}
    ALTER TABLE players ADD COLUMN known_since INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE events ADD COLUMN previous INTEGER;
    ALTER TABLE standings ADD COLUMN latest_event INTEGER;
  `);
  readLedger(database);
  database.exec(EVENTS_KEEP);
}

interface UpgradedEvent {
  readonly seq: number;
  readonly board: number;
  readonly player: number;
  readonly points: number;
  readonly at: number;
  readonly activity: string;
  readonly received_at: number;
}

/** The one pass: links each player's events, dates the players, counts the activities. */
function readLedger(database: DatabaseSync): void {
  const read = database.prepare(
    'SELECT seq, board, player, points, at, activity, received_at FROM events WHERE seq > ? ORDER BY seq LIMIT ?',
  );
  const boards = boardsToCount(database);
  const addActivity = database.prepare(addActivitySql('activity_days'));
  const link = database.prepare('UPDATE events SET previous = ? WHERE seq = ?');
  const setKnownSince = database.prepare('UPDATE players SET known_since = ? WHERE number = ?');
  const latest = new Map<number, Map<number, number>>();
  let newest = 0;
  let knownSince = -Infinity;
  for (let seq = 0, more = true; more;) {
    const rows = read.all(seq, UPGRADED_AT_ONCE) as unknown as UpgradedEvent[];
    for (const { seq, board, player, points, at, activity, received_at: receivedAt } of rows) {
      const { spans, tally } = boards.get(board)!;
      tally.add(spans.containing(at)[0]!.start, activity, points);
      let ofBoard = latest.get(board);
      if (ofBoard === undefined) latest.set(board, (ofBoard = new Map<number, number>()));
      const previous = ofBoard.get(player);
      if (previous !== undefined) link.run(previous, seq);
      ofBoard.set(player, seq);
      if (player <= newest) continue;
      newest = player;
      // A clock may have been set back between two players.
      knownSince = Math.max(knownSince, receivedAt);
      setKnownSince.run(knownSince, player);
    }
    for (const [board, { tally }] of boards) for (const row of tally.take()) addActivity.run(board, ...row);
    seq = rows.at(-1)?.seq ?? seq;
    more = rows.length === UPGRADED_AT_ONCE;
  }
  const allTimeOf = database.prepare(`SELECT number FROM periods WHERE board = ? AND kind = 'all-time'`);
  const setLatest = database.prepare('UPDATE standings SET latest_event = ? WHERE board = ? AND player = ? AND period = ?');
  for (const [board, ofBoard] of latest) {
    const { number: allTime } = allTimeOf.get(board) as { number: number };
    for (const [player, event] of ofBoard) setLatest.run(event, board, player, allTime);
  }
}

function boardsToCount(database: DatabaseSync): Map<number, { readonly spans: SpanCache<PeriodSpan>; readonly tally: ActivityTally }> {
  const rows = database.prepare('SELECT number, time_zone, week_start FROM boards').all() as unknown as {
    readonly number: number;
    readonly time_zone: string;
    readonly week_start: Weekday;
  }[];
  return new Map(
    rows.map(({ number, time_zone: timeZone, week_start: weekStart }) => [
      number,
      { spans: new SpanCache((kind, at) => periodContaining(kind, at, { timeZone, weekStart })), tally: new ActivityTally() },
    ]),
  );
}

/** The schema version of a file that can be opened. */
function versionOfOurs(file: string): number {
  const header = firstBytes(file, 100);
  if (header.length < 100 || header.toString('latin1', 0, 16) !== 'SQLite format 3\0') {
    throw new Error(
      `${file} is damaged or not a database. It was left as it is; put a backup in its place, or choose another data folder.`,
    );
  }
  if (header.readUInt32BE(68) !== APPLICATION_ID) {
    throw new Error(`${file} is another program's database. It was left as it is; choose another data folder.`);
  }
  const inHeader = knownVersion(file, header.readUInt32BE(60));
  const damage = damageIn(file, header, inHeader);
  if (damage !== undefined) {
    throw new Error(`${file} is damaged (${damage}). It was left as it is; put a backup in its place, or choose another data folder.`);
  }
  // An upgrade whose process was killed may be in the write-ahead log alone, where the header's bytes do not tell of it.
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    return knownVersion(file, database.prepare('PRAGMA user_version').get()!['user_version'] as number);
  } finally {
    database.close();
  }
}

function knownVersion(file: string, version: number): number {
  if (version >= 1 && version <= SCHEMA_VERSION) return version;
  throw new Error(
    `${file} has schema version ${version}, and this program knows versions up to ${SCHEMA_VERSION}. ` +
      'It was left as it is; use the version of Laurels that wrote it, or a later one.',
  );
}

/** Looks at what can be seen without reading the whole file, through a connection that cannot write. */
function damageIn(file: string, header: Buffer, version: number): string | undefined {
  // Without a write-ahead log to complete it, the file has all the pages that its header counts.
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  if (log === undefined || log.size === 0) {
    const sizeField = header.readUInt16BE(16);
    const expected = header.readUInt32BE(28) * (sizeField === 1 ? 65_536 : sizeField);
    const size = statSync(file).size;
    if (size < expected) return `${size} of ${expected} bytes`;
  }
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
    for (const { since, names } of TABLES)
      if (since <= version) for (const table of names) database.prepare(`SELECT * FROM ${table} LIMIT 1`).get();
    database.prepare('SELECT * FROM events ORDER BY seq DESC LIMIT 1').get();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    database?.close();
  }
}

function firstBytes(file: string, count: number): Buffer {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(count);
    return bytes.subarray(0, readSync(descriptor, bytes, 0, count, 0));
  } finally {
    closeSync(descriptor);
  }
}
