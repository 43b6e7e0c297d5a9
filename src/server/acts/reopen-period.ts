import type * as z from 'zod/mini';

import type { ApiReopened } from '../../contract/operation/operation-answers.ts';
import { timeText } from '../../contract/moment-text.ts';
import type { OPERATION_ENDPOINTS } from '../../contract/operation/operation-endpoints.ts';
import { dayOf, periodOfDay } from '../answers/board-days.ts';
import { periodAnswer } from '../answers/rankings-answer.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { imaginedReopening } from '../previews/imagined-reopening.ts';
import { keyOf } from '../ranking/period-key.ts';
import type { PreviewedAct } from '../previews/previewed.ts';

/**
 * Opens the latest closed period of its kind on a board again: the one that has the day `date` on the board's calendar.
 * @throws {Problem} not-found for an unknown board; bad-request for a day that the board's zone skipped; conflict as
 * `PeriodClosing.reopen`.
 */
export function reopeningPeriod(
  boards: LiveBoards,
  boardName: string,
  { period: kind, date, reason }: z.output<typeof OPERATION_ENDPOINTS.reopenPeriod.body>,
): PreviewedAct<ApiReopened> {
  const board = boards.board(boardName);
  const period = periodOfDay(kind, date, board.calendar, 'date');
  return {
    imagine: () => imaginedReopening(boards, board, period),
    async carryOut(agreed) {
      await boards.closing.reopen(keyOf(board.name, period), reason, agreed);
      return {
        board: board.name,
        period: periodAnswer(boards, board.name, period, false),
        from: dayOf(period.start, board.calendar),
        reason,
        finalAt: timeText(await boards.closing.finalTimeOf(board.name, period)),
      };
    },
  };
}
