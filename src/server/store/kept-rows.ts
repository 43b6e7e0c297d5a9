/**
 * Everything that is kept, as rows: what is copied from one database to another. The columns of each table, in the order
 * in which tables are copied; the first `key` of them order its rows. Players, boards, periods, revisions and reopenings
 * are numbered from 1 on without gaps, and so are events, over all boards, by `seq`. Times are as `held/columns.ts` keeps
 * them, `sealed` is 0 or 1, `standings` is how many stood in a period that is closed, `totals` the bytes of a block of which closed periods are dropped, and the points of a day an exact text.
 */
export const KEPT_TABLES = {
  boards: { key: 1, columns: ['number', 'name', 'title', 'scoring', 'direction', 'time_zone', 'week_start', 'unit', 'state'] },
  documents: { key: 1, columns: ['name', 'text'] },
  players: { key: 1, columns: ['number', 'username', 'fold', 'display_name', 'avatar', 'known_since'] },
  events: {
    key: 1,
    columns: ['seq', 'board', 'id', 'player', 'points', 'at', 'activity', 'received_at', 'digest', 'counted', 'answer', 'previous'],
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

/** In the order of the columns of its table. */
export type KeptRow = readonly (string | number | null | Uint8Array)[];

/** A database to copy from, at one moment. */
export interface KeptSource {
  count(table: KeptTable): Promise<number>;
  /** The rows after one of that key, or all, in the order of their keys and some at a time. */
  rows(table: KeptTable, after: KeptRow | undefined): AsyncIterable<readonly KeptRow[]>;
}

/** A database that is being filled, and of use to nobody until it is finished. */
export interface KeptTarget {
  /** The key of the last row that is there, durably; `undefined` if there is none. */
  reached(table: KeptTable): Promise<KeptRow | undefined>;
  /** Adds rows after those that are there, all of them durably or none. */
  add(table: KeptTable, rows: readonly KeptRow[]): Promise<void>;
  /** Makes it a database like any other, once it has all rows of all tables. */
  finish(): Promise<void>;
}

/** How many rows of a table are copied at once: some megabytes. */
export function rowsAtOnce(table: KeptTable): number {
  return table === 'totals' ? 256 : 5000;
}

/** The columns that order the rows of a table. */
export function keyColumns(table: KeptTable): readonly string[] {
  const { key, columns } = KEPT_TABLES[table];
  return columns.slice(0, key);
}

/** Final ranks without those of a period that is being closed, which are of no use to anybody else. */
export const FINALS_OF_CLOSED = '(SELECT * FROM final_standings WHERE period IN (SELECT number FROM periods WHERE closed_at IS NOT NULL))';

/**
 * Some rows of a table in the order of their keys, in SQL: the first, or those after a key. `from`: where they are; `keyOf`: what
 * orders them by a column; `columns`: what is asked of each.
 */
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

/** All rows that `some` gives, each time those after the last. */
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

/** There is a whole game already where another one was to be filled in. */
export class AlreadyFilled extends Error {
  override readonly name = 'AlreadyFilled';
}
