import { setImmediate as nextTurn } from 'node:timers/promises';

import { nearestExact } from '../exact-number.ts';
import { scoreFrom, type ScoreRow, timeFromColumn, timeToColumn } from '../held/columns.ts';
import type { Totals } from '../points-store.ts';
import type { ActivityDay, DayActivity } from '../stored-values.ts';
import type { Connections } from './database/connections.ts';
import { periodOf, periodsBetween } from './memory/held-boards.ts';
import type { Memory } from './memory/memory.ts';

/** Rows that are read at once. */
const ROWS_AT_ONCE = 20_000;

/** Activities of a day that are named in an answer, however many a careless game makes up. */
const NAMED_ACTIVITIES = 50;

/** What events add up to: of open periods from memory, of closed ones from the database. */
export function postgresTotals(connections: Connections, memory: Memory): Totals {
  return {
    async *standings(key) {
      const period = periodOf(memory.board(key.board), key);
      if (period === undefined) return;
      if (period.closed === undefined) {
        for (const columns of memory.standings(period)) {
          yield columns;
          await nextTurn();
        }
        return;
      }
      for (let last = 0, more = true; more;) {
        const rows: readonly (readonly [player: number, points: number, reachedAt: number, movedAt: number])[] = await connections.columns(
          `SELECT player, points, reached_at, moved_at FROM final_standings
           WHERE period = $1 AND rank > $2 AND rank <= $3`,
          [period.number, last, last + ROWS_AT_ONCE],
        );
        yield {
          players: Uint32Array.from(rows, (row) => row[0]),
          points: Float64Array.from(rows, (row) => row[1]),
          reachedAt: Float64Array.from(rows, (row) => row[2]),
          movedAt: Float64Array.from(rows, (row) => timeFromColumn(row[3])),
        };
        last += ROWS_AT_ONCE;
        more = rows.length === ROWS_AT_ONCE;
      }
    },

    async scoreOf(key, player) {
      const period = periodOf(memory.board(key.board), key);
      if (period === undefined) return undefined;
      if (period.closed === undefined) return memory.scoreOf(period, player);
      const [final] = await connections.rows<ScoreRow>(
        'SELECT points, reached_at, moved_at FROM final_standings WHERE period = $1 AND player = $2',
        [period.number, player],
      );
      return final && scoreFrom(final);
    },

    async totalsSince(boardName, kind, player, from) {
      const periods = periodsBetween(memory.board(boardName), kind, from, Infinity);
      const closed = periods.flatMap(({ number, closed: end }) => (end === undefined ? [] : [number]));
      // As they are now: one may be closed while the others are read.
      const open = new Map(
        periods.filter((period) => period.closed === undefined).map((period) => [period.number, memory.scoreOf(period, player)?.points]),
      );
      const finals = new Map(
        closed.length === 0
          ? []
          : await connections.columns<readonly [period: number, points: number]>(
              'SELECT period, points FROM final_standings WHERE player = $1 AND period = ANY ($2)',
              [player, closed],
            ),
      );
      return periods.flatMap((period) => {
        const points = finals.get(period.number) ?? open.get(period.number);
        return points === undefined ? [] : [{ start: period.start, points }];
      });
    },

    firstPeriod: async (board, kind) => memory.board(board).periods[kind].find(({ standings }) => standings > 0)?.start,

    async periodsBeside({ board, kind, start }) {
      const periods = memory.board(board).periods[kind].filter(({ standings }) => standings > 0);
      return {
        before: periods.findLast((other) => other.start < start)?.start,
        after: periods.find((other) => other.start > start)?.start,
      };
    },

    periodSizes: async (board, kind, from, to) =>
      periodsBetween(memory.board(board), kind, from, to).map(({ start, standings }) => ({ start, standings })),

    async activityDays(board, from, to) {
      const rows = await connections.columns<ActivityColumns>(ACTIVITIES, [
        memory.board(board).number,
        timeToColumn(from),
        timeToColumn(to),
        NAMED_ACTIVITIES,
      ]);
      return rows.map(([start, kind, activity, events, sum]): ActivityDay => {
        const points = nearestExact(Number(sum));
        return kind === 'named' ? { start, kind, activity, events, points } : { start, kind, events, points };
      });
    },
  };
}

type ActivityColumns = readonly [day: number, kind: DayActivity['kind'], activity: string, events: number, points: string];

/** Of each day the largest by name, then what has no name, then the rest together. They are ordered by the points that are told, as doubles: sums that differ beyond these are ties. */
const ACTIVITIES = `
  WITH ranked AS (
    SELECT day, activity, events, points,
      CASE
        WHEN activity = '' THEN 'none'
        WHEN row_number() OVER (PARTITION BY day, activity = '' ORDER BY points::double precision DESC, activity COLLATE "C") <= $4 THEN 'named'
        ELSE 'rest'
      END AS kind
    FROM activity_days WHERE board = $1 AND day >= $2 AND day < $3
  )
  SELECT day, kind, activity, events, points FROM (
    SELECT day, kind, CASE kind WHEN 'rest' THEN '' ELSE activity END AS activity, sum(events)::bigint AS events, sum(points) AS points
    FROM ranked GROUP BY 1, 2, 3
  ) AS days
  ORDER BY day, array_position(ARRAY ['named', 'none', 'rest'], kind), points::double precision DESC, activity COLLATE "C"`;
