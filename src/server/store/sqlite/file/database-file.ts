import { closeSync, existsSync, fsyncSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { APPLICATION_ID, SCHEMA, SCHEMA_VERSION, TABLES } from './schema.ts';

/**
 * Opens the database of a data folder that is locked for this process, and makes it if there is none: `onMade` is told then.
 * @throws {Error} saying what is wrong and what to do, if the file is damaged, another program's or of another
 * version. Such a file is left as it is.
 */
export function openDatabase(file: string, onMade: (file: string) => void): DatabaseSync {
  if (existsSync(file)) refuseOthers(file);
  else {
    makeDatabase(file);
    onMade(file);
  }
  const database = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true });
  try {
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA cache_size = -65536;
      PRAGMA wal_autocheckpoint = 8000;
      PRAGMA journal_size_limit = 67108864;
    `);
    // The log is there from the first read on, so that it can be told from another one.
    database.prepare('SELECT 1 FROM meta').get();
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

function refuseOthers(file: string): void {
  const header = firstBytes(file, 100);
  if (header.length < 100 || header.toString('latin1', 0, 16) !== 'SQLite format 3\0') {
    throw new Error(`${file} is damaged or not a database. It was not changed. Restore it from a backup, or choose another data folder.`);
  }
  if (header.readUInt32BE(68) !== APPLICATION_ID) {
    throw new Error(`${file} is another program's database. It was not changed. Choose another data folder.`);
  }
  const version = header.readUInt32BE(60);
  if (version !== SCHEMA_VERSION) {
    throw new Error(
      `${file} has schema version ${version}, and this program supports only version ${SCHEMA_VERSION}. ` +
        'It was not changed. Use the version of Laurels that wrote it, or choose another data folder.',
    );
  }
  const damage = damageIn(file, header);
  if (damage !== undefined) {
    throw new Error(`${file} is damaged (${damage}). It was not changed. Restore it from a backup, or choose another data folder.`);
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
