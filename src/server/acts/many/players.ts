import { isDeepStrictEqual } from 'node:util';

import * as z from 'zod/mini';

import type { AnswerTo, BodyOf } from '../../../contract/api.ts';
import { type PlayerVisibility, visibilitySchema } from '../../../contract/game-answers.ts';
import { MOST_SELECTED } from '../../../contract/parts/selection.ts';
import { foundPlayers } from '../../answers/players-answer.ts';
import { type Act, auditEntry, entryNumber } from '../../audit/audit-entry.ts';
import { besideEntry, keptBeside } from '../../audit/beside-entry.ts';
import type { ToldAct } from '../../audit/told-act.ts';
import type { LiveBoards } from '../../boards/live-boards.ts';
import { ANYTHING } from '../../boards/revising/agreement.ts';
import type { VisibilityTurn } from '../../boards/revising/shown-players.ts';
import { noSuchPlayer, Problem } from '../../http/problem.ts';
import { isErased } from '../../store/erased-player.ts';
import type { StoredPlayer } from '../../store/stored-values.ts';
import { changesBy } from '../parts/consequences.ts';
import { openTotals } from '../parts/open-totals.ts';
import { askedAt, type Opposite, partPlan, type Undos } from '../parts/opposite.ts';
import type { PreviewedAct } from '../parts/previewed.ts';
import { tooMany } from './decisions.ts';

const ACT_OF = { shown: 'show-players', hidden: 'hide-players', removed: 'remove-players' } as const;

export const turnSchema = z.tuple([z.int(), visibilitySchema, visibilitySchema]);

/** Players to change, and how many are skipped. */
interface Selected {
  readonly turns: readonly VisibilityTurn[];
  readonly refused: number;
}

/**
 * Hides, removes or shows players together. Skips those already in that state.
 * @throws {Problem} not-found for an unknown name; bad-request for too many; changed if all of them are in that state already.
 */
export function settingVisibilities(
  boards: LiveBoards,
  { state, reason, players }: BodyOf<'setVisibilities'>,
): PreviewedAct<Exclude<AnswerTo<'setVisibilities'>, { preview: true }>> {
  const after: PlayerVisibility = state === 'removed' ? { state, reason: reason! } : { state };
  const selected = async (): Promise<Selected> => {
    const found = await selectedPlayers(boards, players);
    const others = found.filter(({ number }) => boards.players.visibility(number).state !== state);
    if (others.length === 0)
      throw new Problem('changed', `All of the ${found.length} selected players are ${state} already. Nothing was changed.`);
    return {
      turns: others.map(({ number }) => [number, boards.players.visibility(number), after]),
      refused: found.length - others.length,
    };
  };
  return turningVisibilities(boards, selected, (count, entry) => ({ state, players: count, entry }), reason);
}

async function selectedPlayers(boards: LiveBoards, selection: BodyOf<'setVisibilities'>['players']): Promise<readonly StoredPlayer[]> {
  if ('match' in selection) {
    const { players, complete } = await foundPlayers(boards, { ...selection.match, limit: MOST_SELECTED + 1 });
    if (!complete || players.length > MOST_SELECTED) throw tooMany({ unit: 'players', words: 'players' });
    return players;
  }
  const players = new Map<number, StoredPlayer>();
  for (const username of selection.ids) {
    const found = await boards.players.find(username);
    if (found === undefined) throw noSuchPlayer(username, 'players.ids');
    players.set(found.player.number, found.player);
  }
  return [...players.values()];
}

function turningVisibilities<Done>(
  boards: LiveBoards,
  selected: () => Promise<Selected>,
  answer: (count: number, entry: number) => Done,
  reason?: string,
): PreviewedAct<Done> {
  return {
    async imagine() {
      const { turns, refused } = await selected();
      return {
        subject: ['the selected players', turns],
        changes: await changesOf(boards, turns),
        selected: { changed: turns.length, refused },
      };
    },
    carryOut: (agreed = ANYTHING) =>
      boards.commits.betweenCommits(async () => {
        const check = await agreed();
        const { turns } = await selected();
        let id = '';
        await boards.players.setVisibilities(turns, {
          change() {
            check();
            const entry = auditEntry({ ...actOf(turns), reason }, boards.clock());
            ({ id } = entry);
            return [entry, besideEntry(entry, turns)];
          },
        });
        return answer(turns.length, await entryNumber(boards.store, id));
      }),
  };
}

/** The effect on ranks of players who enter or leave the rankings. */
async function changesOf(boards: LiveBoards, turns: readonly VisibilityTurn[]) {
  const moving = turns.filter(([, before, after]) => (before.state === 'shown') !== (after.state === 'shown'));
  const shown = new Set(moving.flatMap(([player, , after]) => (after.state === 'shown' ? [player] : [])));
  const players = moving.map(([player]) => player);
  return changesBy(boards, await openTotals(boards, players), (player) => shown.has(player));
}

/** The act for the most common new state, with how many there are in each state before and after. */
function actOf(turns: readonly VisibilityTurn[]): Pick<Act, 'act' | 'before' | 'after' | 'player'> {
  const alike = (states: readonly PlayerVisibility['state'][]) => Map.groupBy(states, (state) => state);
  const counts = (states: readonly PlayerVisibility['state'][]) =>
    Object.fromEntries([...alike(states)].map(([state, { length }]) => [state, length]));
  const after = turns.map(([, , { state }]) => state);
  const [most] = [...alike(after)].reduce((a, b) => (b[1].length > a[1].length ? b : a));
  return {
    act: ACT_OF[most],
    player: turns.length === 1 ? turns[0]![0] : undefined,
    before: counts(turns.map(([, { state }]) => state)),
    after: counts(after),
  };
}

/** Restores the former visibility of players who are still as the act left them. */
const setBack: Opposite = {
  ...askedAt('setVisibilities', 'show-players', 'hide-players', 'remove-players'),
  isCostly: true,
  async plan({ boards }, told) {
    const selected = () => turnsBack(boards, told);
    const { turns } = await selected();
    const back = turningVisibilities(boards, selected, () => {});
    if (turns.length === 0) return partPlan({ now: {}, wanted: {} }, 0, back);
    const { act, before, after } = actOf(turns);
    return { act, ...partPlan({ now: before, wanted: after }, turns.length, back) };
  },
};

async function turnsBack(boards: LiveBoards, told: ToldAct): Promise<Selected> {
  const were = z.array(turnSchema).parse((await keptBeside(boards.store, told)) ?? []);
  const players = await boards.store.players(were.map(([player]) => player));
  const turns = were
    .filter(([player, , after], i) => !isErased(players[i]!) && isDeepStrictEqual(boards.players.visibility(player), after))
    .map(([player, before, after]) => [player, after, before] as const);
  return { turns, refused: were.length - turns.length };
}

export const MANY_PLAYERS_UNDOS = { 'hide-players': setBack, 'remove-players': setBack, 'show-players': setBack } satisfies Undos;
