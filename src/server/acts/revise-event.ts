import type * as z from 'zod/mini';

import type { ApiRevised } from '../../contract/operation/operation-answers.ts';
import type { ApiPreview } from '../../contract/operation/previews.ts';
import { timeText } from '../../contract/moment-text.ts';
import type { OPERATION_ENDPOINTS } from '../../contract/operation/operation-endpoints.ts';
import { dayOf } from '../answers/board-days.ts';
import { whoAnswer } from '../answers/player-place.ts';
import { voidedAnswer } from '../answers/receipt-answer.ts';
import { imaginedRevision } from '../previews/imagined-revision.ts';
import { type Condition, onCondition, type Outlook, previewed } from '../previews/previewed.ts';

type Revising = z.output<typeof OPERATION_ENDPOINTS.reviseEvent.body>;

/**
 * Voids an event of a board, or restores it, and tells what that did in each of its periods.
 * @throws {Problem} not-found for an unknown board, as `EventRevisions.revise`, and as {@link onCondition}.
 */
export async function reviseEvent(outlook: Outlook, boardName: string, revising: Revising, condition: Condition = {}): Promise<ApiRevised> {
  const { boards } = outlook;
  const { event: id, does, reason } = revising;
  const board = boards.board(boardName);
  const { player, event, periods } = await onCondition(
    outlook,
    condition,
    () => imaginedRevision(boards, board, revising),
    (agreed) => boards.revisions.revise(board, id, does, reason, { agreed }),
  );
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
}

/** What {@link reviseEvent} would do to the ranks. @throws {Problem} as that. */
export function revisionPreview(outlook: Outlook, boardName: string, revising: Revising): Promise<ApiPreview> {
  const board = outlook.boards.board(boardName);
  return previewed(outlook, () => imaginedRevision(outlook.boards, board, revising));
}
