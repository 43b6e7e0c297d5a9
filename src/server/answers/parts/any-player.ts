// Players as operators are told them: whether visitors see them or not.
import type { ApiAnyPlayer } from '../../../contract/operation/lookup-answers.ts';
import type { PlayerData } from '../../../contract/operation/person-answers.ts';
import type { LiveBoards } from '../../boards/live-boards.ts';
import { noSuchPlayer } from '../../http/problem.ts';
import { isErased } from '../../store/erased-player.ts';
import type { StoredPlayer } from '../../store/stored-values.ts';

/** What a player is called. */
export function nameAnswer({ username, displayName, avatar }: StoredPlayer): PlayerData['player'] {
  return { username, displayName, avatar };
}

/** A player, and whether visitors see them. */
export function anyPlayerAnswer({ players }: Pick<LiveBoards, 'players'>, player: StoredPlayer): ApiAnyPlayer {
  const absence = players.absences.get(player.number);
  const state = isErased(player) ? 'erased' : (absence?.state ?? 'shown');
  return { ...nameAnswer(player), state, reason: absence?.state === 'removed' ? absence.reason : null };
}

/** The player of a query, shown or not. @throws {Problem} not-found for a name nobody has. */
export async function playerCalled({ players }: Pick<LiveBoards, 'players'>, username: string): Promise<StoredPlayer> {
  const found = await players.find(username);
  if (found !== undefined) return found.player;
  throw noSuchPlayer(username, 'player');
}
