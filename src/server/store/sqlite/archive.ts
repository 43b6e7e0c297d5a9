import type { DatabaseSync } from 'node:sqlite';

import type { Archive } from '../points-store.ts';
import { byEnd, type ClosedPlace, type FinalPlace } from '../stored-values.ts';
import type { BoardTable } from './board-table.ts';
import { type PeriodRow, scoreFrom, type ScoreRow, timeFromColumn, timeToColumn } from '../held/columns.ts';
import { playerFrom, type PlayerRow } from './player-table.ts';
import { type Prepare, preparing } from './rows/query.ts';

/** Periods that are over, and how they ended. */
export function sqliteArchive(database: DatabaseSync, boards: BoardTable): Omit<Archive, 'seal' | 'closePeriod' | 'reopen'> {
  const sql = statements(preparing(database));

  const placesIn = (period: number, firstRank: number, count: number): readonly ClosedPlace[] =>
    sql.finals.all(period, firstRank, count).map((final) => ({ rank: final.rank, player: playerFrom(final), score: scoreFrom(final) }));

  return {
    async endedPeriods(now) {
      const names = new Map(boards.all().map(({ number, settings }) => [number, settings.name]));
      return sql.endedPeriods
        .all(timeToColumn(now))
        .map(({ number, board, kind, start, end }) => ({
          board: names.get(board)!,
          kind,
          start,
          end,
          reopenedAt: boards.reopenedAt(number),
        }))
        .toSorted(byEnd);
    },

    latestClosed: async (board, kind) => boards.latestClosed(board, kind),

    async finalStandings(period, firstRank, count) {
      const row = boards.period(boards.named(period.board), period);
      if (row === undefined || row.closed_at === null) return undefined;
      return { total: row.standings, unshown: row.unshown!, standings: placesIn(row.number, firstRank, count) };
    },

    async results(board, kind, { from, before, most }, places) {
      const periods = sql.closedWithin.all(boards.named(board).number, kind, timeToColumn(from), timeToColumn(before), most);
      return periods.map(({ number, start, standings: total }) => ({
        start: timeFromColumn(start),
        total,
        places: placesIn(number, 1, places),
      }));
    },

    async finalRanks({ board, kind, start }, players) {
      const { number } = boards.named(board);
      const ranks = new Map<number, number>();
      for (const player of players) {
        const found = sql.finalRank.get(number, kind, timeToColumn(start), player);
        if (found !== undefined) ranks.set(player, found.rank);
      }
      return ranks;
    },

    async finalPlaces(board, kind, player) {
      return sql.finalPlaces.all(player, boards.named(board).number, kind);
    },
  };
}

const statements = (prepare: Prepare) => ({
  endedPeriods: prepare<PeriodRow, [now: number]>(
    `SELECT * FROM periods WHERE closed_at IS NULL AND "end" <= ? AND standings > 0 AND kind <> 'all-time'`,
  ),
  closedWithin: prepare<
    Pick<PeriodRow, 'number' | 'start' | 'standings'>,
    [board: number, kind: string, from: number, before: number, most: number]
  >(`SELECT number, start, standings FROM periods
       WHERE board = ? AND kind = ? AND start >= ? AND start < ? AND closed_at IS NOT NULL ORDER BY start DESC LIMIT ?`),
  finals: prepare<
    PlayerRow & ScoreRow & { readonly rank: number },
    [period: number, firstRank: number, count: number]
  >(`SELECT rank, number, username, display_name, avatar, points, reached_at, moved_at
       FROM final_standings JOIN players ON players.number = player
       WHERE period = ? AND rank >= ? ORDER BY rank LIMIT ?`),
  finalRank: prepare<
    { readonly rank: number },
    [board: number, kind: string, start: number, player: number]
  >(`SELECT rank FROM periods JOIN final_standings ON period = number
       WHERE board = ? AND kind = ? AND start = ? AND closed_at IS NOT NULL AND player = ?`),
  finalPlaces: prepare<FinalPlace, [player: number, board: number, kind: string]>(`SELECT start, rank, standings AS total, points
       FROM periods CROSS JOIN final_standings ON period = number AND player = ?
       WHERE board = ? AND kind = ? AND closed_at IS NOT NULL ORDER BY start DESC`),
});
