import type { LiveBoardView, LiveStanding } from '../../../contract/page-answers.ts';
import type { ApiBoard } from '../../../contract/parts/answer-parts.ts';
import { shownPlayers, standingsOf } from '../../../domain/board.ts';
import { isolated } from '../../../domain/names/isolated.ts';
import { calendarDay } from './time-words.ts';

/** Whether a board is shown at present, not for a past period or moment. */
export function isPresent({ later, moment }: LiveBoardView): boolean {
  return later === null && moment === null;
}

/** The board and period of the ranks that are shown: nobody moves from one to another. */
export function ranksOf({ board, period }: LiveBoardView): string {
  return `${board.name} ${period.kind} ${period.start}`;
}

/** Whether a board shows no player. */
export function isEmpty(view: LiveBoardView): boolean {
  return onPodium(view).length === 0;
}

/** The `at` of a board's period without a moment: now, or its first day where it is over. */
export function settledAt(view: LiveBoardView): string {
  return view.later === null ? '' : firstDay(view);
}

/** The first day of a period on the board's calendar, as YYYY-MM-DD; '' of all time. */
export function firstDay({ board, period }: Pick<LiveBoardView, 'board' | 'period'>): string {
  return period.start === null ? '' : calendarDay(Date.parse(period.start), board.timeZone);
}

/** The players on the podium, in order of rank. */
export function onPodium({ podium }: Pick<LiveBoardView, 'podium'>): LiveStanding[] {
  return standingsOf({ podium, rows: { items: [] } });
}

/** The leader that is shown; `undefined` where there is none, or a filter hides them. */
export function leaderOf(view: Pick<LiveBoardView, 'podium'>): LiveStanding | undefined {
  return onPodium(view).find(({ rank }) => rank === 1);
}

/** A board's title, marked where it is archived. */
export function boardTitle({ title, state }: Pick<ApiBoard, 'title' | 'state'>): string {
  return state === 'archived' ? `${isolated(title)} (archived)` : isolated(title);
}

/** With this many matches or fewer, the player who is meant may not be among them. */
const FEW = 3;

export function isFew(view: Pick<LiveBoardView, 'podium' | 'rows'>): boolean {
  return shownPlayers(view) <= FEW;
}
