import type { AnswerTo } from '../../contract/api.ts';
import type { PlayerVisibility } from '../../contract/game-answers.ts';
import type { ToldAct } from '../audit/told-act.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { nameTaken } from '../boards/revising/identities.ts';
import { noSuchPlayer } from '../http/problem.ts';
import type { StoredPlayer } from '../store/stored-values.ts';
import { changesBy } from './parts/consequences.ts';
import { openTotals } from './parts/open-totals.ts';
import { askedAt, fieldsPlan, type Opposite, type UndoParts, type Undos } from './parts/opposite.ts';
import type { Imagined, PreviewedAct } from './parts/previewed.ts';

/** Hides, removes or shows a player. @throws {Problem} not-found. */
export function settingVisibility(boards: LiveBoards, username: string, visibility: PlayerVisibility): PreviewedAct<PlayerVisibility> {
  return {
    imagine: () => imaginedVisibility(boards, username, visibility),
    async carryOut(agreed) {
      await boards.players.setVisibility(username, visibility, agreed);
      return visibility;
    },
  };
}

/** Previews hiding, removing or showing a player in all open periods. @throws {Problem} not-found. */
async function imaginedVisibility(boards: LiveBoards, username: string, { state }: PlayerVisibility): Promise<Imagined> {
  const found = await boards.players.find(username);
  if (found === undefined) throw noSuchPlayer(username);
  const { player, absence } = found;
  const subject = [`player "${player.username}"`, absence ?? 'shown'] as const;
  if ((absence === undefined) === (state === 'shown')) return { subject, changes: [] };
  return { subject, changes: await changesBy(boards, await openTotals(boards, [player.number]), () => state === 'shown') };
}

const ACT_OF = { shown: 'show-player', hidden: 'hide-player', removed: 'remove-player' } as const;

/** Restores the former visibility. */
const setVisibilityBack: Opposite = {
  ...askedAt('setPlayerVisibility', 'show-player', 'hide-player', 'remove-player'),
  async plan(parts, told) {
    const { boards } = parts;
    const { number, username } = await playerOf(parts, told);
    const plan = fieldsPlan(told, boards.players.visibility(number), (wanted, agreed) =>
      boards.players.setVisibility(username, wanted, agreed),
    );
    const wanted = plan.wanted as PlayerVisibility;
    return { ...plan, act: ACT_OF[wanted.state], imagine: () => imaginedVisibility(boards, username, wanted) };
  },
};

async function playerOf({ boards }: UndoParts, { kept }: ToldAct): Promise<StoredPlayer> {
  const [player] = await boards.store.players([kept.player!]);
  return player!;
}

/** All hidden and removed players. */
export async function absentPlayersAnswer(boards: LiveBoards): Promise<AnswerTo<'absentPlayers'>> {
  const absences = [...boards.players.absences];
  const players = await boards.store.players(absences.map(([number]) => number));
  return {
    players: players.map(({ username, displayName }, i) => {
      const [, absence] = absences[i]!;
      return { username, displayName, state: absence.state, reason: absence.state === 'removed' ? absence.reason : null };
    }),
  };
}

function noteOpposite(does: 'add-note' | 'delete-note'): Opposite {
  return {
    ...askedAt(does === 'add-note' ? 'addNote' : 'deleteNote', does),
    async plan({ boards: { notes } }, { id: entry, kept: { player, subject: id = entry, before, after } }) {
      return {
        left: { note: noteIn(after) },
        now: { note: await notes.textOf(player!, id) },
        wanted: { note: noteIn(before) },
        carryOut: () => notes.turn(player!, id, does),
      };
    },
  };
}

function noteIn(value: unknown): string | null {
  return (value as { readonly note?: string | null } | undefined)?.note ?? null;
}

export const PLAYER_UNDOS = {
  'add-note': noteOpposite('delete-note'),
  'delete-note': noteOpposite('add-note'),
  'hide-player': setVisibilityBack,
  'remove-player': setVisibilityBack,
  'show-player': setVisibilityBack,
  'rename-player': {
    ...askedAt('renamePlayer', 'rename-player'),
    async plan(parts, told) {
      const player = await playerOf(parts, told);
      const { identities, store } = parts.boards;
      const plan = fieldsPlan(told, player, ({ username, displayName, avatar }) =>
        identities.rename(player.username, { ...(username !== player.username && { username }), displayName, avatar }),
      );
      const { username } = plan.wanted as StoredPlayer;
      return {
        ...plan,
        async refuse() {
          const other = await store.playerNamed(username);
          if (other !== undefined && other.number !== player.number) throw nameTaken(username);
        },
      };
    },
  },
  'erase-player': { why: 'An erased player can’t be restored.' },
} satisfies Undos;
