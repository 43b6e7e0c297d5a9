import type { DatabaseSync } from 'node:sqlite';

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
