import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { nearestExact } from '../exact-number.ts';
import type { Totals } from '../points-store.ts';
import type { ActivityDay, DayActivity, StandingColumns } from '../stored-values.ts';
import { pointsInSql } from './rows/activity-tally.ts';
import type { BoardTable } from './board-table.ts';
import type { OpenTotals } from './open-totals.ts';
import { type PeriodRow, scoreFrom, type ScoreRow, timeFromColumn, timeToColumn } from '../held/columns.ts';
import { type Prepare, preparing } from './rows/query.ts';
import { gathered } from '../held/totals-block.ts';

/** Rows between two turns of the event loop, while something long is read. */
const ROWS_PER_TURN = 5000;

/** Activities of a day that are named in an answer, however many a careless game makes up. */
const NAMED_ACTIVITIES = 50;

/** Blocks of totals between two turns of the event loop: some thousands of players. */
const BLOCKS_PER_TURN = 128;

/** What events add up to, by player, period, and day. `openSnapshot` opens a connection that sees one moment of the database. */
export function sqliteTotals(database: DatabaseSync, openSnapshot: () => DatabaseSync, boards: BoardTable, totals: OpenTotals): Totals {
  const sql = statements(preparing(database));

  async function* finalStandings(period: number): AsyncIterable<StandingColumns> {
    const snapshot = openSnapshot();
    try {
      const rows = preparing(
        snapshot,
        'arrays',
      )<readonly number[], [period: number, after: number, count: number]>(
        'SELECT player, points, reached_at, moved_at FROM final_standings WHERE period = ? AND player > ? ORDER BY player LIMIT ?',
      );
      for (let last = -1, more = true; more;) {
        const found = rows.all(period, last, ROWS_PER_TURN);
        const column = (at: number) => Float64Array.from(found, (row) => row[at]!);
        yield {
          players: Uint32Array.from(found, (row) => row[0]!),
          points: column(1),
          reachedAt: column(2),
          movedAt: column(3).map(timeFromColumn),
        };
        last = found.at(-1)?.[0] ?? last;
        more = found.length === ROWS_PER_TURN;
        await nextTurn();
      }
    } finally {
      snapshot.close();
    }
  }

  async function* openStandings(board: number, period: number): AsyncIterable<StandingColumns> {
    for (const blocks of totals.blocks(board, BLOCKS_PER_TURN)) {
      yield gathered(blocks, period);
      await nextTurn();
    }
  }

  return {
    async *standings(period) {
      const board = boards.named(period.board);
      const row = boards.period(board, period);
      if (row !== undefined) yield* row.closed_at === null ? openStandings(board.number, row.number) : finalStandings(row.number);
    },

    async scoreOf(period, player) {
      const board = boards.named(period.board);
      const row = boards.period(board, period);
      if (row === undefined) return undefined;
      if (row.closed_at === null) return totals.scoreOf(board.number, player, row.number);
      const final = sql.finalTotalOf.get(row.number, player);
      return final && scoreFrom(final);
    },

    async totalsSince(boardName, kind, player, from) {
      const board = boards.named(boardName).number;
      const since = sql.totalsSince.all(player, board, kind, timeToColumn(from));
      return since.flatMap(({ start, number, closed_at: closedAt, points: final }) => {
        const points = closedAt === null ? totals.scoreOf(board, player, number)?.points : (final ?? undefined);
        return points === undefined ? [] : [{ start: timeFromColumn(start), points }];
      });
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

type StartRow = Pick<PeriodRow, 'start'>;

interface ActivityDayRow {
  readonly kind: DayActivity['kind'];
  readonly activity: string;
  readonly events: number;
  readonly points: number;
  readonly activities: number;
}

const statements = (prepare: Prepare) => ({
  finalTotalOf: prepare<ScoreRow, [period: number, player: number]>(
    'SELECT points, reached_at, moved_at FROM final_standings WHERE period = ? AND player = ?',
  ),
  totalsSince: prepare<
    Pick<PeriodRow, 'start' | 'number' | 'closed_at'> & { readonly points: number | null },
    [player: number, board: number, kind: string, from: number]
  >(`SELECT start, number, closed_at, points
       FROM periods LEFT JOIN final_standings ON period = number AND player = ? AND closed_at IS NOT NULL
       WHERE board = ? AND kind = ? AND start >= ? ORDER BY start`),
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
