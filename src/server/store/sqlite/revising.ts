import { areSameTotals } from '../held/columns.ts';
import { decidedRecords } from '../reading/records.ts';
import type { Ledger } from '../points-store.ts';
import { type DecidedRevision, decidedRevision } from '../rules/revision.ts';
import type { Revision } from '../stored-values.ts';
import type { LogParts } from './log.ts';
import { type ActivityRow, ActivityTally, addActivitySql } from './rows/activity-tally.ts';
import { checksumOf } from './rows/checksum.ts';
import type { LedgerBlocks } from './rows/ledger-blocks.ts';
import { type Prepare, preparing } from './rows/query.ts';

/**
 * Events taken out and put back. A revision is a row of its own, and the event's stays as it is; the player's totals in
 * the periods that change are folded anew from all their events there.
 */
export function sqliteRevising(
  { database, asking, commits, changes, state, totals, writeRecords }: LogParts,
  blocks: LedgerBlocks,
): Pick<Ledger, 'revise'> {
  const sql = statements(preparing(database));

  function writeTotals({ board, event: { player }, totals: changed }: DecidedRevision): void {
    totals.change(board.number, [player], (block) => {
      for (const { period, total } of changed) {
        if (total === undefined) block.drop(player, period.number);
        else block.setScore(player, period.number, total);
      }
    });
    for (const one of changed) if (added(one) !== 0) sql.countStandings.run(added(one), one.period.number);
  }

  function writeActivity({ board, day, event: { activity, points } }: DecidedRevision, does: Revision['does']): void {
    const tally = new ActivityTally();
    tally.add(day, activity, points);
    const sign = does === 'void' ? -1 : 1;
    for (const [, , events, high, low] of tally.take())
      sql.addActivity.run(board.number, day, activity, sign * events, sign * high, sign * low);
    sql.dropActivity.run(board.number, day, activity);
  }

  return {
    revise: (...asked) =>
      commits.alone(async () => {
        const decided = await decidedRevision(asking, state, totals, asked);
        if ('outcome' in decided) return decided;
        const [, , { does, at, reason }, , records] = asked;
        const { result, board, event, flips, counted, logged } = decided;
        const kept = await decidedRecords(asking, records, result);
        commits.run(() => {
          writeRecords(kept);
          const columns = [(sql.newestRevision.get()?.number ?? 0) + 1, event.seq, does, at, reason, counted] as const;
          sql.addRevision.run(...columns, checksumOf(columns));
          writeTotals(decided);
          if (flips) writeActivity(decided, does);
          blocks.rewrite(board.number, event.seq);
          changes.count([logged]);
        });
        for (const one of decided.totals) one.period.standings += added(one);
        const different = decided.totals.filter(({ before, total }) => !areSameTotals(before, total));
        changes.tell(
          logged,
          different.map(({ period, total }) => ({ period: period.key, player: event.player, total })),
        );
        return result;
      }),
  };
}

/** How many more stand in a period whose total changes. */
function added({ before, total }: DecidedRevision['totals'][number]): number {
  return (total === undefined ? 0 : 1) - (before === undefined ? 0 : 1);
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
