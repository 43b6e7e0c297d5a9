import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DatabaseSync } from 'node:sqlite';

import type { ActivityColumns } from '../reading/totals.ts';
import type { ActivitySum } from '../rules/activity-days.ts';
import { type Prepare, preparing } from './file/queries.ts';
import type { ActivityRow } from './file/ledger-write.ts';
import { READING, type Reading } from './file/rows-in-step.ts';

/** Points are summed in two parts, high * 2^26 + low, so that neither overflows SQLite's integers: a day's sum is unbounded. */
export const LOW_PART = 2 ** 26;

/** SQL for points from the columns of `activity_days` or their sums; a double, so exact only to the precision of doubles. */
function pointsInSql(high: string, low: string): string {
  return `CAST(${high} AS REAL) * ${LOW_PART} + ${low}`;
}

/** The row that a board's events add to an activity. */
export function activityRow(board: number, { day, activity, events, points }: ActivitySum): ActivityRow {
  const high = points / BigInt(LOW_PART);
  return [board, day, activity, events, Number(high), Number(points - high * BigInt(LOW_PART))];
}

/** Rows per turn of the event loop. */
const ROWS_PER_TURN = 5000;

/** Reads the sums of days in [from, to) in order: per day the `named` largest activities, then events without one, then the rest. */
export function sqliteActivityDays(database: DatabaseSync, reading: Reading = READING) {
  const sql = statements(preparing(database, 'arrays'));
  return async (board: number, from: number, to: number, named: number): Promise<readonly ActivityColumns[]> => {
    const found: ActivityColumns[] = [];
    const next = (after: number) => reading(() => sql.nextDay.get(board, after, to)![0]);
    let read = 0;
    for (let day = await next(from); day !== null; day = await next(day + 1)) {
      const start = day;
      for (const [kind, activity, events, points, activities] of await reading(() => sql.activitiesOf.all(board, start, named))) {
        found.push([day, kind, activity, events, points]);
        read += activities;
      }
      if (read < ROWS_PER_TURN) continue;
      read = 0;
      await nextTurn();
    }
    return found;
  };
}

type DayColumns = readonly [kind: ActivityColumns[1], activity: string, events: number, points: number, activities: number];

const statements = (prepare: Prepare) => ({
  nextDay: prepare<readonly [day: number | null], [board: number, after: number, to: number]>(
    'SELECT min(day) FROM activity_days WHERE board = ? AND day >= ? AND day < ?',
  ),
  activitiesOf: prepare<DayColumns, [board: number, day: number, named: number]>(`WITH largest AS MATERIALIZED (
         SELECT activity, events, ${pointsInSql('points_high', 'points_low')} AS points
         FROM activity_days WHERE board = ?1 AND day = ?2 AND activity <> '' ORDER BY points DESC, activity LIMIT ?3
       )
       SELECT 'named' AS kind, activity, events, points, 1 AS activities FROM largest
       UNION ALL
       SELECT 'none', '', events, ${pointsInSql('points_high', 'points_low')}, 1
       FROM activity_days WHERE board = ?1 AND day = ?2 AND activity = ''
       UNION ALL
       SELECT 'rest', '', sum(events), ${pointsInSql('sum(points_high)', 'sum(points_low)')}, count(*)
       FROM activity_days WHERE board = ?1 AND day = ?2 AND activity <> '' AND activity NOT IN (SELECT activity FROM largest)
       HAVING count(*) > 0`),
});
