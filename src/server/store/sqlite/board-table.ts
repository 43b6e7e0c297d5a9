import type { DatabaseSync } from 'node:sqlite';

import { periodContaining } from '../../../domain/calendar.ts';
import { SpanCache } from '../../../domain/span-cache.ts';
import { type BoardSettings, type PeriodKey, refuseToFoldAnew } from '../stored-values.ts';
import type { EventPeriod } from '../rules/taking.ts';
import type { Commits } from './file/commits.ts';
import { checksumOf } from './rows/checksum.ts';
import { type BoardRow, type PeriodRow, settingsFrom, timeToColumn } from '../held/columns.ts';
import { type Prepare, preparing } from './rows/query.ts';

/** A board, and the periods that its latest events belonged to. */
export interface Board {
  readonly number: number;
  readonly settings: BoardSettings;
  readonly periods: SpanCache<EventPeriod>;
}

type BoardColumns = readonly [
  number: number,
  name: string,
  title: string,
  scoring: string,
  direction: string,
  timeZone: string,
  weekStart: number,
  unit: string,
  state: BoardSettings['state'] | 'removed',
];

/** The boards, which are few and held in memory, and their periods. */
export class BoardTable {
  readonly #sql: ReturnType<typeof statements>;
  readonly #commits: Commits;
  #boards: ReadonlyMap<string, Board>;

  constructor(database: DatabaseSync, commits: Commits) {
    this.#sql = statements(preparing(database));
    this.#commits = commits;
    this.#boards = this.#read();
    commits.whenOneFails(() => {
      for (const { periods } of this.all()) periods.forget();
    });
  }

  /** In the order they were made. */
  all(): readonly Board[] {
    return [...this.#boards.values()];
  }

  /** @throws {RangeError} if there is none of that name. */
  named(name: string): Board {
    const board = this.#boards.get(name);
    if (board === undefined) throw new RangeError(`There is no board named ${name}`);
    return board;
  }

  /**
   * Makes a board, or changes title, unit or state of one. `count` is called inside the commit.
   * @throws {RangeError} if scoring, direction or calendar would change, or there is no such time zone.
   */
  save(board: BoardSettings, count: () => void): void {
    const kept = this.#boards.get(board.name);
    const known = kept?.settings;
    // An unknown zone is found here and not with the first event.
    periodContaining('daily', 0, board.calendar);
    if (known !== undefined) refuseToFoldAnew(known, board);
    this.#write(columnsOf(kept?.number ?? this.#sql.rows.get()!.rows + 1, board), count);
  }

  /** Whether anything was ever recorded on it. @throws {RangeError} as {@link named}. */
  hasEvents(name: string): boolean {
    return this.#sql.hasEvents.get(this.named(name).number) !== undefined;
  }

  /** Removes a board without events. `count` is called inside the commit. @throws {RangeError} as {@link named}. */
  remove(name: string, count: () => void): void {
    const { number, settings } = this.named(name);
    this.#write(columnsOf(number, { ...settings, name: ` ${number}`, state: 'removed' }), count);
  }

  #write(columns: BoardColumns, count: () => void): void {
    this.#commits.run(() => {
      this.#sql.save.run(...columns, checksumOf(columns));
      count();
    });
    this.#boards = this.#read();
  }

  /** A period of a board as it is kept; `undefined` until something counts in it or it is closed. */
  period(board: Board, { kind, start }: PeriodKey): PeriodRow | undefined {
    return this.#sql.period.get(board.number, kind, timeToColumn(start));
  }

  /** The number of the newest period of all boards; 0 before the first. */
  newestPeriod(): number {
    return this.#sql.newestPeriod.get()!.number;
  }

  /** Whether a period that is not closed is sealed. */
  isSealed(period: number): boolean {
    return this.#sql.isSealed.get(period) !== undefined;
  }

  /** When a period that had been closed was opened again the last time, in epoch milliseconds. */
  reopenedAt(period: number): number | undefined {
    return this.#sql.reopenedAt.get(period)?.at;
  }

  #read(): ReadonlyMap<string, Board> {
    return new Map(this.#sql.boards.all().map((row) => [row.name, this.#boardFrom(row)]));
  }

  #boardFrom(row: BoardRow): Board {
    const { number } = row;
    const settings = settingsFrom(row);
    const { name, calendar } = settings;
    const board: Board = {
      number,
      settings,
      periods: new SpanCache((kind, at) => {
        const span = periodContaining(kind, at, calendar);
        const { start, end } = span;
        const key = { board: name, kind, start };
        const row = this.period(board, key);
        const closed = row !== undefined && (row.closed_at !== null || this.isSealed(row.number));
        return { key, span, start, end, closed, number: row?.number };
      }),
    };
    return board;
  }
}

function columnsOf(
  number: number,
  { name, title, scoring, direction, calendar, unit, state }: Omit<BoardSettings, 'state'> & { readonly state: BoardColumns[8] },
): BoardColumns {
  return [number, name, title, scoring, direction, calendar.timeZone, calendar.weekStart, JSON.stringify(unit), state];
}

const statements = (prepare: Prepare) => ({
  boards: prepare<BoardRow>("SELECT * FROM boards WHERE state <> 'removed' ORDER BY number"),
  rows: prepare<{ readonly rows: number }>('SELECT count(*) AS rows FROM boards'),
  hasEvents: prepare<unknown, [board: number]>('SELECT 1 FROM events WHERE board = ? LIMIT 1'),
  save: prepare<never, [...BoardColumns, checksum: number]>(
    `INSERT INTO boards (number, name, title, scoring, direction, time_zone, week_start, unit, state, checksum)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (number) DO UPDATE
     SET name = excluded.name, title = excluded.title, unit = excluded.unit, state = excluded.state, checksum = excluded.checksum`,
  ),
  period: prepare<PeriodRow, [board: number, kind: string, start: number]>(
    'SELECT * FROM periods WHERE board = ? AND kind = ? AND start = ?',
  ),
  newestPeriod: prepare<{ readonly number: number }>('SELECT coalesce(max(number), 0) AS number FROM periods'),
  isSealed: prepare<unknown, [period: number]>('SELECT 1 FROM closings WHERE period = ?'),
  reopenedAt: prepare<{ readonly at: number }, [period: number]>(
    'SELECT at FROM reopenings WHERE period = ? AND closed_at IS NOT NULL ORDER BY number DESC LIMIT 1',
  ),
});
