import type { DatabaseSync } from 'node:sqlite';

import { areSameTotals } from '../held/columns.ts';
import type { Entry, RevisedTotal } from '../rules/entry.ts';
import { activitySums } from '../rules/activity-days.ts';
import type { TotalNow } from '../stored-values.ts';
import type { OpenTotals } from './open-totals.ts';
import { activityRow } from './activity-days.ts';
import { type ActivityRow, ADD_ACTIVITY } from './file/ledger-write.ts';
import { checksumOf } from './file/checksum.ts';
import type { LedgerBlocks } from './ledger-blocks.ts';
import { type Prepare, preparing } from './file/asking.ts';

type Revised = Extract<Entry, { kind: 'revised' }>;

/** Writes a revision, inside a commit: a row of its own, and the event's stays as it is. */
export function revisionWriter(database: DatabaseSync, totals: OpenTotals, blocks: LedgerBlocks): (entry: Revised) => void {
  const sql = statements(preparing(database));

  function writeActivity({ board: { number }, event: { activity, points }, revision: { does } }: Revised, day: number): void {
    const sums = activitySums([{ day, activity, points, sign: does === 'void' ? -1 : 1 }]);
    for (const sum of sums) sql.addActivity.run(...activityRow(number, sum));
    sql.dropActivity.run(number, day, activity);
  }

  return (entry) => {
    const { board, event, revision, day, totals: changed } = entry;
    const { does, at, reason, counted } = revision;
    const columns = [(sql.newestRevision.get()?.number ?? 0) + 1, event.seq, does, at, reason, counted] as const;
    sql.addRevision.run(...columns, checksumOf(columns));
    totals.change(board.number, [event.player], (block) => {
      for (const { period, total } of changed) {
        if (total === undefined) block.drop(event.player, period.number);
        else block.setScore(event.player, period.number, total);
      }
    });
    for (const one of changed) if (added(one) !== 0) sql.countStandings.run(added(one), one.period.number);
    if (day !== undefined) writeActivity(entry, day);
    blocks.rewrite(board.number, event.seq);
  };
}

/** Follows a revision that is durable, and returns the totals that are others for whoever looks. */
export function followRevision({ event: { player }, totals }: Revised): readonly TotalNow[] {
  for (const one of totals) one.period.standings += added(one);
  const different = totals.filter(({ before, total }) => !areSameTotals(before, total));
  return different.map(({ period, total }) => ({ period: period.key, player, total }));
}

/** How many more stand in a period whose total changes. */
function added({ before, total }: RevisedTotal): number {
  return (total === undefined ? 0 : 1) - (before === undefined ? 0 : 1);
}

type RevisionColumns = [number: number, event: number, does: string, at: number, reason: string, counted: number];

const statements = (prepare: Prepare) => ({
  newestRevision: prepare<{ readonly number: number }>('SELECT number FROM revisions ORDER BY number DESC LIMIT 1'),
  addRevision: prepare<never, [...RevisionColumns, checksum: number]>(
    'INSERT INTO revisions (number, event, does, at, reason, counted, checksum) VALUES (?, ?, ?, ?, ?, ?, ?)',
  ),
  countStandings: prepare<never, [added: number, period: number]>('UPDATE periods SET standings = standings + ? WHERE number = ?'),
  addActivity: prepare<never, [...ActivityRow]>(ADD_ACTIVITY),
  dropActivity: prepare<never, [board: number, day: number, activity: string]>(
    'DELETE FROM activity_days WHERE board = ? AND day = ? AND activity = ? AND events = 0',
  ),
});
