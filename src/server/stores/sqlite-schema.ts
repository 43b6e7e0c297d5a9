import { closeSync, existsSync, fsyncSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Marks a database file as Laurels' own: "LAUR" in ASCII, kept in the file's header. */
const APPLICATION_ID = 0x4c_41_55_52;

/** Counts changes of the schema. A program refuses files of a later one. */
const SCHEMA_VERSION = 1;

/**
 * Periods have a number of their own inside the store, because standings name one in every row. Standings are
 * clustered by player and not by period: an event changes up to four of them, and this way they are on one page.
 * No index orders anything by points: ranks live in the server's memory.
 *
 * `events.counted` has bit 0 set where the event counted for its day, 1 week, 2 month, 3 all time: what was
 * closed when it arrived is left out of the sums for ever, and a refold must know which.
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
    searched TEXT NOT NULL
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
    UNIQUE (board, id)
  ) STRICT;
  CREATE TRIGGER events_keep BEFORE UPDATE ON events BEGIN SELECT RAISE (ABORT, 'The ledger is append-only'); END;
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
  CREATE TRIGGER final_standings_keep BEFORE UPDATE ON final_standings BEGIN SELECT RAISE (ABORT, 'Final standings never change'); END;
  CREATE TRIGGER final_standings_stay BEFORE DELETE ON final_standings BEGIN SELECT RAISE (ABORT, 'Final standings never change'); END;
`;

const TABLES = ['meta', 'boards', 'players', 'events', 'periods', 'standings', 'final_standings'];

/**
 * Opens the database of a data folder that is locked for this process, making it where there is none.
 * @throws {Error} saying what is wrong and what to do, if the file is damaged, another program's or a later
 * version's. Such a file is left as it is.
 */
export function openDatabase(file: string): DatabaseSync {
  if (existsSync(file)) refuseUnlessOurs(file);
  else makeDatabase(file);
  const database = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true });
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA cache_size = -65536;
    PRAGMA wal_autocheckpoint = 8000;
    PRAGMA journal_size_limit = 67108864;
  `);
  return database;
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
function makeDatabase(file: string): void {
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
}

function refuseUnlessOurs(file: string): void {
  const header = firstBytes(file, 100);
  if (header.length < 100 || header.toString('latin1', 0, 16) !== 'SQLite format 3\0') {
    throw new Error(
      `${file} is damaged or not a database. It was left as it is; put a backup in its place, or choose another data folder.`,
    );
  }
  if (header.readUInt32BE(68) !== APPLICATION_ID) {
    throw new Error(`${file} is another program's database. It was left as it is; choose another data folder.`);
  }
  const version = header.readUInt32BE(60);
  if (version !== SCHEMA_VERSION) {
    throw new Error(
      `${file} has schema version ${version}, and this program knows version ${SCHEMA_VERSION}. ` +
        'It was left as it is; use the version of Laurels that wrote it, or a later one.',
    );
  }
  const damage = damageIn(file, header);
  if (damage !== undefined) {
    throw new Error(`${file} is damaged (${damage}). It was left as it is; put a backup in its place, or choose another data folder.`);
  }
}

/** Looks at what can be seen without reading the whole file, through a connection that cannot write. */
function damageIn(file: string, header: Buffer): string | undefined {
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
    for (const table of TABLES) database.prepare(`SELECT * FROM ${table} LIMIT 1`).get();
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
