import type { BodyOf } from '../../contract/api.ts';
import { timeText } from '../../contract/moment-text.ts';
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
import { AUDIT, everyRecord, type StoredRecord } from '../store/records.ts';
import type { BoardSettings, EventEffect, NewEvent } from '../store/stored-values.ts';
import { type OrderChange, changesBy } from './parts/consequences.ts';
import { askedAt, type Opposite, type Plan, type UndoParts, type Undos } from './parts/opposite.ts';
import type { Imagined, PreviewedAct } from './parts/previewed.ts';

type Revising = BodyOf<'reviseEvent'>;

/**
 * Voids an event of a board, or restores it, and tells what that did in each of its periods.
 * @throws {Problem} not-found for an unknown board; as `EventRevisions.revise`.
 */
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

/**
 * What voiding an event would do, or restoring it: its player has other totals in the periods that change.
 * @throws {Problem} as `EventRevisions.revise`.
 */
async function imaginedRevision(boards: LiveBoards, board: BoardSettings, { event: id, does, reason }: Revising): Promise<Imagined> {
  const { periods, totals } = await boards.revisions.imagine(board, id, does, reason);
  return { subject: [`event "${id}"`, [does, periods.map(({ state }) => state)]], changes: await changesBy(boards, totals) };
}

/**
 * Records points that an operator posts, with their report as JSON, and whether they were posted before: idempotent by the id of the
 * event, whatever was agreed to. No limit holds them. Of a player who is known the names stay.
 * @throws {Problem} not-found for an unknown board, archived for one that takes no points; conflict if points are held under the id; as
 * `parseEvent`, as points that are posted, and as `agreed`.
 */
export function postingByHand(boards: LiveBoards, board: string, sent: unknown): PreviewedAct<Extract<Submitted, { kind: 'report' }>> {
  boards.boardForPoints(board);
  const { store, commits, recording, clock } = boards;
  const now = clock();
  const event = submittedAt(now, { ...parseEvent(sent, now), keepsNames: true });
  const key = heldKey(board, event.id);
  /** What posting it would do; `undefined` if it was done already. */
  const effectNow = async () => {
    refuseIfHeld(await store.record(key.kind, key.id), event);
    return recording.imagine(board, event);
  };
  return {
    async imagine() {
      const effect = await effectNow();
      return {
        subject: [`event "${event.id}"`, effect === undefined ? 'posted' : event.digest],
        changes: await imaginedPoints(boards, effect),
      };
    },
    async carryOut(agreed = ANYTHING) {
      const submitted = await commits.betweenCommits(async () => {
        const check = (await effectNow()) === undefined ? () => {} : await agreed();
        let player: number | undefined;
        return recording.commitLookedAt(board, event, {
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
      if (submitted.kind === 'refused') throw submitted.problem;
      return submitted as Extract<Submitted, { kind: 'report' }>;
    },
  };
}

function refuseIfHeld(held: StoredRecord | undefined, { id }: NewEvent): void {
  if (held === undefined || held.state === 'accepted') return;
  throw new Problem('conflict', `Points are held under the id "${id}". Accept them, or post under a new id.`, [
    { field: 'id', rule: 'must not be the id of held points' },
  ]);
}

/** What recording an event on a board would do to the orders of its periods, if it does anything: its player has more, or is new. */
export async function imaginedPoints(boards: LiveBoards, effect: EventEffect | undefined): Promise<OrderChange[]> {
  if (effect === undefined || !boards.players.isShown(effect.player.number)) return [];
  const { event, player, changes } = effect;
  const totals = changes.flatMap((change) =>
    change.state === 'closed' ? [] : [{ period: change.period, player: player.number, total: change.after }],
  );
  const isNew = (await boards.store.playerNamed(event.username)) === undefined;
  const moves = await changesBy(boards, totals);
  return isNew ? moves.map((move) => Object.assign(move, { newcomer: player })) : moves;
}

/** Why events of merges are left to the merge. */
function whyPartOfMerge({ kept: { reason = '' } }: ToldAct): string | undefined {
  return MERGE_REASONS.has(reason) ? 'This is part of a merge of two players. Undo the merge instead.' : undefined;
}

/** The event of an entry is voided. `reason`: visitors may read it. */
export function voidingFor(reason: string): Opposite {
  return {
    ...askedAt('reviseEvent', 'void-event'),
    plan: (parts, told) => revisionPlan(parts, told, 'void', { left: null, reason }),
  };
}

/** What is to be done with an event. `left`: why the act left it voided, if it did. */
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

/** Why an event was voided the last time before it was restored. */
async function formerReason({ boards }: UndoParts, { number, kept }: ToldAct): Promise<string | undefined> {
  for await (const record of everyRecord(boards.store, AUDIT, { state: 'void-event', before: number })) {
    const { board, subject, reason } = toldActIn(record).kept;
    if (board === kept.board && subject === kept.subject) return reason;
  }
  return undefined;
}

/** What takes acts about events back. */
export const EVENT_UNDOS = {
  'post-points': voidingFor('Posting it was undone.'),
  // It counts again.
  'void-event': {
    ...askedAt('reviseEvent', 'restore-event'),
    why: whyPartOfMerge,
    plan: (parts, told) => revisionPlan(parts, told, 'restore', { left: told.kept.reason, reason: 'Voiding it was undone.' }),
  },
  // It is voided again, for the reason that it was voided for before.
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
