import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Archive } from '../points-store.ts';
import { type HeldPeriod, periodOf } from '../held/boards.ts';
import { isClosable, inWords, misplaced, periodsIn, reopenable } from '../rules/periods.ts';
import { scoreFrom, type ScoreRow, timeToColumn } from '../held/columns.ts';
import type { Clearing } from './clearing.ts';
import type { LogParts, SqliteLog } from './log.ts';
import { type Prepare, preparing } from './rows/query.ts';

/** What it works with. */
interface ClosingParts extends LogParts {
  readonly log: SqliteLog;
  readonly clearing: Clearing;
  /** The periods, by number, that this process is closing or reopening. */
  readonly busy: Set<number>;
  /** Ranks written, or totals put back, in one commit. */
  readonly rowsPerCommit: number;
}

/**
 * Periods that are closed and reopened, little by little: a period stays as it was until the last commit. One that is being reopened is
 * kept among those that are to be cleared, so that the totals put back so far are taken away again if the process ends. Its final ranks
 * are taken away when everything is tidied up.
 */
export function sqliteClosing({
  database,
  commits,
  state,
  totals,
  log,
  clearing,
  busy,
  rowsPerCommit,
}: ClosingParts): Pick<Archive, 'seal' | 'closePeriod' | 'reopen'> {
  const sql = statements(preparing(database));
  const { seal, reopen } = periodsIn(log);

  /** Writes the ranks after `from`. */
  function addFinals(period: HeldPeriod, order: readonly number[], from: number): void {
    for (const [i, player] of order.slice(from, from + rowsPerCommit).entries()) {
      const total = totals.scoreOf(period, player);
      if (total === undefined) throw misplaced(player);
      const { points, reachedAt, movedAt } = total;
      if (sql.addFinal.run(period.number, from + i + 1, player, points, reachedAt, timeToColumn(movedAt)).changes === 0)
        throw misplaced(player);
    }
  }

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

  return {
    seal,

    async closePeriod(key, order, { at, unshown }, isStopping = () => false, records?) {
      const period = periodOf(state.board(key.board), key);
      if (period === undefined || busy.has(period.number) || !isClosable(period, order, unshown)) return false;
      const { number, board } = period;
      busy.add(number);
      try {
        // What an earlier try left, or an earlier closing.
        await clearing.dropFinals(number, () => false);
        let written = 0;
        for (; written + rowsPerCommit < order.length; written += rowsPerCommit) {
          if (isStopping()) return false;
          await commits.commit(() => addFinals(period, order, written));
          await nextTurn();
        }
        const last = () => {
          addFinals(period, order, written);
          if (written > 0) return;
          // Few are written, closed and taken away from the open totals in one.
          totals.change(board.number, order, (block, player) => block.drop(player, number));
          sql.cleared.run(number);
        };
        return await log.append(() =>
          isStopping()
            ? { result: false }
            : { result: true, entries: [{ kind: 'closed', period, at, order, unshown }], records, also: last },
        );
      } finally {
        busy.delete(number);
      }
    },

    async reopen(key, ...others) {
      const { number, board, closed } = reopenable(state, key);
      if (busy.has(number)) throw new RangeError(`The ${inWords(key)} is being closed or reopened`);
      busy.add(number);
      try {
        if (closed !== undefined) await restoreTotals(board.number, number);
        await reopen(key, ...others);
      } finally {
        busy.delete(number);
      }
    },
  };
}

const statements = (prepare: Prepare) => ({
  keepToClear: prepare<never, [period: number]>('INSERT INTO closings (period) VALUES (?) ON CONFLICT DO NOTHING'),
  cleared: prepare<never, [period: number]>('DELETE FROM closings WHERE period = ?'),
  addFinal: prepare<never, [period: number, rank: number, player: number, points: number, reachedAt: number, movedAt: number]>(
    `INSERT INTO final_standings (period, rank, player, points, reached_at, moved_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
  ),
  finals: prepare<ScoreRow & { readonly player: number }, [period: number, after: number, count: number]>(
    'SELECT player, points, reached_at, moved_at FROM final_standings WHERE period = ? AND player > ? ORDER BY player LIMIT ?',
  ),
});
