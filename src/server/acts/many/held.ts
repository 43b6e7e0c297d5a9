import type { AnswerTo, BodyOf, QueryOf } from '../../../contract/api.ts';
import { isSamePlayer } from '../../../domain/names/username-key.ts';
import { textMatcher } from '../../../domain/search/text-match.ts';
import { entryNumber } from '../../audit/audit-entry.ts';
import { besideEntry } from '../../audit/beside-entry.ts';
import type { LiveBoards } from '../../boards/live-boards.ts';
import { HELD, keptHeld } from '../../boards/points/kept-held.ts';
import { Problem } from '../../http/problem.ts';
import type { StoredRecord } from '../../store/records.ts';
import type { OrderChange } from '../parts/consequences.ts';
import { imaginedPoints } from '../parts/imagined-points.ts';
import type { Undos } from '../parts/opposite.ts';
import type { PreviewedAct } from '../parts/previewed.ts';
import {
  aboutOf,
  type Decidable,
  type Decision,
  deciding,
  decisionsBack,
  entryOf,
  keptTurns,
  refuseIfDecided,
  selectedTurns,
  subjectOf,
  type Turn,
  turned,
} from './decisions.ts';

type Body = BodyOf<'decideHeld'>;

type Done = Exclude<AnswerTo<'decideHeld'>, { preview: true }>;

/** Points on hold. */
export const HELD_POINTS: Decidable = {
  kind: HELD,
  unit: 'held',
  words: 'points on hold',
  done: 'decided',
  playerOf: async ({ store }, record) => (await store.playerNamed(keptHeld(record).event.username))?.number,
};

/** A filter for points on hold. @throws {Problem} not-found for an unknown board. */
export function heldMatching(
  boards: LiveBoards,
  { board, player, event }: Pick<QueryOf<'held'>, 'board' | 'player' | 'event'>,
): (record: StoredRecord) => boolean {
  if (board !== undefined) boards.board(board);
  const isCalled = textMatcher(event ?? '');
  return (record) => {
    const held = keptHeld(record);
    const isTheirs = player === undefined || isSamePlayer(held.event.username, player);
    return (board === undefined || held.board === board) && isTheirs && (event === undefined || isCalled(held.event.id));
  };
}

/**
 * Accepts or rejects points on hold together. Rejected ones can be accepted if selected by that state, or included in a preview.
 * @throws {Problem} not-found for an unknown board; as `selectedTurns`; as posted points if none of them can be recorded.
 */
export function decidingHeld(boards: LiveBoards, { does, reason, held: selection }: Body): PreviewedAct<Done> {
  const turns = async (isSeen: boolean) => {
    const { state = 'waiting', ...match } = 'match' in selection ? selection.match : {};
    const isAsked = heldMatching(boards, match);
    const after: Decision = does === 'accept' ? { state: 'accepted', note: null } : { state: 'rejected', note: reason! };
    const asked = 'ids' in selection ? selection : { match: { ...selection.match, state } };
    const isMeant = (is: string) => is === state || ('ids' in selection && isSeen);
    return selectedTurns(boards, HELD_POINTS, asked, isAsked, ({ state: is }) =>
      isMeant(is) && is !== 'accepted' && is !== after.state ? after : undefined,
    );
  };
  if (does === 'accept') return accepting(boards, turns, reason);
  const answer = (count: number, entry: number): Done => ({ does, held: count, refused: 0, entries: [entry] });
  return deciding(boards, HELD_POINTS, () => turns(true), { act: 'reject-held', reason }, answer);
}

/**
 * Accepts points regardless of limits, as accepting one does. A commit records events of one board, so points of several boards take
 * several commits, each with its audit entry. A crash in between leaves the rest on hold; accepting again completes it.
 */
function accepting(
  boards: LiveBoards,
  turns: (isSeen: boolean) => Promise<readonly Turn[]>,
  reason: string | undefined,
): PreviewedAct<Done> {
  return {
    async imagine() {
      const found = await turns(true);
      const changes: OrderChange[] = [];
      const refused: Problem[] = [];
      for (const [board, own] of byBoard(found)) {
        const { effects, refusals } = await boards.recording.imagine(board, await eventsOf(boards, own));
        refused.push(...refusals);
        changes.push(...(await imaginedPoints(boards, effects)));
      }
      const [first] = refused;
      if (first !== undefined && refused.length === found.length) throw first;
      return {
        subject: subjectOf(HELD_POINTS, found),
        changes,
        selected: { changed: found.length - refused.length, refused: refused.length },
      };
    },
    carryOut: (agreed) =>
      boards.commits.betweenCommits(async () => {
        const check = await agreed?.();
        return acceptAll(boards, await turns(agreed !== undefined), reason, check);
      }),
  };
}

async function acceptAll(boards: LiveBoards, found: readonly Turn[], reason: string | undefined, check = () => {}): Promise<Done> {
  const { store, recording, clock } = boards;
  const entries: number[] = [];
  let held = 0;
  let refusal: Problem | undefined;
  for (const [board, own] of byBoard(found)) {
    let accepted: readonly Turn[] = [];
    let id = '';
    const about = await aboutOf(boards, HELD_POINTS, own);
    try {
      const submitted = await recording.commitLookedAt(board, await eventsOf(boards, own), {
        records: {
          of: own.map(({ record }) => record),
          change(kept, recorded) {
            // The first commit changes the position that the check compares.
            if (entries.length === 0) check();
            refuseIfDecided(HELD_POINTS, own, kept);
            accepted = own.filter((_, i) => recorded[i]!.outcome !== 'refused');
            if (accepted.length === 0) return [];
            const entry = entryOf(HELD_POINTS, accepted, { act: 'accept-held', ...about, reason }, clock());
            ({ id } = entry);
            return [entry, besideEntry(entry, keptTurns(accepted)), ...turned(accepted, entry.at)];
          },
        },
      });
      for (const one of submitted) if (one.kind === 'refused') refusal ??= one.problem;
    } catch (error) {
      if (!(error instanceof Problem) || entries.length === 0) throw error;
      accepted = [];
    }
    if (accepted.length === 0) continue;
    held += accepted.length;
    entries.push(await entryNumber(store, id));
  }
  if (held === 0) throw refusal!;
  return { does: 'accept', held, refused: found.length - held, entries };
}

/** Grouped by board, by name, each oldest first. */
function byBoard(turns: readonly Turn[]): readonly (readonly [board: string, turns: readonly Turn[]])[] {
  const inOrder = turns.toSorted((a, b) => a.record.number - b.record.number);
  return [...Map.groupBy(inOrder, ({ record }) => keptHeld(record).board)].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function eventsOf({ held }: LiveBoards, turns: readonly Turn[]) {
  return Promise.all(turns.map(async ({ record }) => (await held.recordable(record)).event));
}

export const MANY_HELD_UNDOS = {
  'reject-held': decisionsBack(HELD_POINTS, 'decideHeld', 'hold-held'),
  'hold-held': decisionsBack(HELD_POINTS, 'decideHeld', 'reject-held'),
} satisfies Undos;
