import { ENDPOINTS } from '../../contract/api.ts';
import type { ToldAct } from '../audit/told-act.ts';
import { toldActIn } from '../audit/told-act.ts';
import { HELD, heldKey, keptHeld } from '../boards/points/kept-held.ts';
import { MERGE_REASONS } from '../boards/revising/moved-events.ts';
import { imaginedRevision } from '../previews/imagined-revision.ts';
import { everyEvent } from '../previews/totals-of-events.ts';
import { AUDIT, everyRecord } from '../store/records.ts';
import type { Opposite, Plan, UndoParts } from './opposite.ts';

/** Why events of merges are left to the merge. */
function whyPartOfMerge({ kept: { reason = '' } }: ToldAct): string | undefined {
  return MERGE_REASONS.has(reason) ? 'This is a part of a merge of two players. Take the merge back.' : undefined;
}

/** An event that was voided counts again. */
export const restoreEvent: Opposite = {
  role: ENDPOINTS.reviseEvent.role,
  does: ['restore-event'],
  why: whyPartOfMerge,
  plan: (parts, told) =>
    revisionPlan(parts, told, {
      does: 'restore',
      left: { voided: told.kept.reason },
      wanted: { voided: null },
      reason: 'Voiding it was undone.',
    }),
};

/** An event that was restored is voided again, for the reason that it was voided for before. */
export const voidEvent: Opposite = {
  role: ENDPOINTS.reviseEvent.role,
  does: ['void-event'],
  why: whyPartOfMerge,
  async plan(parts, told) {
    const reason = (await formerReason(parts, told)) ?? 'Restoring it was undone.';
    return revisionPlan(parts, told, { does: 'void', left: { voided: null }, wanted: { voided: reason }, reason });
  },
};

/** Points that were accepted are voided: what counted stays in the ledger. */
export const voidAccepted = voidingFor('Accepting it was undone.');

/** Points that were posted by hand are voided. */
export const voidPosted = voidingFor('Posting it was undone.');

/** `reason`: visitors may read it. */
function voidingFor(reason: string): Opposite {
  return {
    role: ENDPOINTS.reviseEvent.role,
    does: ['void-event'],
    plan: (parts, told) => revisionPlan(parts, told, { does: 'void', left: { voided: null }, wanted: { voided: reason }, reason }),
  };
}

/** Points that were rejected wait again. */
export const holdAgain: Opposite = {
  role: ENDPOINTS.rejectHeld.role,
  does: ['hold-points'],
  async plan({ boards }, { kept: { board = '', subject = '', reason } }) {
    const { kind, id } = heldKey(board, subject);
    const record = await boards.store.record(kind, id);
    return {
      act: 'hold-points',
      left: { state: 'rejected', note: reason },
      now: { state: record?.state, note: record && keptHeld(record).note },
      wanted: { state: 'waiting', note: null },
      carryOut: () => boards.held.holdAgain(id),
    };
  },
};

/** Points that wait again are rejected as before. */
export const rejectAgain: Opposite = {
  role: ENDPOINTS.rejectHeld.role,
  does: ['reject-points'],
  async plan({ boards }, { kept: { board = '', subject = '', before } }) {
    const { id } = heldKey(board, subject);
    const record = await boards.store.record(HELD, id);
    const { note } = before as { readonly note: string };
    return {
      act: 'reject-points',
      left: { state: 'waiting' },
      now: { state: record?.state },
      wanted: { state: 'rejected', note },
      carryOut: () => boards.held.reject(id, note),
    };
  },
};

/** What is to be done with an event, and how it was left. */
interface Revising {
  readonly does: 'void' | 'restore';
  readonly left: unknown;
  readonly wanted: unknown;
  readonly reason: string;
}

async function revisionPlan({ boards }: UndoParts, { kept }: ToldAct, { does, left, wanted, reason }: Revising): Promise<Plan> {
  const board = boards.board(kept.board!);
  const event = (await everyEvent(boards, board, kept.player!)).find(({ id }) => id === kept.subject);
  const revising = { event: kept.subject!, does, reason };
  return {
    act: does === 'void' ? 'void-event' : 'restore-event',
    left,
    now: event && { voided: event.voided?.reason ?? null },
    wanted,
    imagine: () => imaginedRevision(boards, board, revising),
    carryOut: (agreed) => boards.revisions.revise(board, revising.event, does, reason, { agreed }),
  };
}

/** Why an event was voided the last time before it was restored. */
async function formerReason({ boards }: UndoParts, { number, kept }: ToldAct): Promise<string | undefined> {
  for await (const record of everyRecord(boards.store, AUDIT, { state: 'void-event', before: number })) {
    const { board, subject, reason } = toldActIn(record).kept;
    if (board === kept.board && subject === kept.subject) return reason;
  }
  return undefined;
}
