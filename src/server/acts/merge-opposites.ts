import { ENDPOINTS } from '../../contract/api.ts';
import { keptBeside } from '../audit/beside-entry.ts';
import type { ToldAct } from '../audit/told-act.ts';
import { isBack, isMoved, type Moved, movedPairs } from '../boards/revising/moved-events.ts';
import { isErased } from '../store/erased-player.ts';
import { imaginedSplit } from './imagined-split.ts';
import { closeWhatIsDue } from './parts/act-parts.ts';
import type { Opposite, Plan, UndoParts, Undos } from './parts/opposite.ts';

/** What was moved into another player counts for the first one again. */
const splitPlayers = opposite('split');

/** Two players who were merged, and are two again, are one after all. */
const mergeAgain = opposite('merge');

function opposite(does: 'split' | 'merge'): Opposite {
  return {
    role: ENDPOINTS.mergePlayers.role,
    does: [does === 'split' ? 'split-players' : 'merge-players'],
    async why(told, { boards: { store } }) {
      const [source] = await store.players([Number(told.kept.subject)]);
      return source === undefined || isErased(source) ? 'One of the players was erased since.' : undefined;
    },
    plan: (parts, told) => planOf(parts, told, does),
  };
}

async function planOf(parts: UndoParts, told: ToldAct, does: 'split' | 'merge'): Promise<Plan> {
  const { boards } = parts;
  // Kept by `Merges` in this form.
  const moved = (await keptBeside(boards.store, told)) as Moved;
  const [from, into] = [Number(told.kept.subject), told.kept.player!];
  const [source, target] = await boards.store.players([from, into]);
  const found = await movedPairs(boards.store, boards.boards(), moved, { from, into });
  const pairs = found.flatMap((each) => each.pairs);
  const isLeft = does === 'split' ? isMoved : isBack;
  return {
    act: does === 'split' ? 'split-players' : 'merge-players',
    left: { events: pairs.length },
    now: { events: pairs.filter(isLeft).length },
    wanted: { events: 0 },
    imagine: () => imaginedSplit(boards, { source: source!, target: target!, found, does }),
    async carryOut(agreed) {
      await closeWhatIsDue(parts, 'This cannot be done now.');
      await boards.merges.again({ from, into, moved, does }, agreed);
    },
  };
}

/** What takes acts about merges back. */
export const MERGE_UNDOS = { 'merge-players': splitPlayers, 'split-players': mergeAgain } satisfies Undos;
