import { setImmediate as nextTurn } from 'node:timers/promises';

import type { LiveBoards } from '../../boards/live-boards.ts';
import type { PeriodKey, TotalNow } from '../../store/stored-values.ts';

/** Players per turn of the event loop. */
const PER_TURN = 1000;

/** The totals of players, by number, in all periods that are not closed, by board. */
export async function openTotals(boards: LiveBoards, players: readonly number[]): Promise<TotalNow[]> {
  const { store } = boards;
  const open = await store.endedPeriods(Infinity);
  const totals: TotalNow[] = [];
  for (const { name: board } of boards.boards().toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const own = open.filter((period) => period.board === board);
    const ever: PeriodKey = { board, kind: 'all-time', start: -Infinity };
    for (const [i, player] of players.entries()) {
      // All time may lack a total that a final period has, if its events were voided since.
      for (const period of [...own, ever]) {
        const total = await store.scoreOf(period, player);
        if (total !== undefined) totals.push({ period, player, total });
      }
      if (i % PER_TURN === PER_TURN - 1) await nextTurn();
    }
  }
  return totals;
}
