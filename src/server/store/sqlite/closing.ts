import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Archive } from '../points-store.ts';
import type { PeriodKey } from '../stored-values.ts';
import type { Board, BoardTable } from './board-table.ts';
import type { Changes } from './changes.ts';
import type { Clearing } from './clearing.ts';
import type { Commits } from './file/commits.ts';
import type { OpenTotals } from './open-totals.ts';
import type { RecordTable } from './records.ts';
import { closedChecksum } from './rows/checksum.ts';
import { type PeriodRow, timeToColumn } from '../held/columns.ts';
import { type Prepare, preparing } from './rows/query.ts';

/**
 * Periods that are sealed and closed. `rowsPerCommit` ranks are written in one commit. `busy` has the periods, by number,
 * that this process is closing or opening again.
 */
export function sqliteClosing(
  database: DatabaseSync,
  commits: Commits,
  changes: Changes,
  boards: BoardTable,
  totals: OpenTotals,
  clearing: Clearing,
  table: RecordTable,
  busy: Set<number>,
  rowsPerCommit: number,
): Pick<Archive, 'seal' | 'closePeriod'> {
  const sql = statements(preparing(database));

  /** Writes the ranks after `from` up to `to`. */
  function addFinals(board: Board, period: number, order: readonly number[], from: number, to: number): void {
    for (let rank = from + 1; rank <= to && rank <= order.length; rank += 1) {
      const player = order[rank - 1]!;
      const total = totals.scoreOf(board.number, player, period);
      const isNew =
        total && sql.addFinal.run(period, rank, player, total.points, total.reachedAt, timeToColumn(total.movedAt)).changes === 1;
      if (isNew !== true) throw new RangeError(`The order names player ${player}, who has no standing or was named before`);
    }
  }

  return {
    async seal(period, isFinal = () => true, records?) {
      const { board: name, kind, start } = period;
      if (kind === 'all-time') throw new RangeError('All time never ends');
      return commits.alone(() => {
        const board = boards.named(name);
        const row = boards.period(board, period);
        if (row === undefined || row.standings === 0 || row.closed_at !== null) return false;
        if (!isFinal({ kind, start, end: row.end }, boards.reopenedAt(row.number))) return false;
        const rows = boards.isSealed(row.number) ? [] : table.decided(records, undefined);
        commits.run(() => {
          table.write(rows);
          sql.seal.run(row.number);
        });
        // Remembered periods speak of it as one that takes events.
        board.periods.forget();
        return true;
      });
    },

    async closePeriod(period, order, { at, unshown }, isStopping = () => false, records?) {
      const board = boards.named(period.board);
      const known = boards.period(board, period);
      if (known === undefined || known.closed_at !== null || !boards.isSealed(known.number) || busy.has(known.number)) return false;
      const row: PeriodRow = known;
      const { number, standings } = row;
      if (order.length !== standings) throw new RangeError(`The order has ${order.length} players, and the period has ${standings}`);
      if (!Number.isInteger(unshown) || unshown < 0 || unshown > standings)
        throw new RangeError(`Of ${standings} players, ${unshown} cannot be unshown`);
      busy.add(number);
      try {
        // What an earlier try left, or an earlier closing.
        await clearing.dropFinals(number, () => false);
        for (let written = 0; written < standings;) {
          const from = written;
          written = Math.min(standings, from + rowsPerCommit);
          // Few are written, closed and taken away from the open totals in one.
          const isLast = standings <= rowsPerCommit;
          const isStopped = await commits.alone(() => {
            if (isStopping()) return true;
            const rows = isLast ? table.decided(records, undefined) : [];
            commits.run(() => {
              table.write(rows);
              addFinals(board, number, order, from, written);
              if (!isLast) return;
              close();
              totals.change(board.number, order, (block, player) => block.drop(player, number));
              sql.unseal.run(number);
            });
            if (isLast) tell();
            return false;
          });
          if (isStopped) return false;
          if (!isLast) await nextTurn();
        }
        if (standings <= rowsPerCommit) return true;
        return await commits.alone(() => {
          if (isStopping()) return false;
          const rows = table.decided(records, undefined);
          commits.run(() => {
            table.write(rows);
            close();
          });
          tell();
          return true;
        });
      } finally {
        busy.delete(number);
      }

      function close(): void {
        sql.close.run(at, unshown, closedChecksum(row, at, unshown, order), number);
        changes.count();
      }

      function tell(): void {
        changes.tell({ kind: 'closed', board: period.board, period });
      }
    },
  };
}

export function inWords({ kind, start }: PeriodKey): string {
  return `${kind} period from ${start}`;
}

const statements = (prepare: Prepare) => ({
  seal: prepare<never, [period: number]>('INSERT INTO closings (period) VALUES (?) ON CONFLICT DO NOTHING'),
  unseal: prepare<never, [period: number]>('DELETE FROM closings WHERE period = ?'),
  close: prepare<never, [closedAt: number, unshown: number, checksum: number, period: number]>(
    'UPDATE periods SET closed_at = ?, unshown = ?, checksum = ? WHERE number = ?',
  ),
  addFinal: prepare<never, [period: number, rank: number, player: number, points: number, reachedAt: number, movedAt: number]>(
    `INSERT INTO final_standings (period, rank, player, points, reached_at, moved_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
  ),
});
