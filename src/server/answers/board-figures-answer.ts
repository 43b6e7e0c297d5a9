import type { AnswerTo } from '../../contract/api.ts';
import { timeText } from '../../contract/moment-text.ts';
import { periodContaining } from '../../domain/calendar.ts';
import type { ReadBoards } from '../boards/public-boards.ts';

/** How many play on each board at `now` (epoch milliseconds), and what came in lately. Two short reads for each board. */
export async function boardFiguresAnswer(boards: ReadBoards, now: number): Promise<AnswerTo<'boardFigures'>> {
  const { reading, store } = boards;
  const figures = boards.boards().map(async (board) => {
    const today = periodContaining('daily', now, board.calendar);
    const [days, { events }, places] = await Promise.all([
      store.activityDays(board.name, today.start, today.end),
      store.eventsBefore(board.name, { limit: 1, look: 1 }),
      reading.places(board, 'all-time', now, 0, () => []),
    ]);
    return {
      board: board.name,
      players: places.total,
      eventsToday: days.reduce((sum, each) => sum + each.events, 0),
      lastEventAt: events[0] === undefined ? null : timeText(events[0].receivedAt),
    };
  });
  return { figures: await Promise.all(figures) };
}
