import type * as z from 'zod/mini';

import { timeText } from '../../contract/moment-text.ts';
import { MOST_DUE } from '../../contract/operation/previews.ts';
import type { ApiSettled } from '../../contract/operation/settlement-answers.ts';
import type { SETTLEMENT_ENDPOINTS } from '../../contract/operation/settlement-endpoints.ts';
import type { PeriodSpan } from '../../domain/calendar.ts';
import { prizeOf } from '../../domain/highlights/prize-groups.ts';
import { dayOf, periodOfDay } from '../answers/board-days.ts';
import { periodAnswer } from '../answers/rankings-answer.ts';
import { closeOnce } from '../boards/closing.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { notUnderReview } from '../boards/settling/reviews.ts';
import { Problem } from '../http/problem.ts';
import type { Imagined, PreviewedAct } from '../previews/previewed.ts';
import { keyOf } from '../ranking/period-key.ts';
import type { BoardSettings } from '../store/stored-values.ts';
import type { Log } from '../watching/log.ts';

/** What settling works with. `readiness` says what is wrong with the clock. */
interface SettlingParts {
  readonly boards: LiveBoards;
  readonly readiness: () => Promise<readonly string[]>;
  readonly log: Log;
}

/**
 * Ends the review of a period early, and closes it: the one of a kind that has the day `date` on the board's calendar.
 * @throws {Problem} not-found for an unknown board; bad-request for a day that the board's zone skipped; conflict for a period that is
 * not under review; unavailable while something is wrong with the clock.
 */
export function settlingPeriod(
  { boards, readiness, log }: SettlingParts,
  name: string,
  { period: kind, date }: z.output<typeof SETTLEMENT_ENDPOINTS.settlePeriod.body>,
): PreviewedAct<ApiSettled> {
  const board = boards.board(name);
  const period = periodOfDay(kind, date, board.calendar, 'date');
  return {
    imagine: () => imaginedSettling(boards, board, period),
    async carryOut(agreed) {
      const troubles = await readiness();
      if (troubles.length > 0) throw new Problem('unavailable', `Nothing can be closed now. ${troubles.join(' ')}`);
      await boards.closing.settle(keyOf(board.name, period), agreed);
      const finalAt = boards.closing.finalTime(board.name, period);
      await closeOnce(boards, log);
      // The review of what is closed is over.
      await boards.reviews.begin();
      const { closed } = await boards.reading.places(board, kind, period.start, 0, () => []);
      return {
        board: board.name,
        period: periodAnswer(boards, board.name, period, closed),
        from: dayOf(period.start, board.calendar),
        finalAt: timeText(finalAt),
      };
    },
  };
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
