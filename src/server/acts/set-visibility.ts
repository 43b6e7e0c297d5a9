import type { PlayerVisibility } from '../../contract/game-answers.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { imaginedVisibility } from '../previews/imagined-visibility.ts';
import type { PreviewedAct } from '../previews/previewed.ts';

/** Hides, removes or shows a player. @throws {Problem} not-found for a name nobody has. */
export function settingVisibility(boards: LiveBoards, username: string, visibility: PlayerVisibility): PreviewedAct<PlayerVisibility> {
  return {
    imagine: () => imaginedVisibility(boards, username, visibility),
    async carryOut(agreed) {
      await boards.players.setVisibility(username, visibility, agreed);
      return visibility;
    },
  };
}
