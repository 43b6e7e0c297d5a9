import type { DatabaseSync } from 'node:sqlite';

import { areSameTotals } from '../held/columns.ts';
import { activitySums } from '../rules/activity-days.ts';
import { activitiesOf, COPY_DIGEST, numbered, type RevisedEntry } from '../rules/entry.ts';
import type { TotalNow } from '../stored-values.ts';
import { activityRow } from './activity-days.ts';
import { type Prepare, preparing } from './file/queries.ts';
import { checksumOf } from './file/checksum.ts';
import { type EventColumns, ledgerWriter, packed } from './file/ledger-write.ts';
import type { LedgerBlocks } from './ledger-blocks.ts';
import type { OpenTotals } from './open-totals.ts';

/** Writes revisions inside a commit, after the event `after`, as separate rows; event rows do not change. */
export function revisionWriter(
  database: DatabaseSync,
  totals: OpenTotals,
  blocks: LedgerBlocks,
): (entry: RevisedEntry, after: number) => void {
  const sql = statements(preparing(database));
  const write = ledgerWriter(database);

  /** Writes copies and the changed activities of days. */
  function writeBeside(entry: RevisedEntry, copies: ReturnType<typeof numbered>): void {
    const rows = copies.map(({ seq, board, id, player, points, at, activity, received_at, counted, previous, author }): EventColumns => {
      return [seq, board, id, player, points, at, activity, received_at, COPY_DIGEST, counted, '', previous, author];
    });
    const activities = activitySums(activitiesOf(entry)).map((sum) => activityRow(entry.board.number, sum));
    write({
      playersAdded: [],
      playersRenamed: [],
      periods: [],
      records: [],
      events: packed(rows),
      totals: rows.length === 0 ? [] : totals.oldest(rows.at(-1)![0]),
      activities,
    });
    for (const [board, day, activity] of activities) sql.dropActivity.run(board, day, activity);
  }

  return (entry, after) => {
    const { board, events, totals: changed } = entry;
    let number = sql.newestRevision.get()?.number ?? 0;
    for (const { event, revision } of events) {
      const { does, at, reason, counted } = revision;
      const columns = [(number += 1), event.seq, does, at, reason, counted] as const;
      sql.addRevision.run(...columns, checksumOf(columns));
    }
    const copies = numbered(entry.copies, after);
    const latest = new Map(copies.map(({ player, seq }) => [player, seq]));
    const byPlayer = Map.groupBy(changed, ({ player }) => player);
    totals.change(
      board.number,
      new Set([...byPlayer.keys(), ...latest.keys()]),
      (block, player) => {
        for (const { period, total } of byPlayer.get(player) ?? []) {
          if (total === undefined) block.drop(player, period.number);
          else block.setScore(player, period.number, total);
        }
        if (latest.has(player)) block.setLatestEvent(player, latest.get(player)!);
      },
      after + copies.length,
    );
    writeBeside(entry, copies);
    blocks.recount(board.number, new Map(events.map(({ event, revision }) => [event.seq, revision.counted])));
  };
}

/** Applies durable revisions, and returns the totals that changed for readers. */
export function followRevision({ totals }: RevisedEntry): readonly TotalNow[] {
  for (const { period, before, total } of totals) period.standings += (total === undefined ? 0 : 1) - (before === undefined ? 0 : 1);
  const different = totals.filter(({ before, total }) => !areSameTotals(before, total));
  return different.map(({ period, player, total }) => ({ period: period.key, player, total }));
}

type RevisionColumns = [number: number, event: number, does: string, at: number, reason: string, counted: number];

const statements = (prepare: Prepare) => ({
  newestRevision: prepare<{ readonly number: number }>('SELECT number FROM revisions ORDER BY number DESC LIMIT 1'),
  addRevision: prepare<never, [...RevisionColumns, checksum: number]>(
    'INSERT INTO revisions (number, event, does, at, reason, counted, checksum) VALUES (?, ?, ?, ?, ?, ?, ?)',
  ),
  dropActivity: prepare<never, [board: number, day: number, activity: string]>(
    'DELETE FROM activity_days WHERE board = ? AND day = ? AND activity = ? AND events = 0',
  ),
});
