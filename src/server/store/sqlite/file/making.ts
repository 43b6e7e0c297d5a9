import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { keepPrivate, mayReadAndWrite } from './private-files.ts';
import { APPLICATION_ID, SCHEMA, SCHEMA_VERSION } from './schema.ts';

/** Where a database is filled with the rows of another one, until it has them all. */
export function movingFile(file: string): string {
  return `${file}.moving`;
}

/**
 * Makes an empty database. Made under another name and renamed when complete and durable, so that a file of the right
 * name is never half made.
 * @throws {Error} why it cannot be written.
 */
export function makeDatabase(file: string): void {
  const unfinished = `${file}.new`;
  const drop = () => {
    rmSync(unfinished, { force: true });
    rmSync(`${unfinished}-journal`, { force: true });
  };
  drop();
  keepPrivate(unfinished);
  const database = new DatabaseSync(unfinished);
  try {
    makeSchema(database);
    database.close();
  } catch (error) {
    database.close();
    drop();
    throw error;
  }
  renameSync(unfinished, file);
  makeNamesDurable(file);
}

/** Makes the tables in a file that is empty, durably. */
export function makeSchema(database: DatabaseSync): void {
  database.exec(`
    PRAGMA synchronous = FULL;
    PRAGMA cache_size = -65536;
    BEGIN;
    PRAGMA application_id = ${APPLICATION_ID};
    PRAGMA user_version = ${SCHEMA_VERSION};
    ${SCHEMA}
    COMMIT;
  `);
}

/** What was made, renamed or taken away in the folder of a file stays so if the machine fails. */
export function makeNamesDurable(file: string): void {
  const folder = openSync(dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/** The same for the folders on the way to a file, which may be as new as it is: what lies in a folder is lost with its name. */
export function makeWayDurable(file: string): void {
  for (let folder = dirname(resolve(file)); folder !== dirname(folder); folder = dirname(folder)) {
    // Nothing new is in a folder that this process may not write to.
    if (mayReadAndWrite(dirname(folder))) makeNamesDurable(folder);
  }
}

/**
 * Writes a database anew, whole, and empties its log: what was changed or taken away lay in free space before, and lies
 * nowhere now. Returns whether the log is empty: it is not while another connection still reads from it.
 */
export function madeAnew(database: DatabaseSync): boolean {
  database.exec('VACUUM');
  const { busy } = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { readonly busy: number };
  return busy === 0;
}

/** How large a database is, in bytes. */
export function sizeOf(database: DatabaseSync): number {
  const pragma = (name: string) => Number(database.prepare(`PRAGMA ${name}`).get()![name]);
  return pragma('page_count') * pragma('page_size');
}
