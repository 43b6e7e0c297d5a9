import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { TotalsBlock } from '../held/totals-block.ts';
import type { StorePlace } from '../store-under-test.suite.ts';
import { openSqliteStore } from './sqlite-store.ts';

/** In memory if possible: these tests do not cover durability on disk. */
const TEMP = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A separate data folder. */
export interface SqlitePlace extends StorePlace {
  readonly folder: string;
  readonly file: string;
  /** Changes the database without the store noticing. */
  tamper(sql: string): void;
  /** Changes the first block of a board's open totals without the store noticing. */
  tamperTotals(board: number, change: (block: TotalsBlock) => void): void;
  /** How many open totals of a period, by number, are in the file. */
  totalsIn(period: number): number;
  /** The size of the log beside the database. */
  logBytes(): number;
  /** The single value that a query returns. */
  value(sql: string): unknown;
}

/** The options are the same as for `openSqliteStore`. */
export function sqlitePlace(fixed: Parameters<typeof openSqliteStore>[1] = {}): SqlitePlace {
  const folder = mkdtempSync(join(TEMP, 'laurels-store-'));
  const file = join(folder, 'laurels.db');
  const use = <Result>(work: (database: DatabaseSync) => Result): Result => {
    const database = new DatabaseSync(file);
    try {
      return work(database);
    } finally {
      database.close();
    }
  };
  return {
    folder,
    file,
    open: (options) => openSqliteStore(folder, { ...options, ...fixed }),
    remove: () => rmSync(folder, { recursive: true }),
    tamper: (sql) => use((database) => database.exec(sql)),
    tamperTotals: (board, change) =>
      use((database) => {
        const row = database.prepare('SELECT totals FROM totals WHERE board = ? AND block = 0').get(board)!;
        const block = new TotalsBlock(0, row['totals'] as Uint8Array);
        change(block);
        database.prepare('UPDATE totals SET totals = ? WHERE board = ? AND block = 0').run(block.bytes, board);
      }),
    totalsIn: (period) =>
      use((database) => {
        let found = 0;
        for (const { block, totals } of database.prepare('SELECT block, totals FROM totals').all())
          for (const player of new TotalsBlock(Number(block), totals as Uint8Array).players())
            found += player.totals.filter((total) => total.period === period).length;
        return found;
      }),
    logBytes: () => statSync(`${file}-wal`).size,
    value: (sql) => use((database) => Object.values(database.prepare(sql).get()!)[0]),
  };
}
