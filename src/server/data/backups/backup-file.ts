import { hash } from 'node:crypto';
import { backup as copyPages, DatabaseSync } from 'node:sqlite';

import * as z from 'zod/mini';

import { jsonIn } from '../../../contract/read-text.ts';
import { openSnapshot } from '../../store/sqlite/file/database-file.ts';
import { keepPrivate } from '../../store/sqlite/file/private-files.ts';

/** Pages per copy step, which runs on a thread of Node's own. */
const PAGES_AT_ONCE = 10_000;

/** A backup's contents besides the database: other files of the data folder, and its time. */
const besideSchema = z.object({
  madeAt: z.iso.datetime(),
  /** File contents by name. */
  files: z.record(z.string(), z.string()),
  /** See {@link filesDigest}. */
  sha256: z.string(),
});

export type BesideDatabase = Omit<z.infer<typeof besideSchema>, 'sha256'>;

function filesDigest(files: BesideDatabase['files']): string {
  return hash('sha256', JSON.stringify(Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1))));
}

/** Copies a consistent snapshot of a database without blocking its writers. */
export async function copyDatabase(file: string, to: string): Promise<void> {
  using moment = openSnapshot(file);
  keepPrivate(to);
  await copyPages(moment, to, { rate: PAGES_AT_ONCE });
}

/** Turns a copied database into one complete file that includes the other files of the data folder. */
export function completeBackup(file: string, beside: BesideDatabase): void {
  using database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL; BEGIN; CREATE TABLE backup (beside TEXT NOT NULL)');
  database.prepare('INSERT INTO backup VALUES (?)').run(JSON.stringify({ ...beside, sha256: filesDigest(beside.files) }));
  database.exec('COMMIT');
}

/** Whether {@link completeBackup} finished this file, which was verified before. */
export function saysItIsComplete(file: string): boolean {
  try {
    using database = new DatabaseSync(file, { readOnly: true });
    return besideIn(database) !== undefined;
  } catch {
    // From another program, damaged, or cut short.
    return false;
  }
}

/**
 * Removes and returns the other files from a copied backup; `undefined` for a database copied by other means.
 * @throws {Error} if they were altered or damaged.
 */
export function takeBeside(file: string): BesideDatabase | undefined {
  using database = new DatabaseSync(file);
  if (database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'backup'").get() === undefined) return undefined;
  const kept = besideIn(database);
  if (kept === undefined || kept.sha256 !== filesDigest(kept.files)) throw new Error('the keys in it were altered, or are damaged');
  database.exec('DROP TABLE backup');
  return { madeAt: kept.madeAt, files: kept.files };
}

function besideIn(database: DatabaseSync): z.infer<typeof besideSchema> | undefined {
  const [row] = database.prepare('SELECT beside FROM backup').all();
  return besideSchema.safeParse(jsonIn(String(row?.['beside']))).data;
}
