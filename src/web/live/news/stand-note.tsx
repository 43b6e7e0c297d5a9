import type { LiveBoardView, LiveStanding } from '../../../contract/page-answers.ts';
import type { UnitWords } from '../../../domain/units/counted-words.ts';
import { useUnitWords } from '../../ui/number-format.ts';
import { isPresent, onPodium } from '../words/board-view.ts';
import { TIED } from '../words/live-board-words.ts';
import { sinceWords } from '../words/time-words.ts';
import styles from './lead-trace.module.css';
import { NEWS_WORDS } from './news-words.ts';

/** The gap of a player on the podium, if there is room. Its height never changes. */
export function StandNote({ view, standing }: { readonly view: LiveBoardView; readonly standing: LiveStanding }) {
  const words = standWords(view, standing, useUnitWords(view.board));
  // Centred text of a different length starts elsewhere: a new element, so that it does not count as a layout shift.
  return (
    <div key={words} className={`small faint tabular ${styles.note}`}>
      {words}
    </div>
  );
}

/** The gap to the player above; for the leader, since when they lead or by how much. `''` for a single player, and with a filter. */
export function standWords(view: LiveBoardView, { rank, points }: LiveStanding, { margin }: Pick<UnitWords, 'margin'>): string {
  if (rank === 1 && view.leadsSince !== null)
    return NEWS_WORDS.leadsSince(sinceWords(view.period.kind, Date.parse(view.leadsSince), view.board.timeZone));
  const beside = onPodium(view).find((other) => other.rank === (rank === 1 ? 2 : rank - 1));
  if (beside === undefined) return '';
  const gap = Math.abs(beside.points - points);
  if (rank > 1) return gap === 0 ? TIED : NEWS_WORDS.behind(margin(gap));
  if (gap === 0) return NEWS_WORDS.gotThereFirst;
  return `${NEWS_WORDS.ahead[isPresent(view) ? 'now' : view.period.closed && view.moment === null ? 'final' : 'past']} ${margin(gap)}`;
}
