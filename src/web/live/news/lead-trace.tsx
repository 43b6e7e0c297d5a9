import type { LiveBoardView, LiveStanding } from '../../../contract/page-answers.ts';
import { MINUTE_MS } from '../../../domain/durations.ts';
import type { UnitWords } from '../../../domain/units/counted-words.ts';
import { useUnitWords } from '../../ui/use-unit-words.ts';
import { useNow } from '../asking/use-now.ts';
import { leaderOf, isPresent, onPodium } from '../words/board-view.ts';
import { sinceWords } from '../words/time-words.ts';
import styles from './lead-trace.module.css';

interface LeadTraceProps {
  /** The present of a board. */
  readonly view: LiveBoardView;
  /** When it was answered, epoch milliseconds: HTML from a server counts to there. */
  readonly answeredAt: number;
}

/** That somebody has just taken the lead: "NightOwl took the lead 12 s ago", for some minutes. Nothing where nobody did. */
export function LeadTrace({ view, answeredAt }: LeadTraceProps) {
  const leader = leaderOf(view);
  if (leader === undefined || view.leadsSince === null) return null;
  return <TakenLead key={leader.player.id} name={leader.player.name} since={Date.parse(view.leadsSince)} answeredAt={answeredAt} />;
}

function TakenLead({ name, since, answeredAt }: { readonly name: string; readonly since: number; readonly answeredAt: number }) {
  const ago = useNow(answeredAt) - since;
  if (!isNews(ago)) return null;
  return (
    <p className={`strong tabular ${styles.trace}`}>
      <bdi className={`clamped ${styles.name}`}>{name}</bdi> <span>took the lead {agoWords(ago)}</span>
    </p>
  );
}

/** How somebody on the podium stands to the others, where there is room for it; always as high, whatever it says. */
export function StandNote({ view, standing }: { readonly view: LiveBoardView; readonly standing: LiveStanding }) {
  const words = standWords(view, standing, useUnitWords(view.board));
  // In the middle of a lane other words begin elsewhere: they are another element, as a total is.
  return (
    <div key={words} className={`small faint tabular ${styles.note}`}>
      {words}
    </div>
  );
}

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
  const beside = onPodium(view).find((other) => other.rank === (rank === 1 ? 2 : rank - 1));
  if (beside === undefined) return '';
  const gap = Math.abs(beside.points - points);
  if (rank > 1) return gap === 0 ? 'tied' : `${margin(gap)} behind`;
  if (gap === 0) return 'there first';
  return `${isPresent(view) ? 'leads' : view.period.closed && view.moment === null ? 'won' : 'led'} by ${margin(gap)}`;
}
