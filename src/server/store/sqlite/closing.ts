import { setImmediate as nextTurn } from 'node:timers/promises';

import { periodOf } from '../held/boards.ts';
import { scoreFrom, type ScoreRow } from '../held/columns.ts';
import type { Archive } from '../points-store.ts';
import { type FinalColumns, finalRanks, inWords, isClosable, periodsIn, reopenable } from '../rules/periods.ts';
import type { LogParts, SqliteLog } from './log.ts';
import { type Prepare, preparing } from './file/queries.ts';

/** Closes and reopens periods, `rowsPerCommit` at a time; a period changes with the last commit. A closing deletes leftover ranks. */
export function sqliteClosing(
  log: SqliteLog,
  { database, commits, state, totals }: LogParts,
  rowsPerCommit: number,
): Pick<Archive, 'seal' | 'closePeriod' | 'reopen'> {
  const sql = statements(preparing(database));
  const { seal, reopen } = periodsIn(log);
  /** Periods being closed or reopened, by number. */
  const busy = new Set<number>();

  async function dropFinals(period: number): Promise<void> {
    for (let dropped = rowsPerCommit; dropped === rowsPerCommit;) {
      dropped = await commits.commit(() => sql.dropFinals.run(period, rowsPerCommit).changes);
      if (dropped > 0) await nextTurn();
    }
  }

  async function restoreTotals(board: number, period: number): Promise<void> {
    for (let last: number | undefined = 0; last !== undefined;) {
      const after: number = last;
      last = await commits.commit(() => {
        const rows = new Map(sql.finals.all(period, after, rowsPerCommit).map((row) => [row.player, row]));
        totals.change(board, rows.keys(), (block, player) => block.setScore(player, period, scoreFrom(rows.get(player)!)));
        return [...rows.keys()].at(-1);
      });
      await nextTurn();
    }
  }

  return {
    seal,

    async closePeriod(key, order, { at, unshown }, isStopping = () => false, records?) {
      const period = periodOf(state.board(key.board), key);
      if (period === undefined || busy.has(period.number) || !isClosable(period, order, unshown)) return false;
      const { number } = period;
      busy.add(number);
      try {
        // Left over from an interrupted or earlier closing.
        await dropFinals(number);
        const seen = new Set<number>();
        const add = (from: number) => {
          for (const row of finalRanks(state, period, order.slice(from, from + rowsPerCommit), from, seen))
            sql.addFinal.run(number, ...row);
        };
        let written = 0;
        for (; written + rowsPerCommit < order.length; written += rowsPerCommit) {
          if (isStopping()) return false;
          await commits.commit(() => add(written));
          await nextTurn();
        }
        return await log.append(() =>
          isStopping()
            ? { result: false }
            : { result: true, entries: [{ kind: 'closed', period, at, order, unshown }], records, also: () => add(written) },
        );
      } finally {
        busy.delete(number);
      }
    },

    async reopen(key, ...others) {
      const period = reopenable(state, key);
      const { number, board, closed } = period;
      if (busy.has(number)) throw new RangeError(`The ${inWords(key)} is being closed or reopened`);
      busy.add(number);
      state.undropped.delete(period);
      try {
        if (closed !== undefined) await restoreTotals(board.number, number);
        await reopen(key, ...others);
      } finally {
        busy.delete(number);
        if (period.closed !== undefined) state.undropped.add(period);
      }
    },
  };
}

const statements = (prepare: Prepare) => ({
  addFinal: prepare<never, [period: number, ...FinalColumns]>(
    'INSERT INTO final_standings (period, rank, player, points, reached_at, moved_at) VALUES (?, ?, ?, ?, ?, ?)',
  ),
  dropFinals: prepare<never, [period: number, count: number]>(`DELETE FROM final_standings
       WHERE period = ?1 AND rank < ?2 + (SELECT min(rank) FROM final_standings WHERE period = ?1)`),
  finals: prepare<ScoreRow & { readonly player: number }, [period: number, after: number, count: number]>(
    'SELECT player, points, reached_at, moved_at FROM final_standings WHERE period = ? AND player > ? ORDER BY player LIMIT ?',
  ),
});
