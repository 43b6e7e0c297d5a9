import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

import { EARLIER_TABLES, EARLIER_VERSION } from './earlier-version.ts';
import { makeDatabase, makeWayDurable } from './making.ts';
import { APPLICATION_ID, SCHEMA_VERSION, TABLES } from './schema.ts';
import { upgradeDatabase } from './upgrade.ts';

/** Who wants to know what happened to the database before it was opened. */
export interface OpeningNews {
  /** There was none, and it was made. */
  readonly onMade?: (file: string) => void;
  /** It was of the version before: in words for an operator. */
  readonly onUpgraded?: (said: string) => void;
}

/**
 * Opens the database of a data folder that is locked for this process. It is made if there is none, and upgraded if it is of
 * the version before.
 * @throws {Error} saying what is wrong and what to do, if the file is damaged, another program's or of another
 * version. Such a file is left as it is.
 */
export function openDatabase(file: string, { onMade, onUpgraded }: OpeningNews): DatabaseSync {
  if (!existsSync(file)) {
    makeDatabase(file);
    makeWayDurable(file);
    onMade?.(file);
  } else if (soundVersion(file) === EARLIER_VERSION) {
    upgradeDatabase(file);
    onUpgraded?.(`Upgraded the database ${file} from version ${EARLIER_VERSION} to ${SCHEMA_VERSION}.`);
  }
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

/** Today's version or the one before. @throws {Error} for a file of any other, another program's, or a damaged one. */
function soundVersion(file: string): typeof SCHEMA_VERSION | typeof EARLIER_VERSION {
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
  if (version !== SCHEMA_VERSION && version !== EARLIER_VERSION) {
    throw new Error(
      `${file} has schema version ${version}, and this program reads only versions ${EARLIER_VERSION} and ${SCHEMA_VERSION}. ` +
        'It was not changed. Use the version of Laurels that wrote it, or choose another data folder.',
    );
  }
  const damage = damageIn(file, header, version === SCHEMA_VERSION ? TABLES : EARLIER_TABLES);
  if (damage !== undefined) {
    throw new Error(`${file} is damaged (${damage}). It was not changed. Restore it from a backup, or choose another data folder.`);
  }
  return version;
}

/**
 * SQLite uses a journal to bring a database to its log and back, and takes back what was cut short when somebody opens it who
 * may write. To those who only look, such a database seems damaged.
 */
function takeBackUnfinished(file: string): void {
  const database = new DatabaseSync(file, { timeout: 5000 });
  try {
    database.prepare('SELECT 1 FROM sqlite_schema').get();
  } catch {
    // Whoever looks next says what is wrong.
  } finally {
    database.close();
  }
}

/** Looks at what can be seen without reading the whole file, through a connection that cannot write. */
function damageIn(file: string, header: Buffer, tables: readonly string[]): string | undefined {
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
    for (const table of tables) database.prepare(`SELECT * FROM ${table} LIMIT 1`).get();
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
