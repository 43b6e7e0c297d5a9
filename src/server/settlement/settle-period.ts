import type * as z from 'zod/mini';

import { timeText } from '../../contract/moment-text.ts';
import { type ApiPreview, MOST_DUE } from '../../contract/operation/previews.ts';
import type { ApiSettled } from '../../contract/operation/settlement-answers.ts';
import type { SETTLEMENT_ENDPOINTS } from '../../contract/operation/settlement-endpoints.ts';
import { periodContaining, type PeriodSpan } from '../../domain/calendar.ts';
import { prizeOf } from '../../domain/highlights/prize-groups.ts';
import { dayOf, momentOf } from '../answers/board-days.ts';
import { periodAnswer } from '../answers/rankings-answer.ts';
import { closeOnce } from '../boards/closing.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { notUnderReview } from '../boards/settling/reviews.ts';
import { Problem } from '../http/problem.ts';
import { type Condition, type Imagined, onCondition, type Outlook, previewed } from '../previews/previewed.ts';
import type { BoardSettings } from '../store/stored-values.ts';
import type { Log } from '../watching/log.ts';

type Settling = z.output<typeof SETTLEMENT_ENDPOINTS.settlePeriod.body>;

/** What settling needs of the server: whether something is wrong with its clock, and its log. */
export interface SettlingParts {
  readonly readiness: () => Promise<readonly string[]>;
  readonly log: Log;
}

/**
 * Ends the review of a period early, and closes it: the one of a kind that has the day `date` on the board's calendar.
 * @throws {Problem} not-found for an unknown board; bad-request for a day that the board's zone skipped; conflict for a period that is
 * not under review; unavailable while something is wrong with the clock; as {@link onCondition}.
 */
export async function settlePeriod(
  outlook: Outlook,
  { readiness, log }: SettlingParts,
  name: string,
  settling: Settling,
  condition: Condition = {},
): Promise<ApiSettled> {
  const { boards } = outlook;
  const { board, period } = periodAsked(boards, name, settling);
  const troubles = await readiness();
  if (troubles.length > 0) throw new Problem('unavailable', `Nothing can be closed now. ${troubles.join(' ')}`);
  const key = { board: board.name, kind: settling.period, start: period.start, end: period.end };
  await onCondition(
    outlook,
    condition,
    () => imaginedSettling(boards, board, period),
    (agreed) => boards.closing.settle(key, agreed),
  );
  const finalAt = boards.closing.finalTime(board.name, period);
  await closeOnce(boards, log);
  // The review of what is closed is over.
  await boards.reviews.begin();
  const { closed } = await boards.reading.places(board, settling.period, period.start, 0, () => []);
  return {
    board: board.name,
    period: periodAnswer(boards, board.name, period, closed),
    from: dayOf(period.start, board.calendar),
    finalAt: timeText(finalAt),
  };
}

/** What {@link settlePeriod} would make due. @throws {Problem} as that. */
export function settlingPreview(outlook: Outlook, name: string, settling: Settling): Promise<ApiPreview> {
  const { board, period } = periodAsked(outlook.boards, name, settling);
  return previewed(outlook, () => imaginedSettling(outlook.boards, board, period));
}

/** Nobody moves. What matters is who wins what, and how many do. */
async function imaginedSettling(boards: LiveBoards, board: BoardSettings, period: PeriodSpan): Promise<Imagined> {
  const review = boards.reviews.of(board.name, period);
  if (review === undefined || boards.closing.stateOf(board.name, period, false) !== 'provisional') throw notUnderReview();
  const { prizes } = review;
  const { total, standings } = await boards.reading.places(board, review.kind, period.start, 0, (_, ranked) =>
    prizes
      .flatMap(({ from, to }) => Array.from({ length: Math.max(0, Math.min(to, ranked) - from + 1) }, (__, i) => from + i))
      .slice(0, MOST_DUE),
  );
  const due = {
    total: prizes.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, total) - from + 1), 0),
    first: standings.map(({ rank, player: { username, displayName, avatar } }) => ({
      rank,
      prize: prizeOf(prizes, rank),
      player: { username, displayName, avatar },
    })),
  };
  const winners = due.first.map(({ rank, prize, player }) => [rank, prize, player.username]);
  return { subject: [`the winners of ${board.name} ${period.kind}`, [period.start, due.total, winners]], changes: [], due };
}

function periodAsked(boards: LiveBoards, name: string, { period: kind, date }: Settling) {
  const board = boards.board(name);
  return { board, period: periodContaining(kind, momentOf(date, board.calendar, 'date'), board.calendar) };
}
