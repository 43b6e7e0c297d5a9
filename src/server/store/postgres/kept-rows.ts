import { firstPlace } from '../../../domain/ascending.ts';
import {
  FINALS_OF_CLOSED,
  KEPT_TABLES,
  keyColumns,
  type KeptRow,
  type KeptSource,
  type KeptTable,
  type KeptTarget,
  rowsAfter,
  rowsAtOnce,
  selectRows,
} from '../kept-rows.ts';
import { type Queryable, Connections, ONE_MOMENT } from './database/connections.ts';
import type { DatabaseAddress } from './database/database-address.ts';
import { beginFilling, finishFilling, prepareDatabase } from './database/opening.ts';
import { loadMemory } from './loading.ts';
import type { Memory } from './following.ts';

/** Reads a snapshot of a database. @throws {Error} saying what is wrong, if it is empty, or if servers still use it but must be stopped. */
export async function readPostgres<Result>(
  address: DatabaseAddress,
  work: (source: KeptSource, db: Queryable) => Promise<Result>,
  servers: 'stopped' | 'running',
): Promise<Result> {
  const connections = new Connections(address);
  try {
    await prepareDatabase(connections, { ifNone: 'refuse' });
    return await connections.transaction(ONE_MOMENT, async (db) => {
      const [found] = await db.rows<{ readonly running: number }>(
        `SELECT count(*) AS running FROM processes WHERE seen_at > now() - interval '10 s'`,
      );
      if (servers === 'stopped' && found!.running > 0)
        throw new Error('Servers are using the database. Stop them and try again in a few seconds.');
      return work(await sourceOf(db), db);
    });
  } finally {
    await connections.close();
  }
}

/** Fills an empty database, or continues an interrupted filling. @throws {AlreadyFilled} if it contains a game, and other errors. */
export async function fillPostgres(address: DatabaseAddress, work: (target: KeptTarget) => Promise<void>): Promise<void> {
  const connections = new Connections(address);
  try {
    await beginFilling(connections);
    await work(targetOf(connections));
  } finally {
    await connections.close();
  }
}

async function sourceOf(db: Queryable): Promise<KeptSource> {
  const memory = await loadMemory(db);
  const log = await Log.read(db);
  return {
    async count(table) {
      if (table === 'totals') return memory.boards().reduce((sum, board) => sum + memory.blocksOf(board.number).filter(Boolean).length, 0);
      const [found] = await db.rows<{ readonly rows: number }>(`SELECT count(*) AS rows FROM ${FROM[table] ?? table} AS kept`);
      return found!.rows;
    },
    rows: (table, after) => rowsAfter((last) => someRows(db, memory, log, table, last), after),
  };
}

/** Maps log positions, which include other changes, to event numbers without gaps. */
class Log {
  readonly #changes: readonly number[];
  readonly numbers: Readonly<Record<'revisions' | 'reopenings', readonly number[]>>;

  private constructor(changes: readonly number[], revisions: readonly number[], reopenings: readonly number[]) {
    this.#changes = changes;
    this.numbers = { revisions, reopenings };
  }

  static async read(db: Queryable): Promise<Log> {
    const sorted = async (column: string, table: string) =>
      (await db.columns<readonly [number]>(`SELECT ${column} FROM ${table} ORDER BY ${column}`)).map(([number]) => number);
    const changes = '(SELECT position FROM changes UNION SELECT number FROM revisions WHERE number > 0) AS changes';
    return new Log(await sorted('position', changes), await sorted('number', 'revisions'), await sorted('number', 'reopenings'));
  }

  /** Converts an event's `seq` to its number among all events. */
  placeOf(seq: number): number {
    return seq - firstPlace(0, this.#changes.length, (i) => this.#changes[i]! < seq);
  }

  /** The inverse of {@link placeOf}. */
  seqAt(place: number): number {
    return place + firstPlace(0, this.#changes.length, (i) => this.#changes[i]! - i <= place);
  }
}

/** Subqueries for tables whose rows differ from the copied ones. */
const FROM: Partial<Record<KeptTable, string>> = {
  periods: `(
    SELECT number, board, kind, start, "end", coalesce(standings, 0) AS standings, sealed::integer AS sealed, closed_at, unshown
    FROM periods)`,
  final_standings: FINALS_OF_CLOSED,
};

async function someRows(
  db: Queryable,
  memory: Memory,
  log: Log,
  table: KeptTable,
  after: KeptRow | undefined,
): Promise<readonly KeptRow[]> {
  const [first = 0] = (after ?? []) as readonly number[];
  if (table === 'totals') return someTotals(memory, log, (after ?? []) as readonly number[]);
  if (table === 'events') {
    const rows = await db.columns<(number | null)[]>(selectSome(table), [after === undefined ? 0 : log.seqAt(first)]);
    for (const row of rows) {
      row[0] = log.placeOf(row[0]!);
      row[11] = row[11] === null ? null : log.placeOf(row[11]!);
    }
    return rows;
  }
  if (table === 'revisions' || table === 'reopenings') {
    const rows = await db.columns<number[]>(selectSome(table), [first === 0 ? -Number.MAX_SAFE_INTEGER : log.numbers[table][first - 1]]);
    for (const [i, row] of rows.entries()) {
      row[0] = first + i + 1;
      if (table === 'revisions') row[1] = log.placeOf(row[1]!);
    }
    return rows;
  }
  return db.columns<(string | number)[]>(selectSome(table, after === undefined), (after ?? []).slice(0, KEPT_TABLES[table].key));
}

function selectSome(table: KeptTable, isFirst = false): string {
  return selectRows(table, isFirst, FROM[table], inBytes);
}

/** Sorts texts by their bytes, as the other databases do. */
function inBytes(column: string): string {
  return column === 'name' || column === 'activity' ? `${column} COLLATE "C"` : column;
}

/** Read from memory, without closed periods: the table may be stale. */
function someTotals(memory: Memory, log: Log, [board = 0, block = -1]: readonly number[]): readonly KeptRow[] {
  const rows: KeptRow[] = [];
  for (const held of memory.boards()) {
    const { number } = held;
    if (number < board) continue;
    const blocks = memory.blocksOf(number);
    for (let at = number === board ? block + 1 : 0; at < blocks.length; at += 1) {
      const copy = blocks[at]?.copy();
      if (copy === undefined) continue;
      for (const { player, latestEvent } of Array.from(copy.players()))
        if (latestEvent !== undefined) copy.setLatestEvent(player, log.placeOf(latestEvent));
      rows.push([number, at, copy.bytes.slice()]);
      if (rows.length === rowsAtOnce('totals')) return rows;
    }
  }
  return rows;
}

/** The column types of each table. */
const INTO: Readonly<Record<KeptTable, string>> = {
  boards: 'integer text text text text text smallint text text',
  documents: 'text text',
  players: 'integer text text text text bigint',
  events: 'bigint integer text integer bigint bigint text bigint text smallint text bigint integer',
  authors: 'integer text text',
  revisions: 'bigint bigint text bigint text smallint',
  final_standings: 'integer integer integer bigint bigint bigint',
  periods: 'integer integer text bigint bigint integer boolean bigint integer',
  reopenings: 'bigint integer bigint text bigint',
  totals: 'integer integer bytea',
  activity_days: 'integer bigint text bigint numeric',
  records: 'bigint text text bigint text text',
};

function targetOf(connections: Connections): KeptTarget {
  return {
    async reached(table) {
      const keys = keyColumns(table).map(inBytes);
      const [last] = await connections.columns<readonly (string | number)[]>(
        `SELECT ${keys.join(', ')} FROM ${table} ORDER BY ${keys.map((key) => `${key} DESC`).join(', ')} LIMIT 1`,
      );
      return last?.map((value) => (isBeforeLog(table) ? Number(value) + BEFORE_LOG : value));
    },

    async add(table, rows) {
      const types = INTO[table].split(' ');
      const columns = KEPT_TABLES[table].columns.map((column) => `"${column}"`);
      // Required columns that are not copied; see finishFilling.
      const more: Partial<Record<KeptTable, readonly [columns: string, values: string]>> = {
        boards: ['position', '0'],
        periods: ['since', '0'],
        totals: ['through', '0'],
      };
      const [moreColumns, moreValues] = more[table] ?? [];
      const values = types.map((_, i) => rows.map((row) => valueOf(table, row, i)));
      await connections.rows(
        `INSERT INTO ${table} (${[...columns, ...(moreColumns === undefined ? [] : [moreColumns])].join(', ')})
         SELECT *${moreValues === undefined ? '' : `, ${moreValues}`} FROM unnest(${types.map((type, i) => `$${i + 1}::${type}[]`).join(', ')})`,
        values,
      );
    },

    finish: () => finishFilling(connections),
  };
}

/** Subtracted from the numbers of revisions and reopenings, so that they precede all log positions. */
const BEFORE_LOG = 2 ** 40;

function isBeforeLog(table: KeptTable): boolean {
  return table === 'revisions' || table === 'reopenings';
}

function valueOf(table: KeptTable, row: KeptRow, column: number): unknown {
  const value = row[column]!;
  if (isBeforeLog(table) && column === 0) return Number(value) - BEFORE_LOG;
  if (table === 'totals' && column === 2) return Buffer.from(value as Uint8Array);
  if (table !== 'periods') return value;
  // The size of an open period is not stored.
  if (column === 5) return row[7] === null ? null : value;
  return column === 6 ? value === 1 : value;
}
