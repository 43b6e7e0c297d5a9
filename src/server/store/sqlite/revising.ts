import type { DatabaseSync } from 'node:sqlite';

import { exactScore, type Score } from '../../../domain/scoring.ts';
import type { Ledger } from '../points-store.ts';
import type { Revised, RevisedPeriod, Revision, TotalNow } from '../stored-values.ts';
import type { Board, BoardTable } from './board-table.ts';
import type { Changes } from './changes.ts';
import type { Commits } from './file/commits.ts';
import type { OpenTotals } from './open-totals.ts';
import type { PlayerTable } from './player-table.ts';
import type { RecordTable } from './records.ts';
import { type ActivityRow, ActivityTally, addActivitySql } from './rows/activity-tally.ts';
import { checksumOf } from './rows/checksum.ts';
import { areSameTotals, eventFrom, type EventRow, timeToColumn } from '../held/columns.ts';
import type { LedgerBlocks } from './rows/ledger-blocks.ts';
import { playerChain } from './rows/player-chain.ts';
import { type Prepare, preparing } from './rows/query.ts';

/** One of the periods of the event whose total changes, as the event leaves it or enters it. */
interface Refolded {
  readonly change: TotalNow;
  readonly before: Score | undefined;
  /** The number of the period. */
  readonly number: number;
}

/**
 * Events taken out and put back. A revision is a row of its own, and the event's stays as it is; the player's totals in
 * the periods that change are folded anew from all their events there.
 */
export function sqliteRevising(
  database: DatabaseSync,
  commits: Commits,
  changes: Changes,
  boards: BoardTable,
  players: PlayerTable,
  totals: OpenTotals,
  blocks: LedgerBlocks,
  table: RecordTable,
): Pick<Ledger, 'revise'> {
  const sql = statements(preparing(database));
  const chainBetween = playerChain(database);

  /**
   * The totals in the periods of `bits` once the event counts for what `counted` says, all folded in one walk over the
   * player's events, in the order of recording; `undefined` if one leaves the numbers that are exact.
   */
  function refold(board: Board, event: EventRow, counted: number, bits: readonly number[]): readonly Refolded[] | undefined {
    if (bits.length === 0) return [];
    const { scoring, direction } = board.settings;
    const spans = board.periods.containing(event.at);
    const folds = bits.map((bit) => ({ bit: 1 << bit, span: spans[bit]!, total: undefined as Score | undefined }));
    const from = Math.min(...folds.map(({ span }) => timeToColumn(span.start)));
    const to = Math.max(...folds.map(({ span }) => timeToColumn(span.end)));
    const events = chainBetween(totals.latestEvent(board.number, event.player)!, from, to);
    for (let i = events.length - 1; i >= 0; i -= 1) {
      const [seq, points, at, now] = events[i]!;
      const countsFor = seq === event.seq ? counted : now;
      for (const fold of folds) {
        if ((countsFor & fold.bit) === 0 || at < fold.span.start || at >= fold.span.end) continue;
        fold.total = exactScore(scoring, direction, fold.total, { points, at });
        if (fold.total === undefined) return undefined;
      }
    }
    return folds.map(({ span: { key: period }, total }) => {
      const { number } = boards.period(board, period)!;
      return { change: { period, player: event.player, total }, before: totals.scoreOf(board.number, event.player, number), number };
    });
  }

  function writeTotals(board: number, player: number, refolded: readonly Refolded[]): void {
    totals.change(board, [player], (block) => {
      for (const { number, change } of refolded) {
        if (change.total === undefined) block.drop(player, number);
        else block.setScore(player, number, change.total);
      }
    });
    for (const { number, before, change } of refolded) {
      const added = (change.total === undefined ? 0 : 1) - (before === undefined ? 0 : 1);
      if (added !== 0) sql.countStandings.run(added, number);
    }
  }

  function writeActivity(board: number, day: number, { activity, points }: EventRow, does: Revision['does']): void {
    const tally = new ActivityTally();
    tally.add(day, activity, points);
    const sign = does === 'void' ? -1 : 1;
    for (const [, , events, high, low] of tally.take()) sql.addActivity.run(board, day, activity, sign * events, sign * high, sign * low);
    sql.dropActivity.run(board, day, activity);
  }

  return {
    revise: (boardName, id, revision, isFinal, records) => commits.alone(() => revise(boardName, id, revision, isFinal, records)),
  };

  function revise(boardName: string, id: string, revision: Revision, isFinal: IsFinal, records: ToKeep): Revised {
    const board = boards.named(boardName);
    const row = sql.event.get(board.number, id);
    if (row === undefined) return { outcome: 'refused', reason: 'unknown event' };
    const latest = sql.latestRevision.get(row.seq);
    const { does, at, reason } = revision;
    const isVoided = latest?.does === 'void';
    const flips = isVoided !== (does === 'void');

    const counts = latest?.counted ?? row.counted;
    const spans = board.periods.containing(row.at);
    const periods = spans.map(({ key: period, start, end, closed }, bit): RevisedPeriod => {
      if ((row.counted & (1 << bit)) === 0) return { period, state: 'late' };
      const reopenedAt = boards.reopenedAt(boards.period(board, period)!.number);
      if (closed || isFinal({ kind: period.kind, start, end }, reopenedAt)) return { period, state: 'final' };
      const isIn = (counts & (1 << bit)) !== 0;
      return { period, state: isIn === (does === 'void') ? 'changed' : 'same' };
    });
    const changed = periods.flatMap(({ state }, bit) => (state === 'changed' ? [bit] : []));
    if (changed.length === 0 && !flips) return { outcome: 'refused', reason: isVoided ? 'voided already' : 'not voided' };
    const counted = changed.reduce((bits, bit) => bits ^ (1 << bit), counts);
    const refolded = refold(board, row, counted, changed);
    if (refolded === undefined) return { outcome: 'refused', reason: 'total out of range' };

    const player = players.numbered([row.player])[0]!;
    const result = {
      outcome: 'revised',
      player,
      event: eventFrom(row, { ...revision, counted }),
      before: eventFrom(row, latest).voided,
      periods,
    } as const;
    const kept = table.decided(records, result);
    commits.run(() => {
      table.write(kept);
      const columns = [(sql.newestRevision.get()?.number ?? 0) + 1, row.seq, does, at, reason, counted] as const;
      sql.addRevision.run(...columns, checksumOf(columns));
      writeTotals(board.number, row.player, refolded);
      if (flips) writeActivity(board.number, spans[0]!.start, row, does);
      blocks.rewrite(board.number, row.seq);
      changes.count();
    });
    const different = refolded.filter(({ before, change }) => !areSameTotals(before, change.total));
    changes.tell({ kind: 'revised', board: boardName, totals: different.map(({ change }) => change) });
    return result;
  }
}

type IsFinal = Parameters<Ledger['revise']>[3];
type ToKeep = Parameters<Ledger['revise']>[4];

/** A revision as `revisions` has it, as far as it says how an event is now. */
type RevisionRow = Revision & { readonly counted: number };

type RevisionColumns = [number: number, event: number, does: string, at: number, reason: string, counted: number];

const statements = (prepare: Prepare) => ({
  event: prepare<EventRow, [board: number, id: string]>(
    'SELECT seq, board, player, id, points, at, activity, received_at, counted, previous FROM events WHERE board = ? AND id = ?',
  ),
  latestRevision: prepare<RevisionRow, [event: number]>(
    'SELECT does, at, reason, counted FROM revisions WHERE event = ? ORDER BY number DESC LIMIT 1',
  ),
  newestRevision: prepare<{ readonly number: number }>('SELECT number FROM revisions ORDER BY number DESC LIMIT 1'),
  addRevision: prepare<never, [...RevisionColumns, checksum: number]>(
    'INSERT INTO revisions (number, event, does, at, reason, counted, checksum) VALUES (?, ?, ?, ?, ?, ?, ?)',
  ),
  countStandings: prepare<never, [added: number, period: number]>('UPDATE periods SET standings = standings + ? WHERE number = ?'),
  addActivity: prepare<never, [board: number, ...row: ActivityRow]>(addActivitySql('activity_days')),
  dropActivity: prepare<never, [board: number, day: number, activity: string]>(
    'DELETE FROM activity_days WHERE board = ? AND day = ? AND activity = ? AND events = 0',
  ),
});
