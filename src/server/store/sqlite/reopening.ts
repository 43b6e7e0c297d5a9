import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Archive } from '../points-store.ts';
import type { PeriodKey } from '../stored-values.ts';
import type { Board, BoardTable } from './board-table.ts';
import type { Changes } from './changes.ts';
import { inWords } from './closing.ts';
import type { Commits } from './file/commits.ts';
import type { OpenTotals } from './open-totals.ts';
import type { RecordTable } from './records.ts';
import { checksumOf } from './rows/checksum.ts';
import { type PeriodRow, scoreFrom, type ScoreRow } from '../held/columns.ts';
import { type Prepare, preparing } from './rows/query.ts';

/** A board and one of its periods that has, or had, something counted. */
interface Known {
  readonly board: Board;
  readonly row: PeriodRow;
}

/** @throws {RangeError} for a period that never ends or that has no standings. */
function knownPeriod(boards: BoardTable, period: PeriodKey): Known {
  const board = boards.named(period.board);
  if (period.kind === 'all-time') throw new RangeError('All time never ends');
  const row = boards.period(board, period);
  if (row === undefined || row.standings === 0) throw new RangeError(`The ${inWords(period)} has no standings`);
  return { board, row };
}

/**
 * Periods that are opened again. First their totals are put back, `rowsPerCommit` in one commit, while the period is
 * shown closed. It is kept among those that are to be cleared meanwhile, so that nothing is left of it if the process
 * ends. Then it is open at once, and its final ranks are taken away when everything is tidied up.
 */
export function sqliteReopening(
  database: DatabaseSync,
  commits: Commits,
  changes: Changes,
  boards: BoardTable,
  totals: OpenTotals,
  table: RecordTable,
  busy: Set<number>,
  rowsPerCommit: number,
): Pick<Archive, 'reopen'> {
  const sql = statements(preparing(database));

  async function restoreTotals(board: number, period: number): Promise<void> {
    for (let last: number | undefined = 0; last !== undefined;) {
      const after: number = last;
      last = await commits.commit(() => {
        sql.keepToClear.run(period);
        const rows = new Map(sql.finals.all(period, after, rowsPerCommit).map((row) => [row.player, row]));
        totals.change(board, rows.keys(), (block, player) => block.setScore(player, period, scoreFrom(rows.get(player)!)));
        return [...rows.keys()].at(-1);
      });
      await nextTurn();
    }
  }

  function refuseAllButTheLatest(board: number, period: PeriodKey): void {
    if (sql.latestClosed.get(board, period.kind)!.start !== period.start)
      throw new RangeError(`The ${inWords(period)} is not the latest closed one of its kind`);
  }

  return {
    async reopen(period, { at, reason }, check = () => {}, records?) {
      const { board, row } = knownPeriod(boards, period);
      const { number, closed_at: closedAt } = row;
      if (busy.has(number)) throw new RangeError(`The ${inWords(period)} is being closed or opened again`);
      if (closedAt === null && !boards.isSealed(number)) throw new RangeError(`The ${inWords(period)} is open`);
      busy.add(number);
      try {
        if (closedAt !== null) {
          refuseAllButTheLatest(board.number, period);
          await restoreTotals(board.number, number);
          // A later one may have closed meanwhile.
          refuseAllButTheLatest(board.number, period);
        }
        await commits.alone(() => {
          check();
          const rows = table.decided(records, undefined);
          commits.run(() => {
            table.write(rows);
            addReopening();
          });
          board.periods.forget();
          changes.tell({ kind: 'reopened', board: period.board, period });
        });
      } finally {
        busy.delete(number);
      }

      function addReopening(): void {
        const columns = [(sql.newestReopening.get()?.number ?? 0) + 1, number, at, reason, closedAt] as const;
        sql.addReopening.run(...columns, checksumOf(columns));
        if (closedAt !== null) sql.open.run(number);
        sql.unseal.run(number);
        changes.count();
      }
    },
  };
}

const statements = (prepare: Prepare) => ({
  open: prepare<never, [period: number]>('UPDATE periods SET closed_at = NULL, unshown = NULL, checksum = NULL WHERE number = ?'),
  keepToClear: prepare<never, [period: number]>('INSERT INTO closings (period) VALUES (?) ON CONFLICT DO NOTHING'),
  unseal: prepare<never, [period: number]>('DELETE FROM closings WHERE period = ?'),
  latestClosed: prepare<{ readonly start: number }, [board: number, kind: string]>(
    'SELECT max(start) AS start FROM periods WHERE board = ? AND kind = ? AND closed_at IS NOT NULL',
  ),
  newestReopening: prepare<{ readonly number: number }>('SELECT number FROM reopenings ORDER BY number DESC LIMIT 1'),
  addReopening: prepare<never, [number: number, period: number, at: number, reason: string, closedAt: number | null, checksum: number]>(
    'INSERT INTO reopenings (number, period, at, reason, closed_at, checksum) VALUES (?, ?, ?, ?, ?, ?)',
  ),
  finals: prepare<ScoreRow & { readonly player: number }, [period: number, after: number, count: number]>(
    'SELECT player, points, reached_at, moved_at FROM final_standings WHERE period = ? AND player > ? ORDER BY player LIMIT ?',
  ),
});
