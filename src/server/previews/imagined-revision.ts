import type * as z from 'zod/mini';

import type { OPERATION_ENDPOINTS } from '../../contract/operation/operation-endpoints.ts';
import { periodContaining } from '../../domain/calendar.ts';
import { exactScore, type Score } from '../../domain/scoring.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { orderKey } from '../ranking/player-order.ts';
import type { BoardSettings, PeriodKey, Revised, StoredEvent } from '../store/stored-values.ts';
import type { OrderChange } from './consequences.ts';
import type { Imagined } from './previewed.ts';

type Revising = z.output<typeof OPERATION_ENDPOINTS.reviseEvent.body>;

/** How many events of a player are read at once. */
const STRIDE = 1000;

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
  const folds = periods.map(({ kind }) => ({
    span: periodContaining(kind, event.at, board.calendar),
    total: undefined as Score | undefined,
  }));
  const all: StoredEvent[] = [];
  for (let before: number | undefined; ;) {
    const events = await boards.store.eventsOf(board.name, player.number, { ...(before !== undefined && { before }), limit: STRIDE });
    all.push(...events);
    if (events.length < STRIDE) break;
    before = events.at(-1)!.seq;
  }
  for (const { seq, at, points, counted } of all.toReversed()) {
    const counts = seq === event.seq ? event.counted : counted;
    for (const fold of folds)
      if (counts.includes(fold.span.kind) && at >= fold.span.start && at < fold.span.end)
        fold.total = exactScore(board.scoring, board.direction, fold.total, { points, at });
  }
  return folds.map(({ total }) => total);
}
