import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

import type { Queryable } from '../held/queryable.ts';
import { foldForSearch } from '../held/search-key.ts';
import { TotalsBlock } from '../held/totals-block.ts';
import {
  AlreadyFilled,
  FINALS_OF_CLOSED,
  KEPT_TABLES,
  keyColumns,
  type KeptRow,
  type KeptSource,
  type KeptTable,
  type KeptTarget,
  rowsAfter,
  selectRows,
} from '../kept-rows.ts';
import { lockDataFolder } from './file/data-lock.ts';
import { makeNamesDurable, makeSchema, makeWayDurable, movingFile } from './file/making.ts';
import { keepPrivate, makePrivateFolder } from './file/private-files.ts';
import { activityRow, LOW_PART } from './activity-days.ts';
import { CHECKED_COLUMNS, checksumIn, closedChecksum } from './file/checksum.ts';
import { CHANGES, DOCUMENTS, documentKey, MetaTable, TALLIED } from './file/meta-table.ts';
import { preparing, sqliteQueryable } from './file/queries.ts';
import { openSqliteStore } from './sqlite-store.ts';

/** Subqueries for tables whose rows differ from the copied ones. */
const FROM: Partial<Record<KeptTable, string>> = {
  documents: DOCUMENTS,
  periods: `(
    SELECT number, board, kind, start, "end", closed_at, unshown, CASE WHEN closed_at IS NULL THEN 0 ELSE standings END AS standings,
      closed_at IS NULL AND EXISTS (SELECT 1 FROM closings WHERE period = number) AS sealed
    FROM periods)`,
  final_standings: FINALS_OF_CLOSED,
};

/** Reads the database of a folder that no process uses. @throws {Error} as `openSqliteStore`. */
export async function readSqlite<Result>(folder: string, work: (source: KeptSource, db: Queryable) => Promise<Result>): Promise<Result> {
  // Closing it writes all totals.
  await (await openSqliteStore(folder, { ifNone: 'refuse' })).close();
  const lock = await lockDataFolder(folder);
  const database = new DatabaseSync(join(folder, 'laurels.db'), { readOnly: true });
  try {
    const db = sqliteQueryable(database);
    return await work(sourceOf(database, db), db);
  } finally {
    database.close();
    lock.release();
  }
}

/** Fills a folder without a database, or continues an interrupted filling. @throws {AlreadyFilled} if it has one, and other errors. */
export async function fillSqlite(folder: string, work: (target: KeptTarget) => Promise<void>): Promise<void> {
  const file = join(folder, 'laurels.db');
  if (existsSync(file)) throw new AlreadyFilled(`There is a database in ${folder} already. Choose another folder.`);
  makePrivateFolder(folder);
  const lock = await lockDataFolder(folder);
  const unfinished = movingFile(file);
  const isNew = !existsSync(unfinished);
  keepPrivate(unfinished);
  const database = new DatabaseSync(unfinished, { enableForeignKeyConstraints: false });
  try {
    database.exec('PRAGMA synchronous = FULL; PRAGMA cache_size = -65536');
    if (isNew) makeSchema(database);
    await work({
      ...targetOf(database),
      async finish() {
        inOneCommit(database, () => finish(database));
        database.close();
        renameSync(unfinished, file);
        makeNamesDurable(file);
        makeWayDurable(file);
      },
    });
  } finally {
    if (database.isOpen) database.close();
    lock.release();
  }
}

function sourceOf(database: DatabaseSync, db: Queryable): KeptSource {
  const prepare = preparing(database, 'arrays');
  const open = new Set(
    prepare<readonly [period: number]>('SELECT number FROM periods WHERE closed_at IS NULL')
      .all()
      .map(([period]) => period),
  );

  function rowOf(table: KeptTable, row: KeptRow): KeptRow {
    if (table === 'activity_days') {
      const [board, day, activity, events, high, low] = row as [number, number, string, number, number, number];
      return [board, day, activity, events, String(BigInt(high) * BigInt(LOW_PART) + BigInt(low))];
    }
    if (table !== 'totals') return row;
    const [board, number, bytes] = row as [number, number, Uint8Array];
    const block = new TotalsBlock(number, bytes.slice());
    block.keepOnly((period) => open.has(period));
    return [board, number, block.bytes.slice()];
  }

  return {
    count: async (table) => prepare<readonly [number]>(`SELECT count(*) FROM ${FROM[table] ?? table}`).get()![0],
    rows(table, after) {
      const columns = table === 'activity_days' ? [...keyColumns(table), 'events', 'points_high', 'points_low'] : undefined;
      const some = async (last: KeptRow | undefined) => {
        const sql = selectRows(table, last === undefined, FROM[table], undefined, columns);
        return (await db.columns<KeptRow>(sql, last?.slice(0, KEPT_TABLES[table].key))).map((row) => rowOf(table, row));
      };
      return rowsAfter(some, after);
    },
  };
}

function targetOf(database: DatabaseSync): Pick<KeptTarget, 'reached' | 'add'> {
  const prepare = preparing(database, 'arrays');
  const meta = new MetaTable(database);
  const inserts = new Map<KeptTable, (row: KeptRow) => void>();

  function into(table: string, columns: readonly string[]): (values: KeptRow) => void {
    const insert = prepare<never, SQLInputValue[]>(
      `INSERT INTO ${table} (${columns.map((column) => `"${column}"`).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    );
    return (values) => void insert.run(...(values as SQLInputValue[]));
  }

  function proven(table: keyof typeof CHECKED_COLUMNS): (values: readonly (string | number | null)[]) => void {
    const add = into(table, [...CHECKED_COLUMNS[table], 'checksum']);
    return (values) => add([...values, checksumIn(table, values)]);
  }

  function insertOf(table: KeptTable): (row: KeptRow) => void {
    switch (table) {
      case 'documents':
        return ([name, text]) => meta.set(documentKey(name as string), text as string);
      case 'players': {
        const add = proven('players');
        return (row) => {
          const [number, username, fold, displayName, avatar, knownSince] = row as [number, string, string, string, string, number];
          add([number, username, fold, displayName, avatar, foldForSearch(username, displayName), knownSince]);
        };
      }
      case 'authors':
      case 'boards':
      case 'events':
      case 'revisions':
      case 'reopenings':
      case 'records':
        return proven(table) as (row: KeptRow) => void;
      case 'periods': {
        const add = into('periods', ['number', 'board', 'kind', 'start', 'end', 'standings', 'closed_at', 'unshown', 'checksum']);
        const seal = into('closings', ['period']);
        const order = prepare<readonly [player: number], [period: number]>(
          'SELECT player FROM final_standings WHERE period = ? ORDER BY rank',
        );
        return (row) => {
          const [number, board, kind, start, end, standings, sealed, closedAt, unshown] = row as [
            number,
            number,
            string,
            number,
            number,
            number,
            number,
            number | null,
            number,
          ];
          const players = closedAt === null ? [] : order.all(number).map(([player]) => player);
          const checksum = closedAt && closedChecksum({ number, board, kind, start, end, standings }, closedAt, unshown, players);
          add([number, board, kind, start, end, standings, closedAt, unshown, checksum]);
          if (sealed === 1) seal([number]);
        };
      }
      case 'totals': {
        const add = into('totals', ['board', 'block', 'through', 'totals']);
        const [[through]] = prepare<readonly [number]>('SELECT coalesce(max(seq), 0) FROM events').all() as [readonly [number]];
        return ([board, block, totals]) => add([board!, block!, through, totals!]);
      }
      case 'final_standings':
        return into(table, KEPT_TABLES[table].columns);
      case 'activity_days': {
        const add = into(table, [...keyColumns(table), 'events', 'points_high', 'points_low']);
        return (row) => {
          const [board, day, activity, events, points] = row as [number, number, string, number, string];
          add(activityRow(board, { day, activity, events, points: BigInt(points) }));
        };
      }
    }
  }

  return {
    async reached(table) {
      const keys = keyColumns(table);
      // Final ranks come before their periods, and exist only for closed ones.
      const from = table === 'final_standings' ? table : (FROM[table] ?? table);
      return prepare<KeptRow>(
        `SELECT ${keys.join(', ')} FROM ${from} ORDER BY ${keys.map((key) => `${key} DESC`).join(', ')} LIMIT 1`,
      ).get();
    },

    async add(table, rows) {
      const insert = inserts.get(table) ?? insertOf(table);
      inserts.set(table, insert);
      inOneCommit(database, () => {
        for (const row of rows) insert(row);
      });
    },
  };
}

function inOneCommit(database: DatabaseSync, work: () => void): void {
  database.exec('BEGIN');
  try {
    work();
    database.exec('COMMIT');
  } catch (error) {
    // A full disk has already rolled back.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function finish(database: DatabaseSync): void {
  const tallied = preparing(database)<{ readonly boards: number; readonly documents: number }>(TALLIED).get()!;
  new MetaTable(database).set(CHANGES, JSON.stringify({ changes: 0, ...tallied }));
}
