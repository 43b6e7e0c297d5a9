import type { PlayerVisibility } from '../../contract/game-answers.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { noSuchPlayer } from '../http/problem.ts';
import { keyOf } from '../ranking/period-key.ts';
import { orderKey } from '../ranking/player-order.ts';
import type { OrderChange } from './consequences.ts';
import { openPeriods } from './open-periods.ts';
import type { Imagined } from './previewed.ts';

/**
 * What hiding, removing or showing a player would do: in every open period they leave the order, or come back.
 * @throws {Problem} not-found for a name nobody has.
 */
export async function imaginedVisibility(boards: LiveBoards, username: string, { state }: PlayerVisibility): Promise<Imagined> {
  const found = await boards.players.find(username);
  if (found === undefined) throw noSuchPlayer(username);
  const { player, absence } = found;
  const subject = [`player "${player.username}"`, absence ?? 'shown'] as const;
  if ((absence === undefined) === (state === 'shown')) return { subject, changes: [] };
  const changes: OrderChange[] = [];
  for (const { board, period } of await openPeriods(boards)) {
    const score = await boards.store.scoreOf(keyOf(board.name, period), player.number);
    if (score === undefined) continue;
    const order = await boards.reading.orderOf(board, period, [player.number]);
    const points = orderKey(board, score.points);
    const before = order.countBefore(player.number, points, score.reachedAt);
    changes.push({
      board,
      period,
      order,
      left: state === 'shown' ? [] : [{ player: player.number, rank: before + 1 }],
      come: state === 'shown' ? [{ player: player.number, points, before }] : [],
    });
  }
  return { subject, changes };
}
