import type { DatabaseSync } from 'node:sqlite';

import { periodContaining, type PeriodKind } from '../../../domain/calendar.ts';
import { SpanCache } from '../../../domain/span-cache.ts';
import type { BoardSettings, PeriodKey } from '../stored-values.ts';
import type { Entry } from '../rules/entry.ts';
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
  #boards: ReadonlyMap<string, Board>;

  constructor(database: DatabaseSync, commits: Commits) {
    this.#sql = statements(preparing(database));
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

  /** `undefined` if there is none of that name. */
  find(name: string): Board | undefined {
    return this.#boards.get(name);
  }

  /** The highest number of a board, also of one that was removed; 0 before the first. */
  newest(): number {
    return this.#sql.rows.get()!.rows;
  }

  /** Whether anything was ever recorded on the board of a number. */
  hasEvents(board: number): boolean {
    return this.#sql.hasEvents.get(board) !== undefined;
  }

  /** Writes a board as it is from now on, inside a commit. The number of one that is removed stays taken. */
  write({ number, settings, isRemoved }: Extract<Entry, { kind: 'board' }>): void {
    const { name, title, scoring, direction, calendar, unit, state } = settings;
    const columns: BoardColumns = [
      number,
      isRemoved ? ` ${number}` : name,
      title,
      scoring,
      direction,
      calendar.timeZone,
      calendar.weekStart,
      JSON.stringify(unit),
      isRemoved ? 'removed' : state,
    ];
    this.#sql.save.run(...columns, checksumOf(columns));
  }

  /** To be called once a board that was written is durable. */
  readAgain(): void {
    this.#boards = this.#read();
  }

  /** The start of the latest closed period of a kind; `undefined` if none is closed. @throws {RangeError} as {@link named}. */
  latestClosed(board: string, kind: PeriodKind): number | undefined {
    return this.#sql.latestClosed.get(this.named(board).number, kind)?.start ?? undefined;
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
  latestClosed: prepare<{ readonly start: number | null }, [board: number, kind: string]>(
    'SELECT max(start) AS start FROM periods WHERE board = ? AND kind = ? AND closed_at IS NOT NULL',
  ),
  newestPeriod: prepare<{ readonly number: number }>('SELECT coalesce(max(number), 0) AS number FROM periods'),
  isSealed: prepare<unknown, [period: number]>('SELECT 1 FROM closings WHERE period = ?'),
  reopenedAt: prepare<{ readonly at: number }, [period: number]>(
    'SELECT at FROM reopenings WHERE period = ? AND closed_at IS NOT NULL ORDER BY number DESC LIMIT 1',
  ),
});
