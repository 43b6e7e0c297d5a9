import type * as z from 'zod/mini';

import type { ApiReopened } from '../../contract/operation/operation-answers.ts';
import { timeText } from '../../contract/moment-text.ts';
import type { OPERATION_ENDPOINTS } from '../../contract/operation/operation-endpoints.ts';
import { periodContaining } from '../../domain/calendar.ts';
import type { ApiPreview } from '../../contract/operation/previews.ts';
import { dayOf, momentOf } from '../answers/board-days.ts';
import { periodAnswer } from '../answers/rankings-answer.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { imaginedReopening } from '../previews/imagined-reopening.ts';
import { type Condition, onCondition, type Outlook, previewed } from '../previews/previewed.ts';

type Reopening = z.output<typeof OPERATION_ENDPOINTS.reopenPeriod.body>;

/**
 * Opens the latest closed period of its kind on a board again: the one that has the day `date` on the board's calendar.
 * @throws {Problem} not-found for an unknown board; bad-request for a day that the board's zone skipped; conflict as
 * `PeriodClosing.reopen`; as {@link onCondition}.
 */
export async function reopenPeriod(
  outlook: Outlook,
  boardName: string,
  reopening: Reopening,
  condition: Condition = {},
): Promise<ApiReopened> {
  const { boards } = outlook;
  const { board, period } = periodAsked(boards, boardName, reopening);
  const { period: kind, reason } = reopening;
  const key = { board: board.name, kind, start: period.start, end: period.end };
  await onCondition(
    outlook,
    condition,
    () => imaginedReopening(boards, board, period),
    (agreed) => boards.closing.reopen(key, reason, agreed),
  );
  return {
    board: board.name,
    period: periodAnswer(boards, board.name, period, false),
    from: dayOf(period.start, board.calendar),
    reason,
    finalAt: timeText(await boards.closing.finalTimeOf(board.name, period)),
  };
}

/** What {@link reopenPeriod} would do to the ranks. @throws {Problem} as that. */
export function reopeningPreview(outlook: Outlook, boardName: string, reopening: Reopening): Promise<ApiPreview> {
  const { board, period } = periodAsked(outlook.boards, boardName, reopening);
  return previewed(outlook, () => imaginedReopening(outlook.boards, board, period));
}

function periodAsked(boards: LiveBoards, boardName: string, { period: kind, date }: Reopening) {
  const board = boards.board(boardName);
  return { board, period: periodContaining(kind, momentOf(date, board.calendar, 'date'), board.calendar) };
}
