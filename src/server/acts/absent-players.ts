import type { AbsentPlayers } from '../../contract/game-answers.ts';
import type { LiveBoards } from '../boards/live-boards.ts';

/** Everybody who is hidden or removed, as an operator is told. */
export async function absentPlayersAnswer(boards: LiveBoards): Promise<AbsentPlayers> {
  const absences = [...boards.players.absences];
  const players = await boards.store.players(absences.map(([number]) => number));
  return {
    players: players.map(({ username, displayName }, i) => {
      const [, absence] = absences[i]!;
      return { username, displayName, state: absence.state, reason: absence.state === 'removed' ? absence.reason : null };
    }),
  };
}
