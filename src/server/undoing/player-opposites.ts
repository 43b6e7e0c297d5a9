import { ENDPOINTS } from '../../contract/api.ts';
import type { PlayerVisibility } from '../../contract/game-answers.ts';
import type { ToldAct } from '../audit/told-act.ts';
import { nameTaken } from '../boards/revising/identities.ts';
import { imaginedVisibility } from '../previews/imagined-visibility.ts';
import type { StoredPlayer } from '../store/stored-values.ts';
import { fieldsPlan, type Opposite, type UndoParts } from './opposite.ts';

const ACT_OF = { shown: 'show-player', hidden: 'hide-player', removed: 'remove-player' } as const;

/** A player is seen as before, or not. */
export const setVisibilityBack: Opposite = {
  role: ENDPOINTS.setPlayerVisibility.role,
  does: Object.values(ACT_OF),
  async plan(parts, told) {
    const { boards } = parts;
    const { number, username } = await playerOf(parts, told);
    const now: PlayerVisibility = boards.players.absences.get(number) ?? { state: 'shown' };
    const plan = fieldsPlan<PlayerVisibility>(told, 'show-player', now, (wanted, agreed) =>
      boards.players.setVisibility(username, wanted, agreed),
    );
    const wanted = plan.wanted as PlayerVisibility;
    return { ...plan, act: ACT_OF[wanted.state], imagine: () => imaginedVisibility(boards, username, wanted) };
  },
};

/** A player is called as before. */
export const renameBack: Opposite = {
  role: ENDPOINTS.renamePlayer.role,
  does: ['rename-player'],
  async plan(parts, told) {
    const player = await playerOf(parts, told);
    const { identities, store } = parts.boards;
    const plan = fieldsPlan(told, 'rename-player', player, ({ username, displayName, avatar }) =>
      identities.rename(player.username, {
        ...(username !== player.username && { username }),
        displayName,
        avatar,
      }),
    );
    const { username } = plan.wanted as StoredPlayer;
    return {
      ...plan,
      async imagine() {
        const other = await store.playerNamed(username);
        if (other !== undefined && other.number !== player.number) throw nameTaken(username);
        return { subject: [`player "${player.username}"`, plan.wanted], changes: [] };
      },
    };
  },
};

async function playerOf({ boards }: UndoParts, { kept }: ToldAct): Promise<StoredPlayer> {
  const [player] = await boards.store.players([kept.player!]);
  return player!;
}
