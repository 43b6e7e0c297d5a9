import type { LiveBoardView, LiveStanding } from '../../../contract/page-answers.ts';
import type { ApiBoard } from '../../../contract/parts/answer-parts.ts';
import { shownPlayers, standingsOf } from '../../../domain/board.ts';
import { isolated } from '../../../domain/names/isolated.ts';
import { calendarDay } from './time-words.ts';

/** Whether the view is of the present rather than a past period or moment. */
export function isPresent({ later, moment }: LiveBoardView): boolean {
  return later === null && moment === null;
}

/** Identifies the board and period of the ranks shown: rows are not animated between different ones. */
export function ranksOf({ board, period }: LiveBoardView): string {
  return `${board.name} ${period.kind} ${period.start}`;
}

/** Whether the board has no players. */
export function isEmpty(view: LiveBoardView): boolean {
  return onPodium(view).length === 0;
}

/** The `at` of a board's period without a moment: now, or the first day of a past period. */
export function settledAt(view: LiveBoardView): string {
  return view.later === null ? '' : firstDay(view);
}

/** The first day of a period on the board's calendar, as YYYY-MM-DD; '' for all time. */
export function firstDay({ board, period }: Pick<LiveBoardView, 'board' | 'period'>): string {
  return period.start === null ? '' : calendarDay(Date.parse(period.start), board.timeZone);
}

/** The players on the podium, in order of rank. */
export function onPodium({ podium }: Pick<LiveBoardView, 'podium'>): LiveStanding[] {
  return standingsOf({ podium, rows: { items: [] } });
}

/** The leader on the board; `undefined` without one, or if a filter hides them. */
export function leaderOf(view: Pick<LiveBoardView, 'podium'>): LiveStanding | undefined {
  return onPodium(view).find(({ rank }) => rank === 1);
}

/** A board's title, marked if it is archived. */
export function boardTitle({ title, state }: Pick<ApiBoard, 'title' | 'state'>): string {
  return state === 'archived' ? `${isolated(title)} (archived)` : isolated(title);
}

/** With at most this many matches, the intended player may not be among them. */
const FEW = 3;

export function isFew(view: Pick<LiveBoardView, 'podium' | 'rows'>): boolean {
  return shownPlayers(view) <= FEW;
}
