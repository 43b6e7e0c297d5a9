import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { foldForSearch } from '../held/search-key.ts';
import type { State } from '../held/state.ts';
import { MOST_BEHIND, TotalsBlock } from '../held/totals-block.ts';
import { type AuditedDatabase, auditLedger, Differences } from '../reading/audit.ts';
import type { PointsStore } from '../points-store.ts';
import { SCHEMA } from './file/schema.ts';
import { LOW_PART } from './activity-days.ts';
import { preparing, sqliteQueryable } from './file/queries.ts';
import { CHANGES, DOCUMENTS, tallyOf } from './file/meta-table.ts';
import { CHECKED_COLUMNS, checksumIn, closedChecksum } from './file/checksum.ts';
import { newestSeq } from './file/position.ts';
import { differingBlocks } from './ledger-blocks.ts';

/** Rows per turn of the event loop. */
const ROWS_PER_TURN = 5000;

/** Periods, and whether an earlier or current closing may have left final ranks. */
const PERIODS = `(
  SELECT *, EXISTS (SELECT 1 FROM closings WHERE period = periods.number)
    OR EXISTS (SELECT 1 FROM reopenings WHERE period = periods.number) AS unfinished
  FROM periods)`;

/** Audits a database's ledger and checksums. `snapshot`: a connection to one snapshot; `reached`: as in `PointsStore.verify`. */
export async function auditDatabase(
  snapshot: DatabaseSync,
  state: Pick<State, 'boards'>,
  reached?: (done: number, total: number) => void,
): ReturnType<PointsStore['verify']> {
  const differences = new Differences();
  auditFile(snapshot, differences);
  for (const { name, fault } of alteredTriggers(snapshot)) differences.add(`the trigger ${name} ${fault}`);
  await auditChecksums(snapshot, differences);
  auditTally(snapshot, differences);
  const boards = state.boards();
  const proved = await auditLedger(audited(snapshot, boards), differences, reached);
  const names = new Map(boards.map(({ number, settings }) => [number, settings.name]));
  for await (const { board, block, after } of differingBlocks(snapshot))
    differences.add(`board ${names.get(board) ?? board}, block ${block}: not what the events from ${after + 1} are`);
  return { ...proved, differences: differences.inWords() };
}

function audited(snapshot: DatabaseSync, boards: AuditedDatabase['boards']): AuditedDatabase {
  const db = sqliteQueryable(snapshot);
  const newest = newestSeq(snapshot)();
  return {
    db,
    boards,
    newest,
    complete: newest - MOST_BEHIND,
    periods: PERIODS,
    stretches: (sql) => stretches(snapshot, sql),
    async blocks(board) {
      return (await db.columns<readonly [block: number]>('SELECT block FROM totals WHERE board = $1', [board])).flat();
    },
    async block(board, block) {
      const [found] = await db.columns<readonly [through: number, totals: Uint8Array]>(
        'SELECT through, totals FROM totals WHERE board = $1 AND block = $2',
        [board, block],
      );
      return found && { through: found[0], totals: new TotalsBlock(block, found[1]) };
    },
    activityPoints: {
      columns: 'points_high, points_low',
      ofEvent: '0, points',
      sum: ([high, low]) => BigInt(high!) * BigInt(LOW_PART) + BigInt(low!),
    },
    closedTrouble({ standings, ...period }, order) {
      const expected = closedChecksum({ ...period, standings: standings! }, period.closed_at!, period.unshown ?? 0, order);
      return period.checksum === expected ? undefined : 'was changed by hand after it had closed';
    },
  };
}

async function* stretches<Row extends readonly unknown[]>(database: DatabaseSync, sql: string): AsyncGenerator<readonly Row[]> {
  let rows: Row[] = [];
  for (const row of preparing(database, 'arrays')<Row>(sql).iterate()) {
    rows.push(row);
    if (rows.length < ROWS_PER_TURN) continue;
    yield rows;
    await nextTurn();
    rows = [];
  }
  yield rows;
}

function auditFile(snapshot: DatabaseSync, differences: Differences): void {
  const prepare = preparing(snapshot);
  for (const { quick_check: problem } of prepare<{ readonly quick_check: string }>('PRAGMA quick_check(10)').all()) {
    if (problem !== 'ok') differences.add(`database file: ${problem}`);
  }
  const orphans = prepare<{ readonly table: string; readonly parent: string; readonly rows: number }>(
    'SELECT "table", parent, count(*) AS rows FROM pragma_foreign_key_check GROUP BY "table", parent',
  );
  for (const { table, parent, rows } of orphans.all()) differences.add(`${table}: ${rows} rows name ${parent} that are missing`);
}

/** Foreign, altered and missing triggers of a database of the current version. A foreign one could change or reject what is recorded. */
export function* alteredTriggers(database: DatabaseSync): Generator<{ readonly name: string; readonly fault: string }> {
  const own = new DatabaseSync(':memory:');
  own.exec(SCHEMA);
  const expected = triggersOf(own);
  own.close();
  const found = triggersOf(database);
  for (const [name, sql] of found)
    if (!expected.has(name)) yield { name, fault: 'is not part of Laurels' };
    else if (expected.get(name) !== sql) yield { name, fault: 'was changed' };
  for (const name of expected.keys()) if (!found.has(name)) yield { name, fault: 'is missing' };
}

function triggersOf(database: DatabaseSync): ReadonlyMap<string, string> {
  const triggers = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'";
  const rows = preparing(database)<{ readonly name: string; readonly sql: string }>(triggers).all();
  return new Map(rows.map(({ name, sql }) => [name, sql.replaceAll(/\s+/g, ' ')]));
}

/** Checks all checksums except those of periods, numbering without gaps, and players' search texts. */
async function auditChecksums(snapshot: DatabaseSync, differences: Differences): Promise<void> {
  for (const [table, columns] of Object.entries(CHECKED_COLUMNS)) {
    const [key] = columns;
    let last = 0;
    const sql = `SELECT ${columns.join(', ')}, checksum FROM ${table} ORDER BY ${key}`;
    for await (const rows of stretches<readonly (string | number | null)[]>(snapshot, sql))
      for (const row of rows) {
        const name = row[0]!;
        if (row.at(-1) !== checksumIn(table, row.slice(0, -1))) differences.add(`${table}, ${key} ${name}: was changed by hand`);
        if (typeof name !== 'number' || table === 'records') continue;
        if (name !== last + 1) differences.add(`${table}: ${name} follows ${last}`);
        last = name;
      }
  }
  const players = 'SELECT number, username, display_name, searched FROM players';
  for await (const rows of stretches<readonly [number: number, username: string, displayName: string, searched: string]>(snapshot, players))
    for (const [number, username, displayName, searched] of rows)
      if (searched !== foldForSearch(username, displayName))
        differences.add(`player ${number}: has a search text that does not match the names`);
}

/** Checks the row counts of tables whose last rows nothing refers to. */
function auditTally(snapshot: DatabaseSync, differences: Differences): void {
  const prepare = preparing(snapshot);
  const kept = prepare<{ readonly value: string }, [key: string]>('SELECT value FROM meta WHERE key = ?').get(CHANGES)?.value;
  const { boards, documents, revisions, reopenings } = tallyOf(kept);
  for (const [what, expected] of Object.entries({ boards, documents, revisions, reopenings })) {
    const { rows } = prepare<{ readonly rows: number }>(`SELECT count(*) AS rows FROM ${what === 'documents' ? DOCUMENTS : what}`).get()!;
    if (rows !== expected) differences.add(`${what}: ${rows} are kept, and there were ${expected}`);
  }
}
