import type { AnswerTo } from '../../contract/api.ts';
import { periodContaining } from '../../domain/calendar.ts';
import type { ReadBoards } from '../boards/public-boards.ts';
import { dayOf } from './parts/board-days.ts';

/** How many players each board has at `now` (epoch milliseconds), and when they played. Two short reads per board. */
export async function boardFiguresAnswer(boards: ReadBoards, now: number): Promise<AnswerTo<'boardFigures'>> {
  const { reading, store } = boards;
  const figures = boards.boards().map(async (board) => {
    const today = periodContaining('daily', now, board.calendar);
    const [days, { before }, places] = await Promise.all([
      store.activityDays(board.name, today.start, today.end),
      store.periodsBeside({ board: board.name, kind: 'daily', start: today.start }),
      reading.places(board, 'all-time', now, 0, () => []),
    ]);
    const eventsToday = days.reduce((sum, each) => sum + each.events, 0);
    const last = eventsToday > 0 ? today.start : before;
    return {
      board: board.name,
      players: places.total,
      eventsToday,
      lastDay: last === undefined ? null : dayOf(last, board.calendar),
    };
  });
  return { figures: await Promise.all(figures) };
}
