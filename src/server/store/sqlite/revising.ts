import type { DatabaseSync } from 'node:sqlite';

import { exactScore, type Score } from '../../../domain/scoring.ts';
import type { Ledger } from '../points-store.ts';
import type { Revision, RevisedPeriod, TotalNow } from '../stored-values.ts';
import type { Board, BoardTable } from './board-table.ts';
import type { Changes } from './changes.ts';
import type { Commits } from './file/commits.ts';
import type { PlayerTable } from './player-table.ts';
import type { PlayerTotalsTable } from './player-totals.ts';
import { type ActivityRow, ActivityTally, addActivitySql } from './rows/activity-tally.ts';
import { checksumOf } from './rows/checksum.ts';
import { areSameTotals, COUNTED_NOW, eventFrom, type EventRow, scoreFrom, type ScoreRow, timeToColumn } from './rows/columns.ts';
import type { LedgerBlocks } from './rows/ledger-blocks.ts';
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
  totals: PlayerTotalsTable,
  blocks: LedgerBlocks,
): Pick<Ledger, 'revise'> {
  const sql = statements(preparing(database));

  /**
   * The total in a period once the event counts for what `counted` says, folded in the order of recording;
   * 'inexact' if it leaves the numbers that are exact.
   */
  function refold(board: Board, event: EventRow, counted: number, bit: number): Score | undefined | 'inexact' {
    const { start, end } = board.periods.containing(event.at)[bit]!;
    const { scoring, direction } = board.settings;
    let total: Score | undefined;
    for (const row of sql.eventsIn.iterate(latestEvent(board.number, event.player), timeToColumn(start), timeToColumn(end))) {
      if (((row.seq === event.seq ? counted : row.counted) & (1 << bit)) === 0) continue;
      total = exactScore(scoring, direction, total, row);
      if (total === undefined) return 'inexact';
    }
    return total;
  }

  function latestEvent(board: number, player: number): number {
    return sql.latestEvent.get(board, player)!.latest_event;
  }

  function writeTotal(board: number, player: number, kind: string, { number, before, change: { total } }: Refolded): void {
    const latest = kind === 'all-time' ? latestEvent(board, player) : null;
    if (total === undefined) {
      if (latest !== null) sql.endChain.run(board, player, latest);
      sql.dropTotal.run(board, player, number);
    } else {
      sql.setTotal.run(board, player, number, total.points, total.reachedAt, timeToColumn(total.movedAt), latest);
      if (before === undefined && latest !== null) sql.dropChainEnd.run(board, player);
    }
    const added = (total === undefined ? 0 : 1) - (before === undefined ? 0 : 1);
    if (added !== 0) sql.countStandings.run(added, number);
  }

  function writeActivity(board: number, day: number, { activity, points }: EventRow, does: Revision['does']): void {
    const tally = new ActivityTally();
    tally.add(day, activity, points);
    const sign = does === 'void' ? -1 : 1;
    for (const [, , events, high, low] of tally.take()) sql.addActivity.run(board, day, activity, sign * events, sign * high, sign * low);
    sql.dropActivity.run(board, day, activity);
  }

  return {
    async revise(boardName, id, revision) {
      const board = boards.named(boardName);
      const row = sql.event.get(board.number, id);
      if (row === undefined) return { outcome: 'refused', reason: 'unknown event' };
      const latest = sql.latestRevision.get(row.seq);
      const { does, at, reason } = revision;
      const isVoided = latest?.does === 'void';
      if (isVoided === (does === 'void')) return { outcome: 'refused', reason: isVoided ? 'voided already' : 'not voided' };

      const counts = latest?.counted ?? row.counted;
      const spans = board.periods.containing(row.at);
      const periods = spans.map(({ key: period, closed }, bit): RevisedPeriod => {
        if ((row.counted & (1 << bit)) === 0) return { period, state: 'late' };
        // What it still counts for although it is voided was final then.
        const isIn = (counts & (1 << bit)) !== 0;
        return { period, state: closed || isIn !== (does === 'void') ? 'final' : 'changed' };
      });
      const changed = periods.reduce((bits, { state }, bit) => (state === 'changed' ? bits | (1 << bit) : bits), 0);
      const counted = counts ^ changed;

      const refolded: Refolded[] = [];
      for (const [bit, { key: period }] of spans.entries()) {
        if ((changed & (1 << bit)) === 0) continue;
        const total = refold(board, row, counted, bit);
        if (total === 'inexact') return { outcome: 'refused', reason: 'total out of range' };
        const number = boards.period(board, period)!.number;
        const kept = sql.totalOf.get(board.number, row.player, number);
        refolded.push({ change: { period, player: row.player, total }, before: kept && scoreFrom(kept), number });
      }

      const [player] = players.numbered([row.player]);
      commits.run(() => {
        const columns = [(sql.newestRevision.get()?.number ?? 0) + 1, row.seq, does, at, reason, counted] as const;
        sql.addRevision.run(...columns, checksumOf(columns));
        for (const one of refolded) writeTotal(board.number, row.player, one.change.period.kind, one);
        writeActivity(board.number, spans[0]!.start, row, does);
        blocks.rewrite(board.number, row.seq);
        changes.count();
      });
      totals.forget(board.number, player!.username);
      const different = refolded.filter(({ before, change }) => !areSameTotals(before, change.total));
      changes.tell({ kind: 'revised', board: boardName, totals: different.map(({ change }) => change) });
      return { outcome: 'revised', player: player!, event: eventFrom(row, { ...revision, counted }), periods };
    },
  };
}

/** A revision as `revisions` has it, as far as it says how an event is now. */
export type RevisionRow = Revision & { readonly counted: number };

type RevisionColumns = [number: number, event: number, does: string, at: number, reason: string, counted: number];

/** How the player's chain on a board is found, wherever it is kept. */
export const LATEST_EVENT = `
  SELECT latest_event FROM standings
  WHERE board = ?1 AND player = ?2 AND period = (SELECT number FROM periods WHERE board = ?1 AND kind = 'all-time')
  UNION ALL SELECT latest_event FROM chain_ends WHERE board = ?1 AND player = ?2`;

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
  latestEvent: prepare<{ readonly latest_event: number }, [board: number, player: number]>(LATEST_EVENT),
  eventsIn: prepare<
    Pick<EventRow, 'seq' | 'points' | 'at' | 'counted'>,
    [latest: number, from: number, to: number]
  >(`WITH RECURSIVE chain (seq) AS (
         SELECT ?1 UNION ALL SELECT previous FROM chain JOIN events USING (seq) WHERE previous IS NOT NULL
       )
       SELECT events.seq, points, at, ${COUNTED_NOW} AS counted FROM chain CROSS JOIN events USING (seq)
       WHERE at >= ?2 AND at < ?3 ORDER BY events.seq`),
  totalOf: prepare<ScoreRow, [board: number, player: number, period: number]>(
    'SELECT points, reached_at, moved_at FROM standings WHERE board = ? AND player = ? AND period = ?',
  ),
  setTotal: prepare<
    never,
    [board: number, player: number, period: number, points: number, reachedAt: number, movedAt: number, latestEvent: number | null]
  >(`INSERT INTO standings (board, player, period, points, reached_at, moved_at, latest_event) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET points = excluded.points, reached_at = excluded.reached_at, moved_at = excluded.moved_at`),
  dropTotal: prepare<never, [board: number, player: number, period: number]>(
    'DELETE FROM standings WHERE board = ? AND player = ? AND period = ?',
  ),
  endChain: prepare<never, [board: number, player: number, latestEvent: number]>(
    'INSERT INTO chain_ends (board, player, latest_event) VALUES (?, ?, ?)',
  ),
  dropChainEnd: prepare<never, [board: number, player: number]>('DELETE FROM chain_ends WHERE board = ? AND player = ?'),
  countStandings: prepare<never, [added: number, period: number]>('UPDATE periods SET standings = standings + ? WHERE number = ?'),
  addActivity: prepare<never, [board: number, ...row: ActivityRow]>(addActivitySql('activity_days')),
  dropActivity: prepare<never, [board: number, day: number, activity: string]>(
    'DELETE FROM activity_days WHERE board = ? AND day = ? AND activity = ? AND events = 0',
  ),
});
