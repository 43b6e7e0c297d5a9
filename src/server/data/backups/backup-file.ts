import { hash } from 'node:crypto';
import { backup as copyPages, DatabaseSync } from 'node:sqlite';

import * as z from 'zod/mini';

import { jsonIn } from '../../../contract/read-text.ts';
import { openSnapshot } from '../../store/sqlite/file/database-file.ts';
import { keepPrivate } from '../../store/sqlite/file/private-files.ts';

/** Pages that are copied at once, on a thread of Node's own. */
const PAGES_AT_ONCE = 10_000;

/** What a backup has beside the database: the other files of the data folder, and when it was made. */
const besideSchema = z.object({
  madeAt: z.iso.datetime(),
  /** By name, the texts of files. */
  files: z.record(z.string(), z.string()),
  /** Of the files: see {@link filesDigest}. */
  sha256: z.string(),
});

export type BesideDatabase = Omit<z.infer<typeof besideSchema>, 'sha256'>;

/** In hexadecimal digits. */
function filesDigest(files: BesideDatabase['files']): string {
  return hash('sha256', JSON.stringify(Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1))));
}

/**
 * Copies a database as it is at this moment, with everything durable until now, while others go on writing to it. Whoever
 * writes is not kept from it.
 */
export async function copyDatabase(file: string, to: string): Promise<void> {
  using moment = openSnapshot(file);
  keepPrivate(to);
  await copyPages(moment, to, { rate: PAGES_AT_ONCE });
}

/** Makes a copied database one file that is complete, and keeps in it what lies beside the database in a data folder. */
export function completeBackup(file: string, beside: BesideDatabase): void {
  using database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL; BEGIN; CREATE TABLE backup (beside TEXT NOT NULL)');
  database.prepare('INSERT INTO backup VALUES (?)').run(JSON.stringify({ ...beside, sha256: filesDigest(beside.files) }));
  database.exec('COMMIT');
}

/** Whether a file is one that {@link completeBackup} ended: it was proved before. */
export function saysItIsComplete(file: string): boolean {
  try {
    using database = new DatabaseSync(file, { readOnly: true });
    return besideIn(database) !== undefined;
  } catch {
    // Another program's, damaged, or cut short.
    return false;
  }
}

/**
 * Takes out of a copied backup what is not the database's; `undefined` if there was nothing, as in a database that somebody
 * copied in another way.
 * @throws {Error} if what is there was altered, or is damaged.
 */
export function takeBeside(file: string): BesideDatabase | undefined {
  using database = new DatabaseSync(file);
  if (database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'backup'").get() === undefined) return undefined;
  const kept = besideIn(database);
  if (kept === undefined || kept.sha256 !== filesDigest(kept.files)) throw new Error('the keys in it were altered, or are damaged');
  database.exec('DROP TABLE backup');
  return { madeAt: kept.madeAt, files: kept.files };
}

/** What is beside the database in a backup; `undefined` if it cannot be read. */
function besideIn(database: DatabaseSync): z.infer<typeof besideSchema> | undefined {
  const [row] = database.prepare('SELECT beside FROM backup').all();
  return besideSchema.safeParse(jsonIn(String(row?.['beside']))).data;
}
