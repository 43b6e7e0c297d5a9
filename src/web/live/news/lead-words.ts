import type { LiveBoardView, LiveStanding } from '../../../contract/page-answers.ts';
import { MINUTE_MS } from '../../../domain/durations.ts';
import type { UnitWords } from '../../../domain/units/counted-words.ts';
import { isPresent } from '../words/board-view.ts';
import { sinceWords } from '../words/time-words.ts';

/** For how long it is told that somebody took the lead, in milliseconds. */
const TOLD_MS = 5 * MINUTE_MS;

/** How long ago something was, counting up: "12 s ago", "1 min ago". `ago` is milliseconds; by a clock that is behind it was 1 s ago. */
export function agoWords(ago: number): string {
  const seconds = Math.max(1, Math.floor(ago / 1000));
  return seconds < 60 ? `${seconds} s ago` : `${Math.floor(seconds / 60)} min ago`;
}

/** Whether a lead that was taken so many milliseconds ago is news. */
export function isNews(ago: number): boolean {
  return ago < TOLD_MS;
}

/** How far somebody on the podium is from the one above; of the leader since when they lead, or how far ahead they are. '' where they are alone, and under a filter. */
export function standWords(view: LiveBoardView, { rank, points }: LiveStanding, { margin }: Pick<UnitWords, 'margin'>): string {
  if (rank === 1 && view.leadsSince !== null)
    return `leads since ${sinceWords(view.period.kind, Date.parse(view.leadsSince), view.board.timeZone)}`;
  const others = view.podium.flatMap(({ holder }) => (holder.kind === 'taken' ? [holder.standing] : []));
  const beside = others.find((other) => other.rank === (rank === 1 ? 2 : rank - 1));
  if (beside === undefined) return '';
  const gap = Math.abs(beside.points - points);
  if (rank > 1) return gap === 0 ? 'level' : `${margin(gap)} behind`;
  if (gap === 0) return 'there first';
  return `${isPresent(view) ? 'leads' : view.period.closed && view.moment === null ? 'won' : 'led'} by ${margin(gap)}`;
}
