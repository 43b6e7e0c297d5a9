import type { BodyOf } from '../../contract/api.ts';
import { timeText } from '../../contract/moment-text.ts';
import { actorText } from '../../contract/operation/audit.ts';
import type { ApiRevised } from '../../contract/operation/ledger.ts';
import { dayOf } from '../answers/parts/board-days.ts';
import { whoAnswer } from '../answers/parts/player-place.ts';
import { voidedAnswer } from '../answers/receipt-answer.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import { type ToldAct, toldActIn } from '../audit/told-act.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { parseEvent } from '../boards/points/points-intake.ts';
import { submittedAt } from '../boards/points/commit-queue.ts';
import { heldKey } from '../boards/points/kept-held.ts';
import type { Submitted } from '../boards/points/points-recorder.ts';
import { ANYTHING } from '../boards/revising/agreement.ts';
import { MERGE_REASONS } from '../boards/revising/moved-events.ts';
import { Problem } from '../http/problem.ts';
import { whoActs } from '../store/acting.ts';
import { AUDIT, everyRecord, type StoredRecord } from '../store/records.ts';
import type { BoardSettings, NewEvent } from '../store/stored-values.ts';
import { changesBy } from './parts/consequences.ts';
import { imaginedEvent, imaginedPoints } from './parts/imagined-points.ts';
import { askedAt, type Opposite, type Plan, type UndoParts, type Undos } from './parts/opposite.ts';
import type { Imagined, PreviewedAct } from './parts/previewed.ts';

type Revising = BodyOf<'reviseEvent'>;

/** Voids or restores an event. @throws {Problem} not-found for an unknown board; as `EventRevisions.revise`. */
export function revisingEvent(boards: LiveBoards, boardName: string, revising: Revising): PreviewedAct<ApiRevised> {
  const board = boards.board(boardName);
  const { event: id, does, reason } = revising;
  return {
    imagine: () => imaginedRevision(boards, board, revising),
    async carryOut(agreed) {
      const { player, event, periods } = await boards.revisions.revise(board, id, does, reason, agreed);
      return {
        board: board.name,
        does,
        event: {
          id: event.id,
          points: event.points,
          at: timeText(event.at),
          activity: event.activity,
          voided: voidedAnswer(event.voided),
        },
        player: whoAnswer(player),
        periods: periods.map(({ period: { kind, start }, state }) => ({
          kind,
          from: Number.isFinite(start) ? dayOf(start, board.calendar) : null,
          state,
        })),
      };
    },
  };
}

/** Previews voiding or restoring an event. @throws {Problem} as `EventRevisions.revise`. */
async function imaginedRevision(boards: LiveBoards, board: BoardSettings, { event: id, does, reason }: Revising): Promise<Imagined> {
  const { periods, totals } = await boards.revisions.imagine(board, id, does, reason);
  return { subject: [`event "${id}"`, [does, periods.map(({ state }) => state)]], changes: await changesBy(boards, totals) };
}

/**
 * Posts points by hand, without limits, and without renaming known players. Idempotent by the id of the event.
 * @throws {Problem} not-found for an unknown board; archived; conflict if points are on hold under the id; as `parseEvent`, as
 * posted points, and as `agreed`.
 */
export function postingByHand(boards: LiveBoards, board: string, sent: unknown): PreviewedAct<Extract<Submitted, { kind: 'report' }>> {
  boards.boardForPoints(board);
  const { store, commits, recording, clock } = boards;
  const now = clock();
  const event = submittedAt(now, { ...parseEvent(sent, now), keepsNames: true, author: { by: actorText(whoActs()) } });
  const key = heldKey(board, event.id);
  /** Its effect; `undefined` if it was already posted. */
  const effectNow = async () => {
    refuseIfHeld(await store.record(key.kind, key.id), event);
    const [effect] = await imaginedEvent(boards, board, event);
    return effect;
  };
  return {
    async imagine() {
      const effect = await effectNow();
      return {
        subject: [`event "${event.id}"`, effect === undefined ? 'posted' : event.digest],
        changes: await imaginedPoints(boards, effect === undefined ? [] : [effect]),
      };
    },
    async carryOut(agreed = ANYTHING) {
      const [submitted] = await commits.betweenCommits(async () => {
        const check = (await effectNow()) === undefined ? () => {} : await agreed();
        let player: number | undefined;
        return recording.commitLookedAt(board, [event], {
          told: ([effect]) => (player = effect!.player.number),
          records: {
            of: [key],
            change: ([held], [recorded]) => {
              refuseIfHeld(held, event);
              if (recorded!.outcome !== 'recorded') return [];
              check();
              const { id, points, at, activity } = event;
              const after = { points, at: timeText(at), ...(activity !== '' && { activity }) };
              return [auditEntry({ act: 'post-points', board, player, subject: id, after }, clock())];
            },
          },
        });
      });
      if (submitted!.kind === 'refused') throw submitted!.problem;
      return submitted as Extract<Submitted, { kind: 'report' }>;
    },
  };
}

function refuseIfHeld(held: StoredRecord | undefined, { id }: NewEvent): void {
  if (held === undefined || held.state === 'accepted') return;
  throw new Problem('conflict', `Points with the id "${id}" are on hold. Accept them, or use a new id.`, [
    { field: 'id', rule: 'must not be the id of points on hold' },
  ]);
}

/** Events of merges can only be undone with the merge. */
function whyPartOfMerge({ kept: { reason = '' } }: ToldAct): string | undefined {
  return MERGE_REASONS.has(reason) ? 'This is part of a merge of two players. Undo the merge instead.' : undefined;
}

/** Undoes by voiding the event. `reason` is public. */
export function voidingFor(reason: string): Opposite {
  return {
    ...askedAt('reviseEvent', 'void-event'),
    plan: (parts, told) => revisionPlan(parts, told, 'void', { left: null, reason }),
  };
}

/** `left`: the reason for which the act left the event voided, if it did. */
async function revisionPlan(
  { boards }: UndoParts,
  { kept }: ToldAct,
  does: 'void' | 'restore',
  { left, reason }: { readonly left: string | null | undefined; readonly reason: string },
): Promise<Plan> {
  const board = boards.board(kept.board!);
  const event = await boards.store.eventWithId(board.name, kept.subject!);
  const revising = { event: kept.subject!, does, reason };
  return {
    left: { voided: left },
    now: event && { voided: event.voided?.reason ?? null },
    wanted: { voided: does === 'void' ? reason : null },
    imagine: () => imaginedRevision(boards, board, revising),
    carryOut: (agreed) => boards.revisions.revise(board, revising.event, does, reason, agreed),
  };
}

/** The reason of the void that a restoration ended. */
async function formerReason({ boards }: UndoParts, { number, kept }: ToldAct): Promise<string | undefined> {
  for await (const record of everyRecord(boards.store, AUDIT, { state: 'void-event', before: number })) {
    const { board, subject, reason } = toldActIn(record).kept;
    if (board === kept.board && subject === kept.subject) return reason;
  }
  return undefined;
}

export const EVENT_UNDOS = {
  'post-points': voidingFor('Posting it was undone.'),
  'void-event': {
    ...askedAt('reviseEvent', 'restore-event'),
    why: whyPartOfMerge,
    plan: (parts, told) => revisionPlan(parts, told, 'restore', { left: told.kept.reason, reason: 'Voiding it was undone.' }),
  },
  // Voids it again for its former reason.
  'restore-event': {
    ...askedAt('reviseEvent', 'void-event'),
    isCostly: true,
    why: whyPartOfMerge,
    async plan(parts, told) {
      const reason = (await formerReason(parts, told)) ?? 'Restoring it was undone.';
      return revisionPlan(parts, told, 'void', { left: null, reason });
    },
  },
} satisfies Undos;
