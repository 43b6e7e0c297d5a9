import type { DatabaseSync } from 'node:sqlite';

import { type ActivityRow, addActivitySql } from '../rows/activity-tally.ts';
import { type Prepare, preparing } from '../rows/query.ts';
import type { Differences } from './differences.ts';

/** What the ledger makes of days and activities, in a table of its own that may be on disk, and what is kept. */
export class ActivityAudit {
  readonly #prepare: Prepare;

  constructor(snapshot: DatabaseSync) {
    this.#prepare = preparing(snapshot);
    snapshot.exec(`
      CREATE TEMP TABLE IF NOT EXISTS counted_activities (
        board INTEGER NOT NULL, day INTEGER NOT NULL, activity TEXT NOT NULL,
        events INTEGER NOT NULL, points_high INTEGER NOT NULL, points_low INTEGER NOT NULL,
        PRIMARY KEY (board, day, activity)
      ) STRICT, WITHOUT ROWID`);
  }

  add(board: number, rows: Iterable<ActivityRow>): void {
    const add = this.#prepare<never, [board: number, ...row: ActivityRow]>(addActivitySql('counted_activities'));
    for (const row of rows) add.run(board, ...row);
  }

  compare(board: number, name: string, differences: Differences): void {
    const rows = (table: string) => `SELECT day, activity, events, points_high, points_low FROM ${table} WHERE board = ?1`;
    const made = rows('counted_activities');
    const kept = rows('activity_days');
    const differing = this.#prepare<
      { readonly day: number; readonly activity: string },
      [board: number]
    >(`SELECT day, activity FROM (SELECT * FROM (${made} EXCEPT ${kept}) UNION ALL SELECT * FROM (${kept} EXCEPT ${made}))
       GROUP BY day, activity`);
    for (const { day, activity } of differing.iterate(board))
      differences.add(`board ${name}, day from ${day}, activity "${activity}": not what its events add up to`);
  }
}
