import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Archive } from '../points-store.ts';
import type { PeriodKey } from '../stored-values.ts';
import type { Board, BoardTable } from './board-table.ts';
import type { Changes } from './changes.ts';
import type { Commits } from './file/commits.ts';
import { checksumOf, closedChecksum } from './rows/checksum.ts';
import type { PeriodRow } from './rows/columns.ts';
import { type Prepare, preparing } from './rows/query.ts';
import { TODAYS_FINALS } from './rows/refolded-finals.ts';

/** A board and one of its periods that has, or had, something counted. */
interface Known {
  readonly board: Board;
  readonly row: PeriodRow;
}

/**
 * Periods that are sealed, closed and opened again, and the standings that are taken away once their final ranks are
 * kept. `rowsPerCommit` ranks are written, or standings taken away, in one commit. `forgetTotals` empties what is
 * remembered of players' totals: players who score every day would else be remembered with the total of each of their days.
 */
export function sqliteClosing(
  database: DatabaseSync,
  commits: Commits,
  changes: Changes,
  boards: BoardTable,
  rowsPerCommit: number,
  forgetTotals: () => void,
): Pick<Archive, 'seal' | 'closePeriod' | 'reopen'> & { clearClosed(isStopping: () => boolean): Promise<void> } {
  const sql = statements(preparing(database));
  /** Periods that this process is closing. */
  const closing = new Set<number>();

  /** @throws {RangeError} for a period that never ends or that has no standings. */
  function known(period: PeriodKey): Known {
    const board = boards.named(period.board);
    if (period.kind === 'all-time') throw new RangeError('All time never ends');
    const row = boards.period(board, period);
    if (row === undefined || row.standings === 0) throw new RangeError(`The ${inWords(period)} has no standings`);
    return { board, row };
  }

  /** Writes the ranks after `from` up to `to`. */
  function addFinals(board: Board, period: number, order: readonly number[], from: number, to: number): void {
    for (let rank = from + 1; rank <= to && rank <= order.length; rank += 1) {
      const player = order[rank - 1]!;
      const { changes: added } = sql.addFinal.run(rank, board.number, player, period);
      if (added !== 1) throw new RangeError(`The order names player ${player}, who has no standing or was named before`);
    }
  }

  /** What an earlier try left. */
  async function dropFinals(period: number): Promise<void> {
    for (let dropped = rowsPerCommit; dropped === rowsPerCommit;) {
      dropped = commits.run(() => sql.dropFinals.run(period, rowsPerCommit).changes);
      if (dropped > 0) await nextTurn();
    }
  }

  return {
    async seal(period) {
      const { board, row } = known(period);
      if (row.closed_at !== null) throw new RangeError(`The ${inWords(period)} is closed already`);
      commits.run(() => sql.seal.run(row.number));
      // Remembered periods speak of it as one that takes events.
      board.periods.forget();
    },

    async closePeriod(period, order, { at, unshown }, isStopping = () => false) {
      const { board, row } = known(period);
      const { number, standings } = row;
      if (row.closed_at !== null) throw new RangeError(`The ${inWords(period)} is closed already`);
      if (!boards.isSealed(number)) throw new RangeError(`The ${inWords(period)} is not sealed`);
      if (closing.has(number)) throw new RangeError(`The ${inWords(period)} is being closed already`);
      if (order.length !== standings) throw new RangeError(`The order has ${order.length} players, and the period has ${standings}`);
      if (!Number.isInteger(unshown) || unshown < 0 || unshown > standings)
        throw new RangeError(`Of ${standings} players, ${unshown} cannot be unshown`);
      closing.add(number);
      try {
        await dropFinals(number);
        for (let written = 0; written < standings;) {
          if (isStopping()) return false;
          const from = written;
          written = Math.min(standings, from + rowsPerCommit);
          // Few are written, closed and taken away from the open standings in one.
          const isLast = standings <= rowsPerCommit;
          commits.run(() => {
            addFinals(board, number, order, from, written);
            if (!isLast) return;
            close();
            for (const player of order) sql.dropTotal.run(board.number, player, number);
            sql.unseal.run(number);
          });
          if (!isLast) await nextTurn();
        }
        if (standings > rowsPerCommit) commits.run(close);
      } finally {
        closing.delete(number);
      }
      forgetTotals();
      changes.tell({ kind: 'closed', board: period.board, period });
      return true;

      function close(): void {
        sql.close.run(at, unshown, closedChecksum(row, at, unshown, order), number);
        changes.count();
      }
    },

    async reopen(period, { at, reason }) {
      const { board, row } = known(period);
      const { number, kind, closed_at: closedAt } = row;
      if (closing.has(number)) throw new RangeError(`The ${inWords(period)} is being closed`);
      if (closedAt === null && !boards.isSealed(number)) throw new RangeError(`The ${inWords(period)} is open`);
      if (closedAt !== null && sql.latestClosed.get(board.number, kind)!.start !== row.start)
        throw new RangeError(`The ${inWords(period)} is not the latest closed one of its kind`);
      commits.run(() => {
        const columns = [(sql.newestReopening.get()?.number ?? 0) + 1, number, at, reason, closedAt] as const;
        sql.addReopening.run(...columns, checksumOf(columns));
        if (closedAt !== null) {
          sql.restoreTotals.run(board.number, number);
          sql.open.run(number);
        }
        sql.dropAllFinals.run(number);
        sql.dropRefolded.run(number);
        sql.unseal.run(number);
        changes.count();
      });
      board.periods.forget();
      forgetTotals();
      changes.tell({ kind: 'reopened', board: period.board, period });
    },

    async clearClosed(isStopping) {
      for (const { board, number } of sql.closedAndUncleared.all()) {
        // In the order they lie on disk.
        for (let last: number | undefined = 0; last !== undefined;) {
          if (isStopping()) return;
          const players: readonly { readonly player: number }[] = sql.finalPlayers.all(number, last, rowsPerCommit);
          // Nobody is left, or it was opened again meanwhile, and what it has is its standings once more.
          const isOpen = sql.isClosed.get(number) === undefined;
          if (isOpen) break;
          commits.run(() => {
            for (const { player } of players) sql.dropTotal.run(board, player, number);
            if (players.length < rowsPerCommit) sql.unseal.run(number);
          });
          last = players.length < rowsPerCommit ? undefined : players.at(-1)!.player;
          await nextTurn();
        }
      }
    },
  };
}

function inWords({ kind, start }: PeriodKey): string {
  return `${kind} period from ${start}`;
}

const statements = (prepare: Prepare) => ({
  seal: prepare<never, [period: number]>('INSERT INTO closings (period) VALUES (?) ON CONFLICT DO NOTHING'),
  unseal: prepare<never, [period: number]>('DELETE FROM closings WHERE period = ?'),
  close: prepare<never, [closedAt: number, unshown: number, checksum: number, period: number]>(
    'UPDATE periods SET closed_at = ?, unshown = ?, checksum = ? WHERE number = ?',
  ),
  open: prepare<never, [period: number]>('UPDATE periods SET closed_at = NULL, unshown = NULL, checksum = NULL WHERE number = ?'),
  isClosed: prepare<unknown, [period: number]>('SELECT 1 FROM periods WHERE number = ? AND closed_at IS NOT NULL'),
  latestClosed: prepare<{ readonly start: number }, [board: number, kind: string]>(
    'SELECT max(start) AS start FROM periods WHERE board = ? AND kind = ? AND closed_at IS NOT NULL',
  ),
  newestReopening: prepare<{ readonly number: number }>('SELECT number FROM reopenings ORDER BY number DESC LIMIT 1'),
  addReopening: prepare<never, [number: number, period: number, at: number, reason: string, closedAt: number | null, checksum: number]>(
    'INSERT INTO reopenings (number, period, at, reason, closed_at, checksum) VALUES (?, ?, ?, ?, ?, ?)',
  ),
  // Of those that are not cleared yet, the open ones are the same.
  restoreTotals: prepare<
    never,
    [board: number, period: number]
  >(`INSERT INTO standings (board, player, period, points, reached_at, moved_at)
       SELECT ?, player, period, points, reached_at, moved_at FROM ${TODAYS_FINALS} WHERE period = ?
       ON CONFLICT DO NOTHING`),
  dropTotal: prepare<never, [board: number, player: number, period: number]>(
    'DELETE FROM standings WHERE board = ? AND player = ? AND period = ?',
  ),
  addFinal: prepare<
    never,
    [rank: number, board: number, player: number, period: number]
  >(`INSERT INTO final_standings (period, rank, player, points, reached_at, moved_at)
       SELECT period, ?, player, points, reached_at, moved_at FROM standings WHERE board = ? AND player = ? AND period = ?
       ON CONFLICT DO NOTHING`),
  dropFinals: prepare<never, [period: number, count: number]>(`DELETE FROM final_standings
       WHERE period = ?1 AND rank < ?2 + (SELECT min(rank) FROM final_standings WHERE period = ?1)`),
  dropAllFinals: prepare<never, [period: number]>('DELETE FROM final_standings WHERE period = ?'),
  dropRefolded: prepare<never, [period: number]>('DELETE FROM refolded_finals WHERE period = ?'),
  finalPlayers: prepare<{ readonly player: number }, [period: number, after: number, count: number]>(
    'SELECT player FROM final_standings WHERE period = ? AND player > ? ORDER BY player LIMIT ?',
  ),
  closedAndUncleared: prepare<Pick<PeriodRow, 'board' | 'number'>>(
    'SELECT board, number FROM closings JOIN periods ON number = period WHERE closed_at IS NOT NULL ORDER BY number',
  ),
});
