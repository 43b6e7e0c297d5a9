import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

import { makeDatabase, makeWayDurable } from './making.ts';
import { APPLICATION_ID, SCHEMA_VERSION, TABLES } from './schema.ts';

/**
 * Opens the database of a data folder that is locked for this process. If there is none, it is made, and `onMade` is told.
 * @throws {Error} saying what is wrong and what to do, if the file is damaged, another program's or of another
 * version. Such a file is left as it is.
 */
export function openDatabase(file: string, onMade?: (file: string) => void): DatabaseSync {
  if (!existsSync(file)) {
    makeDatabase(file);
    makeWayDurable(file);
    onMade?.(file);
  } else refuseUnfit(file);
  const database = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true });
  try {
    database.exec(SETTINGS);
    // The log is there from the first read on, so that it can be told from another one.
    database.prepare('SELECT 1 FROM meta').get();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Of every connection that writes. */
export const SETTINGS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA cache_size = -65536;
  PRAGMA wal_autocheckpoint = 8000;
  PRAGMA journal_size_limit = 67108864;
`;

/** Opens the same database a second time, for reading one moment of it while the writer goes on. */
export function openSnapshot(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  database.exec('BEGIN');
  // SQLite takes the moment with the first read and not with BEGIN.
  database.prepare('SELECT 1 FROM meta').get();
  return database;
}

/** @throws {Error} for a file of another version, another program's, or a damaged one. */
function refuseUnfit(file: string): void {
  let header = firstBytes(file, 100);
  if (header.length < 100 || header.toString('latin1', 0, 16) !== 'SQLite format 3\0') {
    throw new Error(`${file} is damaged or not a database. It was not changed. Restore it from a backup, or choose another data folder.`);
  }
  if (header.readUInt32BE(68) !== APPLICATION_ID) {
    throw new Error(`${file} is another program's database. It was not changed. Choose another data folder.`);
  }
  if (existsSync(`${file}-journal`)) {
    takeBackUnfinished(file);
    header = firstBytes(file, 100);
  }
  const version = header.readUInt32BE(60);
  if (version !== SCHEMA_VERSION) {
    throw new Error(
      `${file} has schema version ${version}, and this program reads only version ${SCHEMA_VERSION}. ` +
        'It was not changed. Use the version of Laurels that wrote it, or choose another data folder.',
    );
  }
  const damage = damageIn(file, header);
  if (damage !== undefined) {
    throw new Error(`${file} is damaged (${damage}). It was not changed. Restore it from a backup, or choose another data folder.`);
  }
}

/**
 * SQLite uses a journal to bring a database to its log and back, and takes back what was cut short when somebody opens it who
 * may write. To those who only look, such a database seems damaged.
 */
function takeBackUnfinished(file: string): void {
  using database = new DatabaseSync(file, { timeout: 5000 });
  try {
    database.prepare('SELECT 1 FROM sqlite_schema').get();
  } catch {
    // Whoever looks next says what is wrong.
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
  try {
    using database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
    for (const table of TABLES) database.prepare(`SELECT * FROM ${table} LIMIT 1`).get();
    database.prepare('SELECT * FROM events ORDER BY seq DESC LIMIT 1').get();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
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
