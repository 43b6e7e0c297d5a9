import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { nearestExact } from '../exact-number.ts';
import type { Totals } from '../points-store.ts';
import type { ActivityDay, DayActivity } from '../stored-values.ts';
import { pointsInSql } from './rows/activity-tally.ts';
import type { BoardTable } from './board-table.ts';
import { type PeriodRow, scoreFrom, type ScoreRow, timeFromColumn, timeToColumn } from './rows/columns.ts';
import { type Prepare, preparing } from './rows/query.ts';

/** Rows between two turns of the event loop, while something long is read. */
const ROWS_PER_TURN = 5000;

/** Activities of a day that are named in an answer, however many a careless game makes up. */
const NAMED_ACTIVITIES = 50;

/** What events add up to, by player, period, and day. `openSnapshot` opens a connection that sees one moment of the database. */
export function sqliteTotals(database: DatabaseSync, openSnapshot: () => DatabaseSync, boards: BoardTable): Totals {
  const sql = statements(preparing(database));

  return {
    async *standings(period) {
      const board = boards.named(period.board);
      const row = boards.period(board, period);
      if (row === undefined) return;
      const snapshot = openSnapshot();
      try {
        const [kept, within] =
          row.closed_at === null
            ? (['standings WHERE board = ? AND period = ?', [board.number, row.number]] as const)
            : (['final_standings WHERE period = ?', [row.number]] as const);
        const rows = preparing(
          snapshot,
          'arrays',
        )<StandingColumns, number[]>(`SELECT player, points, reached_at, moved_at FROM ${kept} AND player > ? ORDER BY player LIMIT ?`);
        for (let last = -1, more = true; more;) {
          const standings = rows.all(...within, last, ROWS_PER_TURN);
          for (const [number, points, reachedAt, movedAt] of standings)
            yield { number, points, reachedAt, movedAt: timeFromColumn(movedAt) };
          last = standings.at(-1)?.[0] ?? last;
          more = standings.length === ROWS_PER_TURN;
          await nextTurn();
        }
      } finally {
        snapshot.close();
      }
    },

    async scoreOf(period, player) {
      const board = boards.named(period.board);
      const row = boards.period(board, period);
      if (row === undefined) return undefined;
      const total = row.closed_at === null ? sql.totalOf.get(board.number, player, row.number) : sql.finalTotalOf.get(row.number, player);
      return total === undefined ? undefined : scoreFrom(total);
    },

    async totalsSince(board, kind, player, from) {
      const rows = sql.totalsSince.all(player, boards.named(board).number, kind, timeToColumn(from));
      return rows.map(({ start, points }) => ({ start: timeFromColumn(start), points }));
    },

    async firstPeriod(board, kind) {
      const start = sql.firstPeriod.get(boards.named(board).number, kind)?.start ?? undefined;
      return start === undefined ? undefined : timeFromColumn(start);
    },

    async periodsBeside({ board, kind, start }) {
      const asked = [boards.named(board).number, kind, timeToColumn(start)] as const;
      const startOf = (row: StartRow | undefined) => (row === undefined ? undefined : timeFromColumn(row.start));
      return { before: startOf(sql.periodBefore.get(...asked)), after: startOf(sql.periodAfter.get(...asked)) };
    },

    async periodSizes(board, kind, from, to) {
      const rows = sql.periodSizes.all(boards.named(board).number, kind, timeToColumn(from), timeToColumn(to));
      return rows.map(({ start, standings }) => ({ start: timeFromColumn(start), standings }));
    },

    async activityDays(board, from, to) {
      const { number } = boards.named(board);
      const found: ActivityDay[] = [];
      const next = (after: number) => sql.nextActivityDay.get(number, after, timeToColumn(to))?.day ?? null;
      let read = 0;
      for (let day = next(timeToColumn(from)); day !== null; day = next(day + 1)) {
        // The largest come first, in their order, and what has no name last, as they are asked for.
        for (const { kind, activity, events, points, activities } of sql.activitiesOf.all(number, day, NAMED_ACTIVITIES)) {
          const of = kind === 'named' ? { kind, activity } : { kind };
          found.push({ start: day, ...of, events, points: nearestExact(points) });
          read += activities;
        }
        if (read < ROWS_PER_TURN) continue;
        read = 0;
        await nextTurn();
      }
      return found;
    },
  };
}

type StandingColumns = readonly [player: number, points: number, reachedAt: number, movedAt: number];
type StartRow = Pick<PeriodRow, 'start'>;

interface ActivityDayRow {
  readonly kind: DayActivity['kind'];
  readonly activity: string;
  readonly events: number;
  readonly points: number;
  readonly activities: number;
}

const statements = (prepare: Prepare) => ({
  totalOf: prepare<ScoreRow, [board: number, player: number, period: number]>(
    'SELECT points, reached_at, moved_at FROM standings WHERE board = ? AND player = ? AND period = ?',
  ),
  finalTotalOf: prepare<ScoreRow, [period: number, player: number]>(
    'SELECT points, reached_at, moved_at FROM final_standings WHERE period = ? AND player = ?',
  ),
  totalsSince: prepare<
    { readonly start: number; readonly points: number },
    [player: number, board: number, kind: string, from: number]
  >(`SELECT start, coalesce(final.points, open.points) AS points
       FROM periods
       LEFT JOIN final_standings AS final ON final.period = number AND final.player = ?1 AND closed_at IS NOT NULL
       LEFT JOIN standings AS open ON open.board = ?2 AND open.player = ?1 AND open.period = number
       WHERE periods.board = ?2 AND kind = ?3 AND start >= ?4 AND coalesce(final.points, open.points) IS NOT NULL
       ORDER BY start`),
  firstPeriod: prepare<{ readonly start: number | null }, [board: number, kind: string]>(
    'SELECT min(start) AS start FROM periods WHERE board = ? AND kind = ? AND standings > 0',
  ),
  periodBefore: prepare<StartRow, [board: number, kind: string, start: number]>(
    'SELECT start FROM periods WHERE board = ? AND kind = ? AND start < ? AND standings > 0 ORDER BY start DESC LIMIT 1',
  ),
  periodAfter: prepare<StartRow, [board: number, kind: string, start: number]>(
    'SELECT start FROM periods WHERE board = ? AND kind = ? AND start > ? AND standings > 0 ORDER BY start LIMIT 1',
  ),
  periodSizes: prepare<
    Pick<PeriodRow, 'start' | 'standings'>,
    [board: number, kind: string, from: number, to: number]
  >(`SELECT start, standings FROM periods
       WHERE board = ? AND kind = ? AND start >= ? AND start < ? AND standings > 0 ORDER BY start`),
  nextActivityDay: prepare<{ readonly day: number | null }, [board: number, after: number, to: number]>(
    'SELECT min(day) AS day FROM activity_days WHERE board = ? AND day >= ? AND day < ?',
  ),
  activitiesOf: prepare<ActivityDayRow, [board: number, day: number, named: number]>(`WITH largest AS MATERIALIZED (
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
