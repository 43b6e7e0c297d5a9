import type { DatabaseSync } from 'node:sqlite';

import type { NewChange } from '../followers.ts';
import { kindsOf } from '../records.ts';
import { type EventRow, timeToColumn } from '../held/columns.ts';
import type { Decision, Entry, Log, PeriodState, RevisionRow, State } from '../rules/entry.ts';
import type { PeriodKey } from '../stored-values.ts';
import type { BoardTable } from './board-table.ts';
import type { Changes } from './changes.ts';
import type { Commits } from './file/commits.ts';
import type { OpenTotals } from './open-totals.ts';
import type { PlayerTable } from './player-table.ts';
import type { RecordTable } from './records.ts';
import { changedTotals, revisionWriter } from './revising.ts';
import { documentKey } from './rows/change-tally.ts';
import { checksumOf, closedChecksum } from './rows/checksum.ts';
import type { LedgerBlocks } from './rows/ledger-blocks.ts';
import type { MetaTable } from './rows/meta-table.ts';
import { playerChain } from './rows/player-chain.ts';
import { type Prepare, preparing } from './rows/query.ts';

/** What a log is made of. */
export interface LogParts {
  readonly database: DatabaseSync;
  readonly commits: Commits;
  readonly changes: Changes;
  readonly boards: BoardTable;
  readonly players: PlayerTable;
  readonly totals: OpenTotals;
  readonly blocks: LedgerBlocks;
  readonly records: RecordTable;
  readonly meta: MetaTable;
}

interface SqliteDecision<Result> extends Decision<Result> {
  /** Writes more in the same commit, before anything else of it. */
  readonly also?: () => void;
}

/** The log in the tables of SQLite: what a rule decides is one commit. */
export class SqliteLog implements Log {
  readonly #parts: LogParts;
  readonly #sql: ReturnType<typeof statements>;
  readonly #writeRevision: ReturnType<typeof revisionWriter>;
  readonly state: State;

  constructor(parts: LogParts) {
    this.#parts = parts;
    this.#sql = statements(preparing(parts.database));
    this.#writeRevision = revisionWriter(parts);
    const { boards, meta, players, totals } = parts;
    const chain = playerChain(parts.database);
    this.state = {
      board: (name) => boards.find(name),
      newestBoard: () => boards.newest(),
      hasEvents: async ({ number }) => boards.hasEvents(number),
      period: (key) => this.#period(key),
      latestClosed: (board, kind) => boards.latestClosed(board, kind),
      spansAt: ({ settings }, at) =>
        boards
          .named(settings.name)
          .periods.containing(at)
          .map(({ span }) => span),
      event: async ({ number }, id) => {
        const row = this.#sql.event.get(number, id);
        return row && { row, latest: this.#sql.latestRevision.get(row.seq) };
      },
      chain: async ({ number }, player, from, to) =>
        chain(totals.latestEvent(number, player)!, timeToColumn(from), timeToColumn(to)).toReversed(),
      scoreOf: ({ number }, player, period) => totals.scoreOf(number, player, period.number),
      document: (name) => meta.get(documentKey(name)),
      player: (number) => players.numbered([number])[0]!,
      playerNamed: (username) => players.named(username),
    };
  }

  append<Result>(decide: (state: State) => SqliteDecision<Result> | Promise<SqliteDecision<Result>>): Promise<Result> {
    const { commits, changes, boards, records: table } = this.#parts;
    return commits.alone(async () => {
      const { result, entries = [], records, also } = await decide(this.state);
      if (entries.length === 0) return result;
      const rows = table.decided(records);
      if (entries.every(({ kind }) => kind === 'records') && rows.length === 0 && also === undefined) return result;
      const kinds = kindsOf(rows.map(([, kind, id]) => ({ kind, id })));
      const told = entries.flatMap((entry) => changeOf(entry, kinds) ?? []);
      commits.run(() => {
        also?.();
        table.write(rows);
        for (const entry of entries) this.#write(entry);
        if (told.length > 0) changes.count(told.length);
      });
      for (const entry of entries) {
        if (entry.kind === 'board') boards.readAgain();
        // Periods that are remembered may take events no more, or again.
        if ('key' in entry) boards.named(entry.key.board).periods.forget();
      }
      for (const change of told) changes.tell(change);
      return result;
    });
  }

  #write(entry: Entry): void {
    const { boards, meta, players } = this.#parts;
    switch (entry.kind) {
      case 'board':
        return boards.write(entry);
      case 'document':
        return meta.set(documentKey(entry.name), entry.text);
      case 'player':
        return players.call(entry.player);
      case 'records':
        return;
      case 'revised':
        return this.#writeRevision(entry);
      case 'sealed':
        return void this.#sql.seal.run(entry.period.number);
      case 'closed':
        return this.#writeClosed(entry);
      case 'reopened':
        return this.#writeReopened(entry);
    }
  }

  #writeClosed({ key, period, at, unshown, order }: Extract<Entry, { kind: 'closed' }>): void {
    const board = this.#parts.boards.named(key.board).number;
    this.#sql.close.run(at, unshown, closedChecksum({ ...period, board, kind: key.kind }, at, unshown, order), period.number);
  }

  #writeReopened({ period: { number, closed }, at, reason }: Extract<Entry, { kind: 'reopened' }>): void {
    const columns = [(this.#sql.newestReopening.get()?.number ?? 0) + 1, number, at, reason, closed?.at ?? null] as const;
    this.#sql.addReopening.run(...columns, checksumOf(columns));
    if (closed !== undefined) this.#sql.open.run(number);
    this.#sql.unseal.run(number);
  }

  #period(key: PeriodKey): PeriodState | undefined {
    const { boards } = this.#parts;
    const row = boards.period(boards.named(key.board), key);
    if (row === undefined) return undefined;
    const { number, start, end, standings, closed_at: at } = row;
    const closed = at === null ? undefined : { at };
    return {
      number,
      start,
      end,
      standings,
      sealed: closed === undefined && boards.isSealed(number),
      closed,
      reopenedAt: boards.reopenedAt(number),
    };
  }
}

/** What those who follow are told of an entry, and of the kinds of the records that are kept with it. */
function changeOf(entry: Entry, records: readonly string[]): NewChange | undefined {
  switch (entry.kind) {
    case 'board':
      return { kind: 'board', board: entry.settings.name, settings: entry.isRemoved ? undefined : entry.settings };
    case 'document':
    case 'player':
      return entry;
    case 'records':
      return { kind: 'records', board: entry.board?.settings.name, records };
    case 'revised':
      return { kind: 'revised', board: entry.board.settings.name, totals: changedTotals(entry) };
    // Sealing is no change to anybody who reads.
    case 'sealed':
      return undefined;
    case 'closed':
    case 'reopened':
      return { kind: entry.kind, board: entry.key.board, period: entry.key };
  }
}

const statements = (prepare: Prepare) => ({
  event: prepare<EventRow, [board: number, id: string]>(
    'SELECT seq, board, player, id, points, at, activity, received_at, counted, previous FROM events WHERE board = ? AND id = ?',
  ),
  latestRevision: prepare<RevisionRow, [event: number]>(
    'SELECT does, at, reason, counted FROM revisions WHERE event = ? ORDER BY number DESC LIMIT 1',
  ),
  seal: prepare<never, [period: number]>('INSERT INTO closings (period) VALUES (?) ON CONFLICT DO NOTHING'),
  unseal: prepare<never, [period: number]>('DELETE FROM closings WHERE period = ?'),
  close: prepare<never, [closedAt: number, unshown: number, checksum: number, period: number]>(
    'UPDATE periods SET closed_at = ?, unshown = ?, checksum = ? WHERE number = ?',
  ),
  open: prepare<never, [period: number]>('UPDATE periods SET closed_at = NULL, unshown = NULL, checksum = NULL WHERE number = ?'),
  newestReopening: prepare<{ readonly number: number }>('SELECT number FROM reopenings ORDER BY number DESC LIMIT 1'),
  addReopening: prepare<never, [number: number, period: number, at: number, reason: string, closedAt: number | null, checksum: number]>(
    'INSERT INTO reopenings (number, period, at, reason, closed_at, checksum) VALUES (?, ?, ?, ?, ?, ?)',
  ),
});
