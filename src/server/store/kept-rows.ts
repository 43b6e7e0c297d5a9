/**
 * All stored data as rows, for copying between databases: the columns of each table, in the order in which tables are copied; rows are
 * sorted by the first `key` columns. Players, boards, periods, revisions and reopenings are numbered from 1 without gaps, as are events
 * over all boards (`seq`). Times are as in `held/columns.ts`, `sealed` is 0 or 1, `standings` is the size of a closed period, `totals` the
 * bytes of a block without closed periods, and the points of a day are exact, as text.
 */
export const KEPT_TABLES = {
  boards: { key: 1, columns: ['number', 'name', 'title', 'scoring', 'direction', 'time_zone', 'week_start', 'unit', 'state'] },
  documents: { key: 1, columns: ['name', 'text'] },
  players: { key: 1, columns: ['number', 'username', 'fold', 'display_name', 'avatar', 'known_since'] },
  authors: { key: 1, columns: ['number', 'author', 'import'] },
  events: {
    key: 1,
    columns: [
      'seq',
      'board',
      'id',
      'player',
      'points',
      'at',
      'activity',
      'received_at',
      'digest',
      'counted',
      'answer',
      'previous',
      'author',
    ],
  },
  revisions: { key: 1, columns: ['number', 'event', 'does', 'at', 'reason', 'counted'] },
  final_standings: { key: 2, columns: ['period', 'rank', 'player', 'points', 'reached_at', 'moved_at'] },
  periods: { key: 1, columns: ['number', 'board', 'kind', 'start', 'end', 'standings', 'sealed', 'closed_at', 'unshown'] },
  reopenings: { key: 1, columns: ['number', 'period', 'at', 'reason', 'closed_at'] },
  totals: { key: 2, columns: ['board', 'block', 'totals'] },
  activity_days: { key: 3, columns: ['board', 'day', 'activity', 'events', 'points'] },
  records: { key: 1, columns: ['number', 'kind', 'id', 'at', 'state', 'text'] },
} as const;

export type KeptTable = keyof typeof KEPT_TABLES;

/** In the order of the table's columns. */
export type KeptRow = readonly (string | number | null | Uint8Array)[];

/** A source database, read at one moment. */
export interface KeptSource {
  count(table: KeptTable): Promise<number>;
  /** The rows after a key, or all rows, ordered by key and in batches. */
  rows(table: KeptTable, after: KeptRow | undefined): AsyncIterable<readonly KeptRow[]>;
}

/** A database being filled; unusable until it is finished. */
export interface KeptTarget {
  /** The key of the last durable row; `undefined` without rows. */
  reached(table: KeptTable): Promise<KeptRow | undefined>;
  /** Appends rows durably, all or none. */
  add(table: KeptTable, rows: readonly KeptRow[]): Promise<void>;
  /** Completes the database, once it has all rows of all tables. */
  finish(): Promise<void>;
}

/** Rows per batch: some megabytes. */
export function rowsAtOnce(table: KeptTable): number {
  return table === 'totals' ? 256 : 5000;
}

export function keyColumns(table: KeptTable): readonly string[] {
  const { key, columns } = KEPT_TABLES[table];
  return columns.slice(0, key);
}

/** Final ranks, excluding those of a period that is still being closed. */
export const FINALS_OF_CLOSED = '(SELECT * FROM final_standings WHERE period IN (SELECT number FROM periods WHERE closed_at IS NOT NULL))';

/** SQL for a batch of rows by key. `from`: table or subquery; `keyOf`: sort expression of a column; `columns`: the columns to select. */
export function selectRows(
  table: KeptTable,
  isFirst: boolean,
  from: string = table,
  keyOf: (column: string) => string = (column) => column,
  columns: readonly string[] = KEPT_TABLES[table].columns,
): string {
  const keys = keyColumns(table).map(keyOf);
  const after = isFirst ? '' : `WHERE (${keys.join(', ')}) > (${keys.map((_, i) => `$${i + 1}`).join(', ')})`;
  const quoted = columns.map((column) => `"${column}"`).join(', ');
  return `SELECT ${quoted} FROM ${from} AS kept ${after} ORDER BY ${keys.join(', ')} LIMIT ${rowsAtOnce(table)}`;
}

/** Yields batches from `some`, each after the last row of the previous one, until one is empty. */
export async function* rowsAfter(
  some: (after: KeptRow | undefined) => Promise<readonly KeptRow[]>,
  after: KeptRow | undefined,
): AsyncGenerator<readonly KeptRow[]> {
  for (let last = after; ;) {
    const rows = await some(last);
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1);
  }
}

/** Thrown if the target of a copy already contains a game. */
export class AlreadyFilled extends Error {
  override readonly name = 'AlreadyFilled';
}
