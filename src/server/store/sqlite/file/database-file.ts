import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

import { makeDatabase, makeWayDurable } from './making.ts';
import { APPLICATION_ID, READABLE_VERSIONS, SCHEMA_VERSION, tablesOf, UPGRADE } from './schema.ts';

/**
 * Opens the database of a locked data folder, creating it (and calling `onMade`) if there is none, and upgrading an earlier one.
 * @throws {Error} saying what to do, if the file is damaged or belongs to another program or version; it is left unchanged.
 */
export function openDatabase(file: string, onMade?: (file: string) => void): DatabaseSync {
  if (!existsSync(file)) {
    makeDatabase(file);
    makeWayDurable(file);
    onMade?.(file);
  } else expectUsable(file);
  const database = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true });
  try {
    database.exec(SETTINGS);
    if (database.prepare('PRAGMA user_version').get()!['user_version'] !== SCHEMA_VERSION) database.exec(UPGRADE);
    // Creates the log, so that its file can be identified.
    database.prepare('SELECT 1 FROM meta').get();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The settings of every connection that writes. */
export const SETTINGS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA cache_size = -65536;
  PRAGMA wal_autocheckpoint = 8000;
  PRAGMA journal_size_limit = 67108864;
`;

/** Opens the database a second time, to read one snapshot while the writer continues. */
export function openSnapshot(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  database.exec('BEGIN');
  // SQLite takes the snapshot at the first read, not at BEGIN.
  database.prepare('SELECT 1 FROM meta').get();
  return database;
}

/** @throws {Error} for a damaged file, or one of another program or version. */
function expectUsable(file: string): void {
  let header = firstBytes(file, 100);
  if (header.length < 100 || header.toString('latin1', 0, 16) !== 'SQLite format 3\0') {
    throw new Error(`${file} is damaged or not a database. It was not changed. Restore it from a backup, or choose another data folder.`);
  }
  if (header.readUInt32BE(68) !== APPLICATION_ID) {
    throw new Error(`${file} is another program's database. It was not changed. Choose another data folder.`);
  }
  if (existsSync(`${file}-journal`)) {
    rollBackHotJournal(file);
    header = firstBytes(file, 100);
  }
  const version = header.readUInt32BE(60);
  if (!READABLE_VERSIONS.includes(version)) {
    throw new Error(
      `${file} has schema version ${version}, and this program reads only versions ${READABLE_VERSIONS.join(' and ')}. ` +
        'It was not changed. Use the version of Laurels that wrote it, or choose another data folder.',
    );
  }
  const damage = damageIn(file, header, tablesOf(version));
  if (damage !== undefined) {
    throw new Error(`${file} is damaged (${damage}). It was not changed. Restore it from a backup, or choose another data folder.`);
  }
}

/** Rolls back a hot journal, left by an interrupted change of the log mode. Otherwise read-only connections would report damage. */
function rollBackHotJournal(file: string): void {
  using database = new DatabaseSync(file, { timeout: 5000 });
  try {
    database.prepare('SELECT 1 FROM sqlite_schema').get();
  } catch {
    // The next check will report the problem.
  }
}

/** Checks, on a read-only connection, whatever does not require reading the whole file. */
function damageIn(file: string, header: Buffer, tables: readonly string[]): string | undefined {
  // Without a write-ahead log, the file must have all pages that its header counts.
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  if (log === undefined || log.size === 0) {
    const sizeField = header.readUInt16BE(16);
    const expected = header.readUInt32BE(28) * (sizeField === 1 ? 65_536 : sizeField);
    const size = statSync(file).size;
    if (size < expected) return `${size} of ${expected} bytes`;
  }
  try {
    using database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
    for (const table of tables) database.prepare(`SELECT * FROM ${table} LIMIT 1`).get();
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
