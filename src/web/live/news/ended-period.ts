import type { ApiPeriod } from '../../../contract/parts/answer-parts.ts';
import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { MINUTE_MS } from '../../../domain/durations.ts';
import { firstDay, isPresent } from '../words/board-view.ts';

/** A period of a board: `day` is a day of it on the board's calendar. */
export interface WatchedPeriod {
  readonly board: string;
  readonly period: ApiPeriod;
  readonly day: string;
}

/** What somebody who watches a board has seen: the present period, and the one before it if that ended meanwhile. */
export interface Watched {
  readonly present: WatchedPeriod | undefined;
  readonly ended: WatchedPeriod | undefined;
}

export const NOTHING_WATCHED: Watched = { present: undefined, ended: undefined };

/** Who comes back to a page longer than this after a period's end has not watched it, in milliseconds. */
const LATE_MS = 10 * MINUTE_MS;

/** What has been watched once a board was shown that was answered at a time, in epoch milliseconds: the same value where that is nothing new. */
export function watchedSince(before: Watched, view: LiveBoardView, answeredAt: number): Watched {
  const { board, period } = view;
  if (!isPresent(view) || period.start === null || period.end === null) return before;
  const { present } = before;
  const isSameKind = present !== undefined && present.board === board.name && present.period.kind === period.kind;
  if (isSameKind && present.period.start === period.start) return before;
  const now = { board: board.name, period, day: firstDay(view) };
  if (!isSameKind) return { present: now, ended: before.ended };
  const end = Date.parse(present.period.end!);
  return { present: now, ended: end <= Date.parse(period.start) && answeredAt - end < LATE_MS ? present : undefined };
}

/** The period that ended, of the board and kind whose present is shown. */
export function endedOf({ ended }: Watched, view: LiveBoardView): WatchedPeriod | undefined {
  return isPresent(view) && ended?.board === view.board.name && ended.period.kind === view.period.kind ? ended : undefined;
}
