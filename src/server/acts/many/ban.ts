import { isDeepStrictEqual } from 'node:util';

import * as z from 'zod/mini';

import type { AnswerTo, BodyOf } from '../../../contract/api.ts';
import type { PlayerVisibility } from '../../../contract/game-answers.ts';
import { MOST_SELECTED } from '../../../contract/parts/selection.ts';
import { namesAnswer } from '../../answers/parts/any-player.ts';
import { auditEntry, entryNumber } from '../../audit/audit-entry.ts';
import { besideEntry, keptBeside } from '../../audit/beside-entry.ts';
import type { ToldAct } from '../../audit/told-act.ts';
import type { LiveBoards } from '../../boards/live-boards.ts';
import { ANYTHING } from '../../boards/revising/agreement.ts';
import type { RevisionsAhead } from '../../boards/revising/event-revisions.ts';
import { exactOf, keptRevisions, keptRevisionsSchema } from '../../boards/revising/many-revisions.ts';
import type { VisibilityTurn } from '../../boards/revising/shown-players.ts';
import { Problem } from '../../http/problem.ts';
import { textOf } from '../../ranking/period-key.ts';
import { pagesMatching } from '../../store/matching-events.ts';
import type { RecordsToKeep } from '../../store/records.ts';
import type { RevisedTogether, Revising, Revision, StoredPlayer, TotalNow } from '../../store/stored-values.ts';
import { aheadBack } from '../parts/ahead-back.ts';
import { changesBy } from '../parts/consequences.ts';
import { openTotals } from '../parts/open-totals.ts';
import { askedAt, type Opposite, partPlan, type Undos } from '../parts/opposite.ts';
import type { Imagined, PreviewedAct } from '../parts/previewed.ts';
import { keptTurns, refuseIfDecided, type Turn, turned, turnsBack, turnsSchema } from './decisions.ts';
import { HELD_POINTS } from './held.ts';
import { turnSchema } from './players.ts';

/** A player's changes by a ban, or by lifting one. */
interface Sentence {
  readonly act: 'ban-player' | 'lift-ban';
  /** Whether this is a new ban, as opposed to an undo. */
  readonly isNew: boolean;
  readonly player: StoredPlayer;
  readonly reason?: string | undefined;
  readonly visibility: VisibilityTurn | undefined;
  readonly held: readonly Turn[];
  readonly ahead: RevisionsAhead;
  /** How many items are skipped. */
  readonly refused: number;
  /** State that others may change, for detecting outdated previews. */
  readonly seen: unknown;
}

const keptSchema = z.object({ visibility: z.nullable(turnSchema), held: turnsSchema, revisions: keptRevisionsSchema });

type Done = Exclude<AnswerTo<'banPlayer'>, { preview: true }>;

/**
 * Removes a player, rejects their points on hold, and voids their events that happened at `voidFrom` or later, all in one commit. Skips
 * points that arrive meanwhile, because nobody sees them.
 * @throws {Problem} not-found for an unknown name; conflict if there is nothing to do, or too much; invalid-event if a total would not be
 * exact.
 */
export function banning(boards: LiveBoards, username: string, { reason, voidFrom }: BodyOf<'banPlayer'>): PreviewedAct<Done> {
  let read: Promise<EventsOf> | undefined;
  const sentence = async (): Promise<Sentence> => {
    const player = await boards.players.existing(username);
    // Once per request, so that preview, check and act see the same events.
    const { ahead, voided } = await (read ??= eventsOf(boards, player, reason, voidFrom ?? undefined));
    const before = boards.players.visibility(player.number);
    const records = await boards.held.of(player.username);
    const waiting = records.filter(({ state }) => state === 'waiting');
    const decided = records.filter(({ state }) => state !== 'waiting');
    const held = waiting.map((record) => ({
      record,
      before: { state: 'waiting', note: null },
      after: { state: 'rejected', note: reason },
    }));
    if (before.state === 'removed' && held.length === 0 && ahead.revising.length === 0)
      throw new Problem('changed', `"${player.username}" is already removed, and there is nothing to reject or void. Nothing was changed.`);
    return {
      act: 'ban-player',
      isNew: true,
      player,
      reason,
      visibility: before.state === 'removed' ? undefined : [player.number, before, { state: 'removed', reason }],
      held,
      ahead,
      refused: 0,
      seen: [before, decided.map(({ id, state }) => [id, state]), voided],
    };
  };
  return carryingOut(boards, sentence);
}

interface EventsOf {
  readonly ahead: RevisionsAhead;
  /** The board and `seq` of events that are already voided. */
  readonly voided: readonly (readonly [board: string, seq: number])[];
}

async function eventsOf(boards: LiveBoards, { number }: StoredPlayer, reason: string, voidFrom: string | undefined): Promise<EventsOf> {
  const revising: Revising[] = [];
  const voided: [string, number][] = [];
  for (const { name: board } of voidFrom === undefined ? [] : boards.boards()) {
    for await (const { events } of pagesMatching(boards.store, board, { player: number, from: Date.parse(voidFrom!) })) {
      for (const { seq, voided: gone } of events) {
        if (gone === undefined) revising.push({ board, id: seq, does: 'void' });
        else voided.push([board, seq]);
      }
      if (revising.length > MOST_SELECTED)
        throw new Problem('conflict', `More than ${MOST_SELECTED.toLocaleString('en')} events happened since. Nothing was changed.`, [
          { field: 'voidFrom', rule: 'must be later' },
        ]);
    }
  }
  return { ahead: await boards.revisions.ahead(revising, { reason, isMeant: (gone) => gone === undefined }), voided };
}

function carryingOut(boards: LiveBoards, sentence: () => Promise<Sentence>): PreviewedAct<Done> {
  return {
    imagine: async () => imagined(boards, await sentence()),
    async carryOut(agreed = ANYTHING) {
      // Slow reads come first, while others commit.
      await sentence();
      return boards.commits.betweenCommits(async () => {
        const check = await agreed();
        const { act, player, reason, visibility, held, ahead } = await sentence();
        const { revisions, players, store, clock } = boards;
        let id = '';
        let events = 0;
        const records: RecordsToKeep<RevisedTogether> = {
          of: held.map(({ record }) => record),
          change(found, revised) {
            check();
            refuseIfDecided(HELD_POINTS, held, found);
            const done = exactOf(revised);
            events = done.length;
            const [, before, after] = visibility ?? [];
            const entry = auditEntry(
              { act, player: player.number, before, after: { ...after, held: held.length, events }, reason },
              clock(),
            );
            ({ id } = entry);
            const kept = { visibility: visibility ?? null, held: keptTurns(held), revisions: keptRevisions(done, ahead.about.at) };
            return [entry, besideEntry(entry, kept), ...turned(held, entry.at)];
          },
        };
        await revisions.together(ahead, records, visibility && players.beside([visibility]));
        return { player: namesAnswer(player), held: held.length, events, entry: await entryNumber(store, id) };
      });
    },
  };
}

/** A dry run, with the effect on ranks. */
async function imagined(boards: LiveBoards, sentence: Sentence): Promise<Imagined> {
  const { isNew, player, visibility, held, ahead, refused, seen } = sentence;
  const revised = await boards.revisions.imagineTogether(ahead);
  const events = exactOf(revised).length;
  const totals = new Map<string, TotalNow>();
  const isShown = (visibility?.[2] ?? boards.players.visibility(player.number)).state === 'shown';
  const isMoving = visibility !== undefined && isShown !== (visibility[1].state === 'shown');
  for (const total of isMoving ? await openTotals(boards, [player.number]) : []) totals.set(textOf(total.period), total);
  for (const total of 'totals' in revised ? revised.totals : []) totals.set(textOf(total.period), total);
  return {
    subject: [`player "${player.username}"`, seen],
    changes: await changesBy(boards, [...totals.values()], () => isShown),
    ...(isNew
      ? { ban: { held: held.length, events } }
      : { selected: { changed: changedBy(sentence, events), refused: refused + ahead.revising.length - events } }),
  };
}

/** How many items are changed, including this many events. */
function changedBy({ visibility, held }: Sentence, events: number): number {
  return (visibility === undefined ? 0 : 1) + held.length + events;
}

/** Undoes the changes to everything that nobody changed since. */
function undoing(act: Sentence['act']): Opposite {
  return {
    ...askedAt('banPlayer', act),
    isCostly: true,
    async plan({ boards }, told) {
      const sentence = () => sentenceBack(boards, told, act);
      const now = await sentence();
      const events = exactOf(await boards.revisions.imagineTogether(now.ahead)).length;
      const [, is, was] = now.visibility ?? [];
      const [some, none] = [
        { held: now.held.length, events },
        { held: 0, events: 0 },
      ];
      const fields =
        act === 'lift-ban'
          ? { now: { ...is, ...some }, wanted: { ...was, ...none } }
          : { now: { ...is, ...none }, wanted: { ...was, ...some } };
      return partPlan(fields, changedBy(now, events), carryingOut(boards, sentence));
    },
  };
}

async function sentenceBack(boards: LiveBoards, told: ToldAct, act: Sentence['act']): Promise<Sentence> {
  const { visibility: were, held, revisions } = keptSchema.parse(await keptBeside(boards.store, told));
  const [player] = await boards.store.players([told.kept.player!]);
  const does: Revision['does'] = act === 'lift-ban' ? 'restore' : 'void';
  const ahead = await aheadBack(boards, told, revisions, does, 'The ban was lifted.');
  const back = await turnsBack(boards, HELD_POINTS, held, told.at);
  const visibility = were !== null && isDeepStrictEqual(boards.players.visibility(were[0]), were[2]) ? were : undefined;
  const { refused, turns } = back;
  const turn: VisibilityTurn | undefined = visibility && [visibility[0], visibility[2], visibility[1]];
  return {
    act,
    isNew: false,
    player: player!,
    reason: act === 'ban-player' ? removalReason(turn?.[2]) : undefined,
    visibility: turn,
    held: turns,
    ahead,
    refused: refused + (were !== null && visibility === undefined ? 1 : 0),
    seen: [turn, turns.map(({ record: { id } }) => id)],
  };
}

function removalReason(visibility: PlayerVisibility | undefined): string | undefined {
  return visibility?.state === 'removed' ? visibility.reason : undefined;
}

export const BAN_UNDOS = { 'ban-player': undoing('lift-ban'), 'lift-ban': undoing('ban-player') } satisfies Undos;
