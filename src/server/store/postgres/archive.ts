import { scoreFrom, type ScoreRow } from '../held/columns.ts';
import type { Archive } from '../points-store.ts';
import { byEnd, type ClosedPlace, type FinalPlace } from '../stored-values.ts';
import type { Connections } from './database/connections.ts';
import { latestClosed, periodOf, periodsBetween } from './memory/held-boards.ts';
import type { Memory } from './memory/memory.ts';

/** Periods that are over, and how they ended. */
export function postgresArchive(connections: Connections, memory: Memory): Omit<Archive, 'seal' | 'closePeriod' | 'reopen'> {
  /** The places of some periods from a rank on, by period. */
  async function places(
    periods: readonly number[],
    firstRank: number,
    count: number,
  ): Promise<ReadonlyMap<number, readonly ClosedPlace[]>> {
    const rows = await connections.rows<FinalRow>(
      `SELECT period, rank, player, points, reached_at, moved_at
       FROM final_standings WHERE period = ANY ($1) AND rank >= $2 AND rank < $3 ORDER BY period, rank`,
      [periods, firstRank, firstRank + count],
    );
    const found = rows.map((row) => ({
      period: row.period,
      place: { rank: row.rank, player: memory.players.numbered(row.player), score: scoreFrom(row) },
    }));
    return new Map([...Map.groupBy(found, ({ period }) => period)].map(([period, of]) => [period, of.map(({ place }) => place)]));
  }

  return {
    endedPeriods: async (now) =>
      [...memory.periods()]
        .filter(({ key, end, closed, standings }) => closed === undefined && end <= now && standings > 0 && key.kind !== 'all-time')
        .map(({ key: { board, kind, start }, end, reopenedAt }) => ({ board, kind, start, end, reopenedAt }))
        .toSorted(byEnd),

    latestClosed: async (board, kind) => latestClosed(memory.board(board), kind)?.start,

    async finalStandings(key, firstRank, count) {
      const period = periodOf(memory.board(key.board), key);
      if (period?.closed === undefined) return undefined;
      const { closed, standings: total, number } = period;
      const found = count === 0 ? undefined : await places([number], firstRank, count);
      return { total, unshown: closed.unshown, standings: found?.get(number) ?? [] };
    },

    async results(board, kind, { from, before, most }, count) {
      const periods = periodsBetween(memory.board(board), kind, from, before)
        .filter(({ closed }) => closed !== undefined)
        .toReversed()
        .slice(0, most);
      const numbers = periods.map(({ number }) => number);
      // As they are now: one may be opened again meanwhile.
      const totals = periods.map(({ start, standings }) => ({ start, total: standings }));
      const found = await places(numbers, 1, count);
      return totals.map(({ start, total }, i) => ({ start, total, places: found.get(numbers[i]!) ?? [] }));
    },

    async finalRanks(key, players) {
      const period = periodOf(memory.board(key.board), key);
      if (period?.closed === undefined || players.length === 0) return new Map();
      return new Map(
        await connections.columns<readonly [player: number, rank: number]>(
          'SELECT player, rank FROM final_standings WHERE period = $1 AND player = ANY ($2)',
          [period.number, players],
        ),
      );
    },

    async finalPlaces(board, kind, player) {
      const closed = memory.board(board).periods[kind].filter((period) => period.closed !== undefined);
      const ended = new Map(closed.map(({ number, start, standings }) => [number, { start, total: standings }]));
      const rows = await connections.columns<readonly [period: number, rank: number, points: number]>(
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

type FinalRow = ScoreRow & { readonly period: number; readonly rank: number; readonly player: number };
