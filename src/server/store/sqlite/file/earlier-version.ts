import type { DatabaseSync } from 'node:sqlite';

import { checksumOf } from '../rows/checksum.ts';
import { preparing } from '../rows/query.ts';

/** The version that is read here. */
export const EARLIER_VERSION = 5;

/** The tables that are today as they were then, each after those that its rows name. */
const KEPT_TABLES = [
  'meta',
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

/** Every table of it. */
export const EARLIER_TABLES = ['boards', ...KEPT_TABLES];

/**
 * Fills an empty database, inside a transaction, with what one of {@link EARLIER_VERSION} has: see
 * docs/decisions/0023-upgrades.md.
 * @throws {Error} if the database contradicts itself.
 */
export function copyEarlier(database: DatabaseSync, earlier: string): void {
  database.prepare('ATTACH ? AS earlier').run(earlier);
  copyBoards(database);
  for (const table of KEPT_TABLES) database.exec(`INSERT INTO main.${table} SELECT * FROM earlier.${table}`);
}

/** All boards counted points, and none was archived. One that was changed by hand keeps a checksum that says so. */
function copyBoards(database: DatabaseSync): void {
  const rows = preparing(
    database,
    'arrays',
  )<readonly [...columns: (string | number)[], checksum: number]>(
    'SELECT number, name, title, scoring, direction, time_zone, week_start, checksum FROM earlier.boards',
  );
  const write = preparing(database)<never, (string | number)[]>('INSERT INTO main.boards VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  for (const row of rows.all()) {
    const before = row.slice(0, -1);
    const columns = [...before, '"points"', 'listed'];
    write.run(...columns, checksumOf(before) === row.at(-1) ? checksumOf(columns) : -1);
  }
}
