import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { calendarDay } from './day-words.ts';

/** The `at` of a board's period without any moment: now, or a day of it where it is over. */
export function settledAt(view: LiveBoardView): string {
  return view.later === null ? '' : firstDay(view);
}

/** The first day of a period on the board's calendar, as YYYY-MM-DD; '' of all time. */
export function firstDay({ board, period }: Pick<LiveBoardView, 'board' | 'period'>): string {
  return period.start === null ? '' : calendarDay(Date.parse(period.start), board.timeZone);
}
