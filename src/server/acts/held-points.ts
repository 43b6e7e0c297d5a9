import type { AnswerTo, BodyOf, QueryOf } from '../../contract/api.ts';
import type { ApiHeld } from '../../contract/operation/held.ts';
import { heldAnswer } from '../answers/parts/held-answer.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { HELD, heldKey, keptHeld } from '../boards/points/kept-held.ts';
import { type BoardLimits, DEFAULT_REPLAYS } from '../boards/points/points-limits.ts';
import { Problem } from '../http/problem.ts';
import { countRecords, pageOfRecords } from '../store/records.ts';
import type { Revising } from '../store/stored-values.ts';
import { voidingFor } from './events.ts';
import { revisionsPlan } from './many/events.ts';
import { recordsBeside } from './many/decisions.ts';
import { heldMatching } from './many/held.ts';
import { imaginedEvent, imaginedPoints } from './parts/imagined-points.ts';
import { aheadOnce } from './parts/ahead-back.ts';
import { askedAt, type Undos } from './parts/opposite.ts';
import type { PreviewedAct } from './parts/previewed.ts';

/** @throws {Problem} not-found for an unknown board. */
export function limitsAnswer(boards: LiveBoards, name: string): AnswerTo<'limits'> {
  return answerOf(boards.board(name).name, boards.limits.settings(name));
}

function answerOf(
  board: string,
  { event, hour, day, history, play, names = false, challenge = false, replays = DEFAULT_REPLAYS }: BoardLimits,
): AnswerTo<'limits'> {
  return { board, limits: { event, hour, day, history, play: play ?? null, names, challenge, replays } };
}

/**
 * Sets a board's limits. `still` is called inside the commit with the stored ones.
 * @throws {Problem} not-found for an unknown board; as `PointsLimits.replace`.
 */
export async function setLimits(
  boards: LiveBoards,
  name: string,
  limits: BodyOf<'setLimits'>,
  still: (kept: AnswerTo<'limits'>) => void = () => {},
): Promise<AnswerTo<'limits'>> {
  const {
    event = null,
    hour = null,
    day = null,
    history = null,
    play,
    names = false,
    challenge = false,
    replays = DEFAULT_REPLAYS,
  } = limits;
  const set = {
    event,
    hour,
    day,
    history,
    ...playLimitsIn(play),
    ...(names && { names }),
    ...(challenge && { challenge }),
    ...(replays !== DEFAULT_REPLAYS && { replays }),
  };
  await boards.limits.replace(boards.board(name), set, (kept) => still(answerOf(name, kept)));
  return limitsAnswer(boards, name);
}

/** The limits of plays, if there are any. */
function playLimitsIn(play: BodyOf<'setLimits'>['play']): Pick<BoardLimits, 'play'> {
  const { seconds = null, rate = null, hour = null, day = null, podium = false } = play ?? {};
  const isLimited = podium || [seconds, rate, hour, day].some((limit) => limit !== null);
  return isLimited ? { play: { seconds, rate, hour, day, podium } } : {};
}

/**
 * Points on hold, now or before, newest first, filtered by board, player, state or part of an event id.
 * @throws {Problem} not-found for an unknown board; bad-request for an invalid `before`.
 */
export async function heldPage(
  boards: LiveBoards,
  { board, player, event, state, before, limit }: QueryOf<'held'>,
): Promise<AnswerTo<'held'>> {
  const isAsked = heldMatching(boards, { board, player, event });
  const last = before === undefined ? undefined : (await boards.store.record(HELD, before))?.number;
  if (before !== undefined && last === undefined)
    throw new Problem('bad-request', 'There is no such page of points on hold.', [
      { field: 'before', rule: 'must be the "next" of a page' },
    ]);
  const { found, next } = await pageOfRecords(boards.store, HELD, { state, before: last, limit }, isAsked);
  const isCounted = board === undefined && player === undefined && event === undefined;
  return {
    held: found.map(heldAnswer),
    next: next?.id ?? null,
    total: isCounted ? await countRecords(boards.store, HELD, state) : null,
  };
}

/** Accepts points on hold. @throws {Problem} as `HeldPoints.accept`. */
export function acceptingHeld(boards: LiveBoards, id: string): PreviewedAct<ApiHeld> {
  return {
    async imagine() {
      const { held, state, event } = await boards.held.waiting(id);
      const effects = await imaginedEvent(boards, held.board, event);
      return { subject: [`points on hold ${id}`, state], changes: await imaginedPoints(boards, effects) };
    },
    async carryOut(agreed) {
      await boards.held.accept(id, agreed);
      return heldAnswer((await boards.store.record(HELD, id))!);
    },
  };
}

/** Rejects points on hold. @throws {Problem} as `HeldPoints.reject`. */
export async function rejectHeld(boards: LiveBoards, id: string, reason: string): Promise<ApiHeld> {
  await boards.held.reject(id, reason);
  return heldAnswer((await boards.store.record(HELD, id))!);
}

export const HELD_UNDOS = {
  // Voids them, because accepted points stay in the ledger.
  'accept-points': voidingFor('Accepting it was undone.'),
  // Voids the ones not voided yet.
  'accept-held': {
    ...askedAt('reviseEvents', 'void-events'),
    isCostly: true,
    async plan({ boards }, told) {
      const { board, player } = told.kept;
      const ahead = await aheadOnce(told, async () => {
        const accepted = await recordsBeside(boards, HELD, told);
        const revising = accepted.map((record): Revising => {
          const held = keptHeld(record);
          return { board: held.board, id: held.event.id, does: 'void' };
        });
        return boards.revisions.ahead(revising, { reason: 'Accepting it was undone.', isMeant: (voided) => voided === undefined });
      });
      return revisionsPlan(boards, 'void', ahead, { board, player, subject: 'accepted points' });
    },
  },
  'reject-points': {
    ...askedAt('rejectHeld', 'hold-points'),
    async plan({ boards }, { kept: { board = '', subject = '', reason } }) {
      const { kind, id } = heldKey(board, subject);
      const record = await boards.store.record(kind, id);
      return {
        left: { state: 'rejected', note: reason },
        now: { state: record?.state, note: record && keptHeld(record).note },
        wanted: { state: 'waiting', note: null },
        carryOut: () => boards.held.holdAgain(id),
      };
    },
  },
  'hold-points': {
    ...askedAt('rejectHeld', 'reject-points'),
    async plan({ boards }, { kept: { board = '', subject = '', before } }) {
      const { kind, id } = heldKey(board, subject);
      const { note } = before as { readonly note: string };
      return {
        left: { state: 'waiting' },
        now: { state: (await boards.store.record(kind, id))?.state },
        wanted: { state: 'rejected', note },
        carryOut: () => boards.held.reject(id, note),
      };
    },
  },
} satisfies Undos;
