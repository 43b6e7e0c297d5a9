import type { DatabaseSync } from 'node:sqlite';

import { scoreFrom, type ScoreRow } from '../rows/columns.ts';
import { newestSeq } from '../rows/newest-seq.ts';
import { preparing } from '../rows/query.ts';
import { blockOf, TotalsBlock } from '../rows/totals-block.ts';

/** The version that is read here. */
export const EARLIER_VERSION = 4;

/** The tables that are today as they were then, each after those that its rows name. */
const KEPT_TABLES = [
  'meta',
  'boards',
  'players',
  'events',
  'revisions',
  'periods',
  'reopenings',
  'final_standings',
  'refolded_finals',
  'closings',
  'activity_days',
  'ledger_blocks',
];

/** Every table of it. */
export const EARLIER_TABLES = [...KEPT_TABLES, 'standings', 'chain_ends'];

/** A total, or the latest event of a player without one of all time: then `period` is null. */
type EarlierRow = ScoreRow & {
  readonly board: number;
  readonly player: number;
  readonly period: number | null;
  readonly latest_event: number | null;
};

/**
 * Fills an empty database, inside a transaction, with what one of {@link EARLIER_VERSION} has: see
 * docs/decisions/0023-upgrades.md.
 * @throws {Error} if the database contradicts itself.
 */
export function copyEarlier(database: DatabaseSync, earlier: string): void {
  database.prepare('ATTACH ? AS earlier').run(earlier);
  for (const table of KEPT_TABLES) database.exec(`INSERT INTO main.${table} SELECT * FROM earlier.${table}`);
  copyTotals(database);
}

/** What were rows of their own, in blocks. */
function copyTotals(database: DatabaseSync): void {
  const prepare = preparing(database);
  const through = newestSeq(database)();
  const write = prepare<never, [board: number, block: number, through: number, totals: Uint8Array]>(
    'INSERT INTO totals (board, block, through, totals) VALUES (?, ?, ?, ?)',
  );
  const rows = prepare<EarlierRow>(`SELECT board, player, period, points, reached_at, moved_at, latest_event FROM earlier.standings
    UNION ALL SELECT board, player, NULL, 0, 0, 0, latest_event FROM earlier.chain_ends ORDER BY board, player, period`);
  let open: { readonly board: number; readonly block: number; readonly totals: TotalsBlock } | undefined;
  const close = () => open && write.run(open.board, open.block, through, open.totals.bytes);
  for (const { board, player, period, latest_event: latestEvent, ...total } of rows.iterate()) {
    const block = blockOf(player);
    if (open?.board !== board || open.block !== block) {
      close();
      open = { board, block, totals: new TotalsBlock(block) };
    }
    if (period !== null) open.totals.setScore(player, period, scoreFrom(total));
    if (latestEvent !== null) open.totals.setLatestEvent(player, latestEvent);
  }
  close();
}
