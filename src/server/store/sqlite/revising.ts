import type { DatabaseSync } from 'node:sqlite';

import { areSameTotals } from '../held/columns.ts';
import { activitiesOf, numbered, type RevisedEntry, type RevisedTotal } from '../rules/entry.ts';
import type { TotalNow } from '../stored-values.ts';
import type { OpenTotals } from './open-totals.ts';
import { type ActivityRow, ActivityTally, addActivitySql } from './rows/activity-tally.ts';
import { checksumOf } from './rows/checksum.ts';
import type { LedgerBlocks } from './rows/ledger-blocks.ts';
import { type EventColumns, ledgerWriter } from './rows/ledger-write.ts';
import { packed } from './rows/packed-events.ts';
import { type Prepare, preparing } from './rows/query.ts';

/** What a copy has besides what the event has: nobody sends it again. */
const COPY = { digest: 'merged', answer: '' };

/** Writes revisions, inside a commit, after an event (a `seq`) of it: rows of their own, and those of the events stay as they are. */
export function revisionWriter(
  database: DatabaseSync,
  totals: OpenTotals,
  blocks: LedgerBlocks,
): (entry: RevisedEntry, after: number) => void {
  const sql = statements(preparing(database));
  const writer = ledgerWriter(database);

  function writeActivities(entry: RevisedEntry): void {
    const tally = new ActivityTally();
    for (const { day, activity, points, sign } of activitiesOf(entry)) tally.add(day, activity, points, sign);
    for (const row of tally.take()) {
      sql.addActivity.run(entry.board.number, ...row);
      sql.dropActivity.run(entry.board.number, row[0], row[1]);
    }
  }

  function writeCopies(copies: ReturnType<typeof numbered>): void {
    if (copies.length === 0) return;
    const rows = copies.map(({ seq, board, id, player, points, at, activity, received_at, counted, previous }): EventColumns => {
      return [seq, board, id, player, points, at, activity, received_at, COPY.digest, counted, COPY.answer, previous];
    });
    const parts = writer();
    const none = { playersAdded: [], playersRenamed: [], periods: [], standings: [], activities: [], records: [] };
    parts.write({ ...none, events: packed(rows), totals: totals.oldest(rows.at(-1)![0]) });
    parts.end();
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
    writeCopies(copies);
    for (const [period, own] of Map.groupBy(changed, ({ period }) => period)) {
      const more = own.reduce((sum, one) => sum + added(one), 0);
      if (more !== 0) sql.countStandings.run(more, period.number);
    }
    writeActivities(entry);
    blocks.rewrite(
      board.number,
      events.map(({ event }) => event.seq),
    );
  };
}

/** Follows revisions that are durable, and returns the totals that are others for whoever looks. */
export function followRevision({ totals }: RevisedEntry): readonly TotalNow[] {
  for (const one of totals) one.period.standings += added(one);
  const different = totals.filter(({ before, total }) => !areSameTotals(before, total));
  return different.map(({ period, player, total }) => ({ period: period.key, player, total }));
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
  addActivity: prepare<never, [board: number, ...row: ActivityRow]>(addActivitySql('activity_days')),
  dropActivity: prepare<never, [board: number, day: number, activity: string]>(
    'DELETE FROM activity_days WHERE board = ? AND day = ? AND activity = ? AND events = 0',
  ),
});
