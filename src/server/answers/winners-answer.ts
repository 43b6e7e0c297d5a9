import { DEFAULT_BOARD, type WinnersQuestion } from '../../contract/live-source.ts';
import type { Winners } from '../../contract/page-answers.ts';
import { periodContaining } from '../../domain/calendar.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import type { PeriodWinners } from '../boards/orders/past-winners.ts';
import type { BoardSettings } from '../store/stored-values.ts';
import { boardAnswer } from './board-answer.ts';
import { dayOf, momentOf } from './board-days.ts';
import { periodAnswer } from './rankings-answer.ts';
import { shownPlayer } from './player-place.ts';

/**
 * Who won the last closed periods of a board.
 * @throws {Problem} not-found for an unknown board; bad-request for a day that the board's zone skipped.
 */
export async function winnersAnswer(boards: LiveBoards, { board: name, period: kind, before, limit }: WinnersQuestion): Promise<Winners> {
  const board = boards.board(name === '' ? DEFAULT_BOARD : name);
  const { calendar } = board;
  const end = before === '' ? Infinity : periodContaining('daily', momentOf(before, calendar, 'before'), calendar).start;
  // One more than is told says whether there are more.
  const found = await boards.winners.within(board, kind, { from: -Infinity, before: end, most: limit + 1 });
  const winners = found.slice(0, limit).map((each) => wonAnswer(board, each));
  return { board: boardAnswer(board), winners, next: found.length > limit ? winners.at(-1)!.day : null };
}

/** How a closed period ended, as pages show it. */
function wonAnswer({ calendar }: BoardSettings, { period, total, places }: PeriodWinners): Winners['winners'][number] {
  return {
    day: dayOf(period.start, calendar),
    period: periodAnswer(period, true),
    total,
    places: places.map(({ rank, points, player }) => ({
      rank,
      points,
      player: shownPlayer(player),
    })),
  };
}
