import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { PERIOD_KINDS, periodContaining, type PeriodKind } from '../../../domain/calendar.ts';
import type { Archive } from '../points-store.ts';
import type { FinalPlace } from '../stored-values.ts';
import type { Board, BoardTable } from './board-table.ts';
import { type PeriodRow, scoreFrom, type ScoreRow, timeFromColumn, timeToColumn } from './columns.ts';
import type { Commits } from './commits.ts';
import { playerFrom, type PlayerRow } from './player-table.ts';
import { type Prepare, preparing } from './query.ts';

/**
 * Periods that end: their final ranks, and the standings that are taken away once they have those. `rowsPerCommit` ranks
 * are written, or standings taken away, in one commit. `forgetTotals` empties what is remembered of players' totals:
 * players who score every day would else be remembered with the total of each of their days.
 */
export function sqliteArchive(
  database: DatabaseSync,
  commits: Commits,
  boards: BoardTable,
  rowsPerCommit: number,
  forgetTotals: () => void,
): Archive {
  const sql = statements(preparing(database));
  /** Periods that this process is closing. */
  const closing = new Set<number>();

  /** `closings` has the period from the first commit on, so that no event changes it, also after a restart. */
  async function closeLittleByLittle(
    board: Board,
    period: number,
    order: readonly number[],
    closedAt: number,
    isStopping: () => boolean,
  ): Promise<boolean> {
    if (closing.has(period)) throw new Error('The period is being closed already');
    closing.add(period);
    try {
      commits.run(() => sql.beginClosing.run(period));
      // Remembered periods speak of it as one that takes events.
      board.periods.forget();
      // What an earlier try left.
      await dropFinals(period);
      try {
        for (let rank = 0; rank < order.length; rank += rowsPerCommit) {
          if (isStopping()) return false;
          commits.run(() => addFinals(board, period, order, rank, rank + rowsPerCommit));
          await nextTurn();
        }
      } catch (error) {
        if (error instanceof RangeError) await reopen(board, period);
        throw error;
      }
      commits.run(() => sql.closePeriod.run(closedAt, period));
      forgetTotals();
      return true;
    } finally {
      closing.delete(period);
    }
  }

  /** Writes the ranks after `from` up to `to`. */
  function addFinals(board: Board, period: number, order: readonly number[], from: number, to: number): void {
    for (let rank = from + 1; rank <= to && rank <= order.length; rank += 1) {
      const player = order[rank - 1]!;
      const { changes } = sql.addFinal.run(rank, board.number, player, period);
      if (changes !== 1) throw new RangeError(`The order names player ${player}, who has no standing or was named before`);
    }
  }

  async function reopen(board: Board, period: number): Promise<void> {
    await dropFinals(period);
    commits.run(() => sql.endClosing.run(period));
    board.periods.forget();
  }

  async function dropFinals(period: number): Promise<void> {
    for (let dropped = rowsPerCommit; dropped === rowsPerCommit;) {
      dropped = commits.run(() => sql.dropFinals.run(period, rowsPerCommit).changes);
      if (dropped > 0) await nextTurn();
    }
  }

  return {
    async endedPeriods(now) {
      const names = new Map(boards.all().map(({ number, settings }) => [number, settings.name]));
      return sql.endedPeriods
        .all(timeToColumn(now))
        .map(({ board, kind, start, end }) => ({ board: names.get(board)!, kind, start: timeFromColumn(start), end: timeFromColumn(end) }))
        .filter(({ end }) => end <= now)
        .toSorted((a, b) => a.end - b.end || PERIOD_KINDS.indexOf(a.kind) - PERIOD_KINDS.indexOf(b.kind) || (a.board < b.board ? -1 : 1));
    },

    async closePeriod(period, order, closedAt, isStopping = () => false) {
      const board = boards.named(period.board);
      const { kind, start } = period;
      if (kind === 'all-time') throw new RangeError('All time never ends, so it cannot be closed');
      const span = periodContaining(kind, start, board.settings.calendar);
      if (span.start !== start) throw new RangeError(`No ${kind} period of ${period.board} starts at ${start}`);
      const row = boards.period(board, period);
      if (row !== undefined && row.closed_at !== null) throw new Error(`The ${kind} period from ${start} is closed already`);
      const standings = row?.standings ?? 0;
      if (order.length !== standings) throw new RangeError(`The order has ${order.length} players, and the period has ${standings}`);

      if (row === undefined || (standings <= rowsPerCommit && !boards.isClosing(row.number))) {
        commits.run(() => {
          const number = row?.number ?? boards.addPeriod(board, kind, span.start, span.end);
          addFinals(board, number, order, 0, standings);
          sql.closePeriod.run(closedAt, number);
          for (const player of order) sql.dropTotal.run(board.number, player, number);
        });
        board.periods.forget();
        forgetTotals();
        return true;
      }
      return closeLittleByLittle(board, row.number, order, closedAt, isStopping);
    },

    async clearClosed(isStopping = () => false) {
      for (const { board, number } of sql.closedAndUncleared.all()) {
        // In the order they lie on disk.
        for (let last: number | undefined = 0; last !== undefined;) {
          if (isStopping()) return;
          const players = sql.finalPlayers.all(number, last, rowsPerCommit);
          commits.run(() => {
            for (const { player } of players) sql.dropTotal.run(board, player, number);
            if (players.length < rowsPerCommit) sql.endClosing.run(number);
          });
          last = players.length < rowsPerCommit ? undefined : players.at(-1)!.player;
          await nextTurn();
        }
      }
    },

    async finalStandings(period, firstRank, count) {
      const row = boards.period(boards.named(period.board), period);
      if (row === undefined || row.closed_at === null) return undefined;
      const finals = sql.finals.all(row.number, firstRank, count);
      return {
        total: row.standings,
        standings: finals.map((final) => ({ rank: final.rank, player: playerFrom(final), score: scoreFrom(final) })),
      };
    },

    async finalRank({ board, kind, start }, player) {
      return sql.finalRank.get(boards.named(board).number, kind, timeToColumn(start), player)?.rank;
    },

    async finalPlaces(board, kind, player, limit) {
      return sql.finalPlaces.all(player, boards.named(board).number, kind, limit);
    },

    async bestFinalPlace(board, player) {
      return sql.bestFinalPlace.get(player, boards.named(board).number);
    },
  };
}

const statements = (prepare: Prepare) => ({
  endedPeriods: prepare<PeriodRow, [now: number]>(
    `SELECT * FROM periods WHERE closed_at IS NULL AND "end" <= ? AND standings > 0 AND kind <> 'all-time'`,
  ),
  closePeriod: prepare<never, [closedAt: number, period: number]>('UPDATE periods SET closed_at = ? WHERE number = ?'),
  dropTotal: prepare<never, [board: number, player: number, period: number]>(
    'DELETE FROM standings WHERE board = ? AND player = ? AND period = ?',
  ),
  beginClosing: prepare<never, [period: number]>('INSERT INTO closings (period) VALUES (?) ON CONFLICT DO NOTHING'),
  endClosing: prepare<never, [period: number]>('DELETE FROM closings WHERE period = ?'),
  closedAndUncleared: prepare<Pick<PeriodRow, 'board' | 'number'>>(
    'SELECT board, number FROM closings JOIN periods ON number = period WHERE closed_at IS NOT NULL ORDER BY number',
  ),
  addFinal: prepare<
    never,
    [rank: number, board: number, player: number, period: number]
  >(`INSERT INTO final_standings (period, rank, player, points, reached_at, latest_at)
       SELECT period, ?, player, points, reached_at, latest_at FROM standings WHERE board = ? AND player = ? AND period = ?
       ON CONFLICT DO NOTHING`),
  dropFinals: prepare<never, [period: number, count: number]>(`DELETE FROM final_standings
       WHERE period = ?1 AND rank < ?2 + (SELECT min(rank) FROM final_standings WHERE period = ?1)`),
  finalPlayers: prepare<{ readonly player: number }, [period: number, after: number, count: number]>(
    'SELECT player FROM final_standings WHERE period = ? AND player > ? ORDER BY player LIMIT ?',
  ),
  finals: prepare<
    PlayerRow & ScoreRow & { readonly rank: number },
    [period: number, firstRank: number, count: number]
  >(`SELECT rank, number, username, display_name, avatar, points, reached_at, latest_at
       FROM final_standings JOIN players ON players.number = player
       WHERE period = ? AND rank >= ? ORDER BY rank LIMIT ?`),
  finalRank: prepare<
    { readonly rank: number },
    [board: number, kind: string, start: number, player: number]
  >(`SELECT rank FROM periods JOIN final_standings ON period = number
       WHERE board = ? AND kind = ? AND start = ? AND closed_at IS NOT NULL AND player = ?`),
  finalPlaces: prepare<
    FinalPlace,
    [player: number, board: number, kind: string, limit: number]
  >(`SELECT start, rank, standings AS total, points
       FROM periods CROSS JOIN final_standings ON period = number AND player = ?
       WHERE board = ? AND kind = ? AND closed_at IS NOT NULL ORDER BY start DESC LIMIT ?`),
  bestFinalPlace: prepare<
    FinalPlace & { readonly kind: PeriodKind },
    [player: number, board: number]
  >(`SELECT kind, start, rank, standings AS total, points
       FROM periods CROSS JOIN final_standings ON period = number AND player = ?
       WHERE board = ? AND closed_at IS NOT NULL ORDER BY rank, "end", start DESC LIMIT 1`),
});
