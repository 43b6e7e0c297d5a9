import { setImmediate as nextTurn } from 'node:timers/promises';

import type { LogParts } from './log.ts';
import type { PeriodRow } from '../held/columns.ts';
import { type Prepare, preparing } from './rows/query.ts';

/** Takes away what nobody is told any more, little by little. */
export interface Clearing {
  /** The totals that closed periods had while they were open, and the final ranks of those that were opened again. */
  clear(isStopping: () => boolean): Promise<void>;
  /** The final ranks of a period that is not closed. */
  dropFinals(period: number, isStopping: () => boolean): Promise<void>;
}

/** `rowsPerCommit` rows are taken away in one commit. Periods that are `busy`, by number, are left as they are. */
export function sqliteClearing({ database, commits, state, totals }: LogParts, busy: ReadonlySet<number>, rowsPerCommit: number): Clearing {
  const sql = statements(preparing(database));
  const isClosed = (period: number) => state.period(period).closed !== undefined;

  async function dropTotals(board: number, period: number, isStopping: () => boolean): Promise<void> {
    for (let last: number | undefined = 0; last !== undefined && !isStopping();) {
      const players: readonly number[] = sql.finalPlayers.all(period, last, rowsPerCommit).map(({ player }) => player);
      await commits.commit(() => {
        totals.change(board, players, (block, player) => block.drop(player, period));
        if (players.length < rowsPerCommit) sql.unseal.run(period);
      });
      last = players.length < rowsPerCommit ? undefined : players.at(-1);
      await nextTurn();
    }
  }

  async function dropFinals(period: number, isStopping: () => boolean): Promise<void> {
    for (let dropped = rowsPerCommit; dropped === rowsPerCommit && !isStopping();) {
      dropped = await commits.commit(() => sql.dropFinals.run(period, rowsPerCommit).changes);
      if (dropped > 0) await nextTurn();
    }
  }

  return {
    async clear(isStopping) {
      // Each is looked at again at every step: it may be opened or closed in between.
      for (const { board, number } of sql.closedAndUncleared.all())
        await dropTotals(board, number, () => busy.has(number) || !isClosed(number) || isStopping());
      for (const { number } of sql.openWithFinals.all())
        await dropFinals(number, () => busy.has(number) || isClosed(number) || isStopping());
    },
    dropFinals,
  };
}

const statements = (prepare: Prepare) => ({
  unseal: prepare<never, [period: number]>('DELETE FROM closings WHERE period = ?'),
  dropFinals: prepare<never, [period: number, count: number]>(`DELETE FROM final_standings
       WHERE period = ?1 AND rank < ?2 + (SELECT min(rank) FROM final_standings WHERE period = ?1)`),
  finalPlayers: prepare<{ readonly player: number }, [period: number, after: number, count: number]>(
    'SELECT player FROM final_standings WHERE period = ? AND player > ? ORDER BY player LIMIT ?',
  ),
  closedAndUncleared: prepare<Pick<PeriodRow, 'board' | 'number'>>(
    'SELECT board, number FROM closings JOIN periods ON number = period WHERE closed_at IS NOT NULL ORDER BY number',
  ),
  openWithFinals: prepare<Pick<PeriodRow, 'number'>>(`SELECT number FROM periods
       WHERE closed_at IS NULL AND number IN (SELECT period FROM reopenings)
         AND EXISTS (SELECT 1 FROM final_standings WHERE period = number) ORDER BY number`),
});
