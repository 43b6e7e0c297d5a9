import type { DatabaseSync } from 'node:sqlite';

/** The version that is read here. */
export const EARLIER_VERSION = 6;

/** Its tables, which are today as they were then, each after those that its rows name. */
export const EARLIER_TABLES = [
  'meta',
  'boards',
  'players',
  'events',
  'revisions',
  'periods',
  'reopenings',
  'totals',
  'final_standings',
  'refolded_finals',
  'closings',
  'activity_days',
  'ledger_blocks',
];

/**
 * Fills an empty database, inside a transaction, with what one of {@link EARLIER_VERSION} has: see
 * docs/decisions/data-folder.md.
 * @throws {Error} if the database contradicts itself.
 */
export function copyEarlier(database: DatabaseSync, earlier: string): void {
  database.prepare('ATTACH ? AS earlier').run(earlier);
  for (const table of EARLIER_TABLES) database.exec(`INSERT INTO main.${table} SELECT * FROM earlier.${table}`);
}
