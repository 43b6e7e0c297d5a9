import type * as z from 'zod/mini';

import type { OPERATION_ENDPOINTS } from '../../contract/operation/operation-endpoints.ts';
import { periodContaining } from '../../domain/calendar.ts';
import type { Score } from '../../domain/scoring.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { orderKey } from '../ranking/player-order.ts';
import type { BoardSettings, PeriodKey, Revised } from '../store/stored-values.ts';
import type { OrderChange } from './consequences.ts';
import type { Imagined } from './previewed.ts';
import { everyEvent, totalsOf } from './totals-of-events.ts';

type Revising = z.output<typeof OPERATION_ENDPOINTS.reviseEvent.body>;

/**
 * What voiding an event would do, or restoring it: its player has other totals in the periods that change.
 * @throws {Problem} as `EventRevisions.revise`.
 */
export async function imaginedRevision(boards: LiveBoards, board: BoardSettings, { event: id, does, reason }: Revising): Promise<Imagined> {
  const revised = await boards.revisions.imagine(board, id, does, reason);
  const { player, event, periods } = revised;
  const changed = periods.flatMap(({ period, state }) => (state === 'changed' ? [period] : []));
  const subject = [`event "${id}"`, [does, periods.map(({ state }) => state)]] as const;
  if (!boards.players.isShown(player.number)) return { subject, changes: [] };
  const totals = await totalsAfter(boards, board, revised, changed);
  const changes: OrderChange[] = [];
  for (const [i, { kind }] of changed.entries()) {
    const period = periodContaining(kind, event.at, board.calendar);
    const order = await boards.reading.orderOf(board, period, [player.number]);
    const rank = order.rankOf(player.number);
    const total = totals[i];
    const points = total && orderKey(board, total.points);
    changes.push({
      board,
      period,
      order,
      left: rank === undefined ? [] : [{ player: player.number, rank }],
      come:
        points === undefined ? [] : [{ player: player.number, points, before: order.countBefore(player.number, points, total!.reachedAt) }],
    });
  }
  return { subject, changes };
}

/** The totals of the player of an event in some of its periods, once it is as the revision makes it. */
async function totalsAfter(
  boards: LiveBoards,
  board: BoardSettings,
  { player, event }: Extract<Revised, { readonly outcome: 'revised' }>,
  periods: readonly PeriodKey[],
): Promise<readonly (Score | undefined)[]> {
  const all = await everyEvent(boards, board, player.number);
  return totalsOf(
    board,
    periods.map(({ kind }) => periodContaining(kind, event.at, board.calendar)),
    all.toReversed(),
    ({ seq, counted }) => (seq === event.seq ? event.counted : counted),
  );
}
