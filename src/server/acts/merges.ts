import type { LiveBoards } from '../boards/live-boards.ts';
import type { ImaginedMerge } from '../boards/revising/merges.ts';
import { isMoved, movedPairs, loggedMerge } from '../boards/revising/moved-events.ts';
import { isErased } from '../store/erased-player.ts';
import { type ActParts, closeWhatIsDue } from './parts/act-parts.ts';
import { changesBy } from './parts/consequences.ts';
import { askedAt, type Undos } from './parts/opposite.ts';
import type { Imagined, PreviewedAct } from './parts/previewed.ts';

/**
 * Merges players, and returns the number of events moved. Closes due periods first, so that only time decides which results are final.
 * @throws {Problem} as `Merges.merge`; unavailable while nothing can be closed.
 */
export function mergingPlayers(
  parts: Pick<ActParts, 'boards' | 'readiness' | 'log'>,
  from: string,
  into: string,
): PreviewedAct<{ readonly events: number }> {
  const { boards } = parts;
  return {
    imagine: async () => imaginedOf(boards, await boards.merges.imagineMerge(from, into)),
    async carryOut(agreed) {
      await closeWhatIsDue(parts, 'Players cannot be merged now.');
      return { events: await boards.merges.merge(from, into, agreed) };
    },
  };
}

/** Previews a merge or its undo in all periods that are not final. */
async function imaginedOf(boards: LiveBoards, { players, totals }: ImaginedMerge): Promise<Imagined> {
  const [source, target] = players;
  const numbers = players.map(({ number }) => number);
  const isShown = numbers.map((number) => boards.players.isShown(number));
  const subject = [`players "${source!.username}" and "${target!.username}"`, [...numbers, isShown]] as const;
  return { subject, changes: await changesBy(boards, totals) };
}

export const MERGE_UNDOS = {
  'merge-players': {
    ...askedAt('mergePlayers', 'split-players'),
    isCostly: true,
    async why(told, { boards: { store } }) {
      const [source] = await store.players([Number(told.kept.subject)]);
      return source === undefined || isErased(source) ? 'One of the players has been erased since.' : undefined;
    },
    async plan(parts, told) {
      const { boards } = parts;
      const merge = await loggedMerge(boards.store, told);
      const pairs = await movedPairs(boards.store, boards.boards(), merge);
      return {
        left: { events: pairs.length },
        now: { events: pairs.filter(isMoved).length },
        wanted: { events: 0 },
        imagine: async () => imaginedOf(boards, await boards.merges.imagineSplit(merge, pairs)),
        async carryOut(agreed) {
          await closeWhatIsDue(parts, 'This cannot be done now.');
          await boards.merges.split(merge, agreed);
        },
      };
    },
  },
  'split-players': { why: 'Merge the players again.' },
} satisfies Undos;
