import type { LiveBoardView, LiveStanding } from '../../../contract/page-answers.ts';
import type { ApiBoard } from '../../../contract/parts/answer-parts.ts';
import { shownPlayers, standingsOf } from '../../../domain/board.ts';
import { isolated } from '../../../domain/names/isolated.ts';
import { calendarDay } from './time-words.ts';

/** Whether a board is shown as it is now: not a period that is over, and no moment that was. */
export function isPresent({ later, moment }: LiveBoardView): boolean {
  return later === null && moment === null;
}

/** Which ranks are shown: those of another board or period are others, and nobody moved between them. */
export function ranksOf({ board, period }: LiveBoardView): string {
  return `${board.name} ${period.kind} ${period.start}`;
}

/** Whether nobody is to be seen on a board. */
export function isEmpty(view: LiveBoardView): boolean {
  return onPodium(view).length === 0;
}

/** The `at` of a board's period without any moment: now, or a day of it where it is over. */
export function settledAt(view: LiveBoardView): string {
  return view.later === null ? '' : firstDay(view);
}

/** The first day of a period on the board's calendar, as YYYY-MM-DD; '' of all time. */
export function firstDay({ board, period }: Pick<LiveBoardView, 'board' | 'period'>): string {
  return period.start === null ? '' : calendarDay(Date.parse(period.start), board.timeZone);
}

/** Those on the podium, the first one first. */
export function onPodium({ podium }: Pick<LiveBoardView, 'podium'>): LiveStanding[] {
  return standingsOf({ podium, rows: { items: [] } });
}

/** Whoever leads what is shown; `undefined` where nobody does, or a filter hides them. */
export function leaderOf(view: Pick<LiveBoardView, 'podium'>): LiveStanding | undefined {
  return onPodium(view).find(({ rank }) => rank === 1);
}

/** What a board is called where it stands alone; of an archived one that it is. */
export function boardTitle({ title, state }: Pick<ApiBoard, 'title' | 'state'>): string {
  return state === 'archived' ? `${isolated(title)} (archived)` : isolated(title);
}

/** Up to so many players left by a filter are few: who is meant may not be among them. */
const FEW = 3;

export function isFew(view: Pick<LiveBoardView, 'podium' | 'rows'>): boolean {
  return shownPlayers(view) <= FEW;
}
