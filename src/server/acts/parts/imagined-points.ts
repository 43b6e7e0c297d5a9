import type { LiveBoards } from '../../boards/live-boards.ts';
import { textOf } from '../../ranking/period-key.ts';
import type { EventEffect, NewEvent, StoredPlayer, TotalNow } from '../../store/stored-values.ts';
import { changesBy, type OrderChange } from './consequences.ts';

/** The effects of recording an event, none if it was already recorded. @throws {Problem} the reason why it cannot be recorded. */
export async function imaginedEvent({ recording }: LiveBoards, board: string, event: NewEvent): Promise<readonly EventEffect[]> {
  const { effects, refusals } = await recording.imagine(board, [event]);
  if (refusals.length > 0) throw refusals[0]!;
  return effects;
}

/** Previews recording events of a board. */
export async function imaginedPoints(boards: LiveBoards, effects: readonly EventEffect[]): Promise<OrderChange[]> {
  const totals = new Map<string, TotalNow>();
  const newcomers = new Map<number, StoredPlayer>();
  for (const { event, player, changes } of effects) {
    if (!boards.players.isShown(player.number)) continue;
    if ((await boards.store.playerNamed(event.username)) === undefined) newcomers.set(player.number, player);
    for (const change of changes) {
      const { period } = change;
      if (change.state === 'counted')
        totals.set(`${player.number} ${textOf(period)}`, { period, player: player.number, total: change.after });
    }
  }
  const moves = await changesBy(boards, [...totals.values()]);
  return moves.map((move) => Object.assign(move, { newcomers: [...newcomers.values()] }));
}
