import type * as z from 'zod/mini';

import type { ApiRevised } from '../../contract/operation/operation-answers.ts';
import { timeText } from '../../contract/moment-text.ts';
import type { OPERATION_ENDPOINTS } from '../../contract/operation/operation-endpoints.ts';
import { dayOf } from '../answers/board-days.ts';
import { whoAnswer } from '../answers/player-place.ts';
import { voidedAnswer } from '../answers/receipt-answer.ts';
import type { LiveBoards } from '../boards/live-boards.ts';

type Revising = z.output<typeof OPERATION_ENDPOINTS.reviseEvent.body>;

/**
 * Voids an event of a board, or restores it, and tells what that did in each of its periods.
 * @throws {Problem} not-found for an unknown board, and as {@link EventRevisions.revise}.
 */
export async function reviseEvent(boards: LiveBoards, boardName: string, { event: id, does, reason }: Revising): Promise<ApiRevised> {
  const board = boards.board(boardName);
  const { player, event, periods } = await boards.revisions.revise(board, id, does, reason);
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
