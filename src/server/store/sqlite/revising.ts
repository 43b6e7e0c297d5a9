import type { DatabaseSync } from 'node:sqlite';

import type { Score } from '../../../domain/scoring.ts';
import type { Ledger } from '../points-store.ts';
import { refolded, revised, type Revising, revising, type RevisionRow } from '../rules/revision.ts';
import type { Revised, Revision, TotalNow } from '../stored-values.ts';
import type { Board, BoardTable } from './board-table.ts';
import type { Changes } from './changes.ts';
import type { Commits } from './file/commits.ts';
import type { OpenTotals } from './open-totals.ts';
import type { PlayerTable } from './player-table.ts';
import type { RecordTable } from './records.ts';
import { type ActivityRow, ActivityTally, addActivitySql } from './rows/activity-tally.ts';
import { checksumOf } from './rows/checksum.ts';
import { areSameTotals, type EventRow, timeToColumn } from '../held/columns.ts';
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

  /** The totals in the periods that change; `undefined` if one leaves the numbers that are exact. */
  function refold(board: Board, event: EventRow, revision: Revising): readonly Refolded[] | undefined {
    if (revision.changed.length === 0) return [];
    const spans = board.periods.containing(event.at);
    const changed = revision.changed.map((place) => spans[place]!);
    const from = Math.min(...changed.map(({ start }) => timeToColumn(start)));
    const to = Math.max(...changed.map(({ end }) => timeToColumn(end)));
    const chain = chainBetween(totals.latestEvent(board.number, event.player)!, from, to).toReversed();
    return refolded(board.settings, spans, revision, event, chain)?.map(({ place, total }) => {
      const { key: period } = spans[place]!;
      const { number } = boards.period(board, period)!;
      return { change: { period, player: event.player, total }, before: totals.scoreOf(board.number, event.player, number), number };
    });
  }

  function writeTotals(board: number, player: number, changed: readonly Refolded[]): void {
    totals.change(board, [player], (block) => {
      for (const { number, change } of changed) {
        if (change.total === undefined) block.drop(player, number);
        else block.setScore(player, number, change.total);
      }
    });
    for (const { number, before, change } of changed) {
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
    const spans = board.periods.containing(row.at);
    const asked = spans.map(({ key, span, closed }) => ({
      key,
      span,
      state: () => ({ closed, reopenedAt: boards.reopenedAt(boards.period(board, key)!.number) }),
    }));
    const found = revising(row, latest, revision, asked, isFinal);
    if ('outcome' in found) return found;
    const totalsNow = refold(board, row, found);
    if (totalsNow === undefined) return { outcome: 'refused', reason: 'total out of range' };
    const result = revised(row, latest, revision, found, players.numbered([row.player])[0]!);
    const kept = table.decided(records, result);
    commits.run(() => {
      table.write(kept);
      const columns = [(sql.newestRevision.get()?.number ?? 0) + 1, row.seq, does, at, reason, found.counted] as const;
      sql.addRevision.run(...columns, checksumOf(columns));
      writeTotals(board.number, row.player, totalsNow);
      if (found.flips) writeActivity(board.number, spans[0]!.start, row, does);
      blocks.rewrite(board.number, row.seq);
      changes.count();
    });
    const different = totalsNow.filter(({ before, change }) => !areSameTotals(before, change.total));
    changes.tell({ kind: 'revised', board: boardName, totals: different.map(({ change }) => change) });
    return result;
  }
}

type IsFinal = Parameters<Ledger['revise']>[3];
type ToKeep = Parameters<Ledger['revise']>[4];

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
