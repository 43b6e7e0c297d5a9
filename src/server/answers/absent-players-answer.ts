import type { AbsentPlayers } from '../../contract/game-answers.ts';
import type { LiveBoards } from '../boards/live-boards.ts';

/** Everybody who is hidden or removed, as an operator is told. */
export async function absentPlayersAnswer(boards: LiveBoards): Promise<AbsentPlayers> {
  const absent = await boards.absentPlayers();
  return {
    players: absent.map(({ player: { username, displayName }, absence }) => ({
      username,
      displayName,
      state: absence.state,
      reason: absence.state === 'removed' ? absence.reason : null,
    })),
  };
}
