import type { Archive } from '../points-store.ts';
import { byEnd, type ClosedPlace, type FinalPlace } from '../stored-values.ts';
import type { Queryable } from '../held/queryable.ts';
import { latestClosed, periodOf, periodsBetween } from '../held/boards.ts';
import { scoreFrom, type ScoreRow } from '../held/columns.ts';
import type { State } from '../held/state.ts';

type FinalRow = ScoreRow & { readonly period: number; readonly rank: number; readonly player: number };

/** Ended periods: the state knows which, the database has their final ranks. */
export function archiveIn(db: Queryable, state: State): Omit<Archive, 'seal' | 'closePeriod' | 'reopen'> {
  /** The places of some periods from `firstRank` on, by period. */
  async function places(
    periods: readonly number[],
    firstRank: number,
    count: number,
  ): Promise<ReadonlyMap<number, readonly ClosedPlace[]>> {
    const rows = await db.rows<FinalRow>(
      `SELECT period, rank, player, points, reached_at, moved_at
       FROM final_standings WHERE period = ANY ($1) AND rank >= $2 AND rank < $3 ORDER BY period, rank`,
      [periods, firstRank, firstRank + count],
    );
    const found = rows.map((row) => ({
      period: row.period,
      place: { rank: row.rank, player: state.players.numbered(row.player), score: scoreFrom(row) },
    }));
    return new Map([...Map.groupBy(found, ({ period }) => period)].map(([period, of]) => [period, of.map(({ place }) => place)]));
  }

  return {
    endedPeriods: async (now) =>
      [...state.periods()]
        .filter(({ key, end, closed, standings }) => closed === undefined && end <= now && standings > 0 && key.kind !== 'all-time')
        .map(({ key: { board, kind, start }, end, reopenedAt }) => ({ board, kind, start, end, reopenedAt }))
        .toSorted(byEnd),

    latestClosed: async (board, kind) => latestClosed(state.board(board), kind)?.start,

    async finalStandings(key, firstRank, count) {
      const period = periodOf(state.board(key.board), key);
      if (period?.closed === undefined) return undefined;
      const { closed, standings: total, number } = period;
      const found = count === 0 ? undefined : await places([number], firstRank, count);
      return { total, unshown: closed.unshown, standings: found?.get(number) ?? [] };
    },

    async results(board, kind, { from, before, most }, count) {
      const periods = periodsBetween(state.board(board), kind, from, before)
        .filter(({ closed }) => closed !== undefined)
        .toReversed()
        .slice(0, most);
      const numbers = periods.map(({ number }) => number);
      // Copied, since a period may be reopened in the meantime.
      const totals = periods.map(({ start, standings }) => ({ start, total: standings }));
      const found = await places(numbers, 1, count);
      return totals.map(({ start, total }, i) => ({ start, total, places: found.get(numbers[i]!) ?? [] }));
    },

    async finalRanks(key, players) {
      const period = periodOf(state.board(key.board), key);
      if (period?.closed === undefined || players.length === 0) return new Map();
      return new Map(
        await db.columns<readonly [player: number, rank: number]>(
          'SELECT player, rank FROM final_standings WHERE period = $1 AND player = ANY ($2)',
          [period.number, players],
        ),
      );
    },

    async finalPlaces(board, kind, player) {
      const closed = state.board(board).periods[kind].filter((period) => period.closed !== undefined);
      const ended = new Map(closed.map(({ number, start, standings }) => [number, { start, total: standings }]));
      const rows = await db.columns<readonly [period: number, rank: number, points: number]>(
        'SELECT period, rank, points FROM final_standings WHERE player = $1 AND period = ANY ($2)',
        [player, [...ended.keys()]],
      );
      return rows
        .map(([period, rank, points]): FinalPlace => {
          const { start, total } = ended.get(period)!;
          return { start, rank, total, points };
        })
        .toSorted((a, b) => b.start - a.start);
    },
  };
}
