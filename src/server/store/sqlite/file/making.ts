import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { keepPrivate, mayReadAndWrite } from './private-files.ts';
import { APPLICATION_ID, SCHEMA, SCHEMA_VERSION } from './schema.ts';

/** The name of a database while it is being filled from another. */
export function movingFile(file: string): string {
  return `${file}.moving`;
}

/** Creates an empty database under a temporary name, and renames it once it is durable. @throws {Error} if it cannot be written. */
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

/** Creates the tables in an empty file, durably. */
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

/** Makes the file names in a file's folder durable. */
export function makeNamesDurable(file: string): void {
  const folder = openSync(dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/** Makes a file's parent folders durable, since they may be as new as the file. */
export function makeWayDurable(file: string): void {
  for (let folder = dirname(resolve(file)); folder !== dirname(folder); folder = dirname(folder)) {
    // A folder that this process cannot write to contains nothing new.
    if (mayReadAndWrite(dirname(folder))) makeNamesDurable(folder);
  }
}

/** Rewrites a database and empties its log, so that no deleted data remains. Returns false while another connection reads from the log. */
export function rewriteFile(database: DatabaseSync): boolean {
  database.exec('VACUUM');
  const { busy } = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { readonly busy: number };
  return busy === 0;
}

/** The size of a database, in bytes. */
export function sizeOf(database: DatabaseSync): number {
  const pragma = (name: string) => Number(database.prepare(`PRAGMA ${name}`).get()![name]);
  return pragma('page_count') * pragma('page_size');
}
