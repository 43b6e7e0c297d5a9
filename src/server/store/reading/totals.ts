import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Totals } from '../points-store.ts';
import { type ActivityDay, type DayActivity, nearestExact } from '../stored-values.ts';
import type { Queryable } from '../held/queryable.ts';
import { type HeldPeriod, periodOf, periodsBetween } from '../held/boards.ts';
import { scoreFrom, type ScoreRow, timeFromColumn, timeToColumn } from '../held/columns.ts';
import type { AskedTotals } from '../held/asked-totals.ts';
import type { State } from '../held/state.ts';

/** How many activities of a day a response names, however many a game has. */
const NAMED_ACTIVITIES = 50;

/** The sum of an activity on a day. */
export type ActivityColumns = readonly [day: number, kind: DayActivity['kind'], activity: string, events: number, points: number | string];

/** A database at one moment, or as close to that as possible. */
export interface Moment {
  readonly db: Queryable;
  close(): void;
}

/** Totals of `open` periods, and of closed ones from the database at one `moment`, `rowsAtOnce` rows per turn. */
export function totalsIn(
  db: Queryable,
  state: State,
  open: AskedTotals,
  {
    moment,
    rowsAtOnce,
    activities,
  }: {
    readonly moment: () => Moment;
    readonly rowsAtOnce: number;
    /** Days that start in [from, to), oldest first; per day the `named` largest, then events without an activity, then the rest. */
    readonly activities: (board: number, from: number, to: number, named: number) => Promise<readonly ActivityColumns[]>;
  },
): Totals {
  return {
    async *standings(key) {
      const period = periodOf(state.board(key.board), key);
      if (period === undefined) return;
      if (!isClosed(period)) {
        const { number } = period;
        for (let part = 0, some = await open.standings(number, part); some !== undefined; some = await open.standings(number, part)) {
          yield some;
          part += 1;
          await nextTurn();
        }
        return;
      }
      const { db: then, close } = moment();
      try {
        for (let last = 0, more = true; more; last += rowsAtOnce) {
          const rows: readonly (readonly [player: number, points: number, reachedAt: number, movedAt: number])[] = await then.columns(
            `SELECT player, points, reached_at, moved_at FROM final_standings
             WHERE period = $1 AND rank > $2 AND rank <= $3`,
            [period.number, last, last + rowsAtOnce],
          );
          yield {
            players: Uint32Array.from(rows, (row) => row[0]),
            points: Float64Array.from(rows, (row) => row[1]),
            reachedAt: Float64Array.from(rows, (row) => row[2]),
            movedAt: Float64Array.from(rows, (row) => timeFromColumn(row[3])),
          };
          more = rows.length === rowsAtOnce;
          await nextTurn();
        }
      } finally {
        close();
      }
    },

    async scoreOf(key, player) {
      const period = periodOf(state.board(key.board), key);
      if (period === undefined) return undefined;
      if (!isClosed(period)) {
        const score = await open.scoreOf(period.number, player);
        if (score !== undefined || !isClosed(period)) return score;
      }
      const [final] = await db.rows<ScoreRow>(
        'SELECT points, reached_at, moved_at FROM final_standings WHERE period = $1 AND player = $2',
        [period.number, player],
      );
      return final && scoreFrom(final);
    },

    async totalsSince(boardName, kind, player, from) {
      const periods = periodsBetween(state.board(boardName), kind, from, Infinity);
      const wereClosed = periods.map(isClosed);
      const scores = await Promise.all(periods.map(async ({ number }, i) => (wereClosed[i] ? undefined : open.scoreOf(number, player))));
      // Other periods may have been closed in the meantime.
      const closed = periods.flatMap((period, i) =>
        scores[i] === undefined && (wereClosed[i] || isClosed(period)) ? [period.number] : [],
      );
      const finals = new Map(
        closed.length === 0
          ? []
          : await db.columns<readonly [period: number, points: number]>(
              'SELECT period, points FROM final_standings WHERE player = $1 AND period = ANY ($2)',
              [player, closed],
            ),
      );
      return periods.flatMap((period, i) => {
        const points = scores[i]?.points ?? finals.get(period.number);
        return points === undefined ? [] : [{ start: period.start, points }];
      });
    },

    firstPeriod: async (board, kind) => state.board(board).periods[kind].find(({ standings }) => standings > 0)?.start,

    async periodsBeside({ board, kind, start }) {
      const periods = state.board(board).periods[kind].filter(({ standings }) => standings > 0);
      return {
        before: periods.findLast((other) => other.start < start)?.start,
        after: periods.find((other) => other.start > start)?.start,
      };
    },

    periodSizes: async (board, kind, from, to) =>
      periodsBetween(state.board(board), kind, from, to).map(({ start, standings }) => ({ start, standings })),

    async activityDays(board, from, to) {
      const rows = await activities(state.board(board).number, timeToColumn(from), timeToColumn(to), NAMED_ACTIVITIES);
      return rows.map(([start, kind, activity, events, sum]): ActivityDay => {
        const points = nearestExact(Number(sum));
        return kind === 'named' ? { start, kind, activity, events, points } : { start, kind, events, points };
      });
    },
  };
}

function isClosed({ closed }: HeldPeriod): boolean {
  return closed !== undefined;
}
