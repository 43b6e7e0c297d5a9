import type * as z from 'zod/mini';

import type { ApiRevised } from '../../contract/operation/operation-answers.ts';
import { timeText } from '../../contract/moment-text.ts';
import type { OPERATION_ENDPOINTS } from '../../contract/operation/operation-endpoints.ts';
import { dayOf } from '../answers/board-days.ts';
import { whoAnswer } from '../answers/player-place.ts';
import { voidedAnswer } from '../answers/receipt-answer.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { imaginedRevision } from '../previews/imagined-revision.ts';
import type { PreviewedAct } from '../previews/previewed.ts';

/**
 * Voids an event of a board, or restores it, and tells what that did in each of its periods.
 * @throws {Problem} not-found for an unknown board; as `EventRevisions.revise`.
 */
export function revisingEvent(
  boards: LiveBoards,
  boardName: string,
  revising: z.output<typeof OPERATION_ENDPOINTS.reviseEvent.body>,
): PreviewedAct<ApiRevised> {
  const board = boards.board(boardName);
  const { event: id, does, reason } = revising;
  return {
    imagine: () => imaginedRevision(boards, board, revising),
    async carryOut(agreed) {
      const { player, event, periods } = await boards.revisions.revise(board, id, does, reason, { agreed });
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
