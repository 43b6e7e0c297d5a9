// Players as operators see them, including hidden ones.
import type { ApiAnyPlayer } from '../../../contract/lookup.ts';
import type { LiveBoards } from '../../boards/live-boards.ts';
import { isErased } from '../../store/erased-player.ts';
import type { StoredPlayer } from '../../store/stored-values.ts';

export function namesAnswer({ username, displayName, avatar }: StoredPlayer): Pick<ApiAnyPlayer, 'username' | 'displayName' | 'avatar'> {
  return { username, displayName, avatar };
}

/** A player with their visibility. */
export function anyPlayerAnswer({ players }: Pick<LiveBoards, 'players'>, player: StoredPlayer): ApiAnyPlayer {
  const absence = players.absences.get(player.number);
  const state = isErased(player) ? 'erased' : (absence?.state ?? 'shown');
  return { ...namesAnswer(player), state, reason: absence?.state === 'removed' ? absence.reason : null };
}
