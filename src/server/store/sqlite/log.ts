import type { DatabaseSync } from 'node:sqlite';

import type { Queryable } from '../held/queryable.ts';
import { timeToColumn } from '../held/columns.ts';
import type { State } from '../held/state.ts';
import type { RecordChange } from '../records.ts';
import { type Decision, type Entry, type Log, toAppend } from '../rules/entry.ts';
import { type BoardSettings, earliestOf } from '../stored-values.ts';
import type { Changes } from './changes.ts';
import type { Commits } from './file/commits.ts';
import type { OpenTotals } from './open-totals.ts';
import { followRevision, revisionWriter } from './revising.ts';
import { documentKey } from './file/meta-table.ts';
import { checksumOf, closedChecksum } from './file/checksum.ts';
import type { LedgerBlocks } from './ledger-blocks.ts';
import type { MetaTable } from './file/meta-table.ts';
import { playerRow } from './players.ts';
import { type Prepare, preparing } from './file/queries.ts';

/** The parts of a log. */
export interface LogParts {
  readonly database: DatabaseSync;
  readonly db: Queryable;
  readonly commits: Commits;
  readonly changes: Changes;
  readonly state: State;
  readonly totals: OpenTotals;
  readonly blocks: LedgerBlocks;
  readonly writeRecords: (changes: readonly RecordChange[]) => void;
  readonly meta: MetaTable;
}

interface SqliteDecision<Result> extends Decision<Result> {
  /** Writes more in the same commit, before everything else. */
  readonly also?: () => void;
}

/** The log in SQLite tables: each decision is one commit. */
export class SqliteLog implements Log {
  readonly #parts: LogParts;
  readonly #sql: ReturnType<typeof statements>;
  readonly #writeRevision: ReturnType<typeof revisionWriter>;
  readonly state: State;

  constructor(parts: LogParts) {
    this.#parts = parts;
    this.#sql = statements(preparing(parts.database));
    this.#writeRevision = revisionWriter(parts.database, parts.totals, parts.blocks);
    this.state = parts.state;
  }

  append<Result>(decide: (db: Queryable) => SqliteDecision<Result> | Promise<SqliteDecision<Result>>): Promise<Result> {
    const { db, commits, changes, writeRecords } = this.#parts;
    return commits.alone(async () => {
      const decision = await decide(db);
      const appended = await toAppend(db, decision, decision.also !== undefined);
      if (appended === undefined) return decision.result;
      const { steps, records } = appended;
      commits.run(() => {
        decision.also?.();
        writeRecords(records);
        let seq = changes.newestSeq;
        for (const { entry } of steps) {
          this.#write(entry, seq);
          if (entry.kind === 'revised') seq += entry.copies.length;
        }
        changes.count(steps.map(({ logged }) => logged));
      });
      changes.together(() => {
        for (const { logged, entry } of steps) {
          if (entry.kind !== 'revised') changes.followed(logged);
          else {
            const { copies } = entry;
            // Their totals are in the blocks already written.
            if (copies.length > 0)
              changes.record({
                board: entry.board.number,
                events: copies.length,
                earliest: earliestOf(copies),
                since: changes.newestSeq + 1,
                named: [],
                periods: [],
                folds: [],
              });
            changes.followed(logged, followRevision(entry));
          }
        }
      });
      return decision.result;
    });
  }

  /** `after`: the last `seq` before the entry. */
  #write(entry: Entry, after: number): void {
    const sql = this.#sql;
    switch (entry.kind) {
      case 'board': {
        const columns = boardColumns(entry);
        return void sql.saveBoard.run(...columns, checksumOf(columns));
      }
      case 'document':
        return this.#parts.meta.set(documentKey(entry.name), entry.text);
      case 'player': {
        const row = playerRow(entry.player, this.state.players.knownSince(entry.player.number));
        const [number, username, fold, displayName, avatar, searched] = row;
        return void sql.renamePlayer.run(username, fold, displayName, avatar, searched, checksumOf(row), number);
      }
      case 'records':
        return;
      case 'revised':
        return this.#writeRevision(entry, after);
      case 'sealed':
        return void sql.seal.run(entry.period.number);
      case 'closed': {
        const { at, unshown, order, period } = entry;
        const { number, board, key, standings } = period;
        const row = {
          number,
          board: board.number,
          kind: key.kind,
          start: timeToColumn(period.start),
          end: timeToColumn(period.end),
          standings,
        };
        sql.close.run(at, unshown, standings, closedChecksum(row, at, unshown, order), number);
        return void sql.unseal.run(number);
      }
      case 'reopened': {
        const { at, reason, period } = entry;
        const columns = [(sql.newestReopening.get()?.number ?? 0) + 1, period.number, at, reason, period.closed?.at ?? null] as const;
        sql.addReopening.run(...columns, checksumOf(columns));
        if (period.closed !== undefined) sql.open.run(period.number);
        return void sql.unseal.run(period.number);
      }
    }
  }
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

/** The number of a removed board stays taken. */
function boardColumns({ number, settings, isRemoved }: Extract<Entry, { kind: 'board' }>): BoardColumns {
  const { name, title, scoring, direction, calendar, unit, state } = settings;
  return [
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
}

const statements = (prepare: Prepare) => ({
  saveBoard: prepare<never, [...BoardColumns, checksum: number]>(
    `INSERT INTO boards (number, name, title, scoring, direction, time_zone, week_start, unit, state, checksum)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (number) DO UPDATE
     SET name = excluded.name, title = excluded.title, time_zone = excluded.time_zone, week_start = excluded.week_start,
       unit = excluded.unit, state = excluded.state, checksum = excluded.checksum`,
  ),
  renamePlayer: prepare<
    never,
    [username: string, fold: string, displayName: string, avatar: string, searched: string, checksum: number, number: number]
  >('UPDATE players SET username = ?, fold = ?, display_name = ?, avatar = ?, searched = ?, checksum = ? WHERE number = ?'),
  seal: prepare<never, [period: number]>('INSERT INTO closings (period) VALUES (?) ON CONFLICT DO NOTHING'),
  unseal: prepare<never, [period: number]>('DELETE FROM closings WHERE period = ?'),
  close: prepare<never, [closedAt: number, unshown: number, standings: number, checksum: number, period: number]>(
    'UPDATE periods SET closed_at = ?, unshown = ?, standings = ?, checksum = ? WHERE number = ?',
  ),
  open: prepare<never, [period: number]>('UPDATE periods SET closed_at = NULL, unshown = NULL, checksum = NULL WHERE number = ?'),
  newestReopening: prepare<{ readonly number: number }>('SELECT number FROM reopenings ORDER BY number DESC LIMIT 1'),
  addReopening: prepare<never, [number: number, period: number, at: number, reason: string, closedAt: number | null, checksum: number]>(
    'INSERT INTO reopenings (number, period, at, reason, closed_at, checksum) VALUES (?, ?, ?, ?, ?, ?)',
  ),
});
