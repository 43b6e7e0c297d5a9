import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { calendarDay } from './day-words.ts';

/** The `at` of a board's period without any moment: now, or a day of it where it is over. */
export function settledAt({ board, period, later }: LiveBoardView): string {
  return later === null || period.start === null ? '' : calendarDay(Date.parse(period.start), board.timeZone);
}
