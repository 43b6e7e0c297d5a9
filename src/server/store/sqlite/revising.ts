import { areSameTotals, type EventRow } from '../held/columns.ts';
import type { Entry } from '../rules/entry.ts';
import type { Revision, TotalNow } from '../stored-values.ts';
import type { LogParts } from './log.ts';
import { type ActivityRow, ActivityTally, addActivitySql } from './rows/activity-tally.ts';
import { checksumOf } from './rows/checksum.ts';
import { type Prepare, preparing } from './rows/query.ts';

type Revised = Extract<Entry, { kind: 'revised' }>;

/** Writes a revision, inside a commit: a row of its own, and the event's stays as it is. */
export function revisionWriter({ database, totals, blocks }: Pick<LogParts, 'database' | 'totals' | 'blocks'>): (entry: Revised) => void {
  const sql = statements(preparing(database));

  function writeActivity(board: number, day: number, { activity, points }: EventRow, does: Revision['does']): void {
    const tally = new ActivityTally();
    tally.add(day, activity, points);
    const sign = does === 'void' ? -1 : 1;
    for (const [, , events, high, low] of tally.take()) sql.addActivity.run(board, day, activity, sign * events, sign * high, sign * low);
    sql.dropActivity.run(board, day, activity);
  }

  return ({ board: { number: board }, event, revision: { does, at, reason, counted }, day, totals: changed }) => {
    const columns = [(sql.newestRevision.get()?.number ?? 0) + 1, event.seq, does, at, reason, counted] as const;
    sql.addRevision.run(...columns, checksumOf(columns));
    totals.change(board, [event.player], (block) => {
      for (const { period, total } of changed) {
        if (total === undefined) block.drop(event.player, period.number);
        else block.setScore(event.player, period.number, total);
      }
    });
    for (const { period, before, total } of changed) {
      const added = (total === undefined ? 0 : 1) - (before === undefined ? 0 : 1);
      if (added !== 0) sql.countStandings.run(added, period.number);
    }
    if (day !== undefined) writeActivity(board, day, event, does);
    blocks.rewrite(board, event.seq);
  };
}

/** The totals that a revision changed for whoever looks. */
export function changedTotals({ event: { player }, totals }: Revised): readonly TotalNow[] {
  return totals.flatMap(({ key: period, before, total }) => (areSameTotals(before, total) ? [] : [{ period, player, total }]));
}

type RevisionColumns = [number: number, event: number, does: string, at: number, reason: string, counted: number];

const statements = (prepare: Prepare) => ({
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
