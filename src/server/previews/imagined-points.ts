import { periodContaining } from '../../domain/calendar.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { orderKey } from '../ranking/player-order.ts';
import type { EventEffect } from '../store/stored-values.ts';
import type { OrderChange } from './consequences.ts';

/** What recording an event on a board would do to the orders of its periods: its player has more, or is new. */
export async function imaginedPoints(
  boards: LiveBoards,
  boardName: string,
  { event, player, changes }: EventEffect,
): Promise<OrderChange[]> {
  if (!boards.players.isShown(player.number)) return [];
  const board = boards.board(boardName);
  const isNew = (await boards.store.playerNamed(event.username)) === undefined;
  const moves: OrderChange[] = [];
  for (const change of changes) {
    if (change.state === 'closed') continue;
    const period = periodContaining(change.period.kind, event.at, board.calendar);
    const order = await boards.reading.orderOf(board, period, [player.number]);
    const rank = order.rankOf(player.number);
    const points = orderKey(board, change.after.points);
    moves.push({
      board,
      period,
      order,
      left: rank === undefined ? [] : [{ player: player.number, rank }],
      come: [{ player: player.number, points, before: order.countBefore(player.number, points, change.after.reachedAt) }],
      ...(isNew && { newcomer: player }),
    });
  }
  return moves;
}
