import type { LiveBoardView, LiveStanding } from '../../../contract/page-answers.ts';
import { playerHue } from '../../../domain/colour/player-hues.ts';
import { MINUTE_MS } from '../../../domain/durations.ts';
import { useNow } from '../asking/use-now.ts';
import { leaderOf } from '../words/board-view.ts';
import styles from './lead-trace.module.css';
import { NEWS_WORDS } from './news-words.ts';

export interface LeadTraceProps {
  readonly view: LiveBoardView;
  /** The time of the answer in epoch milliseconds; in the server's HTML, ages are as of then. */
  readonly answeredAt: number;
}

/** A recent change of lead: "NightOwl took the lead 12 s ago". Shown for some minutes. */
export function LeadTrace({ view, answeredAt }: LeadTraceProps) {
  const leader = leaderOf(view);
  if (leader === undefined || view.leadsSince === null) return null;
  return <TakenLead key={leader.player.id} leader={leader} since={Date.parse(view.leadsSince)} answeredAt={answeredAt} />;
}

function TakenLead({ leader, since, answeredAt }: { readonly leader: LiveStanding; readonly since: number; readonly answeredAt: number }) {
  const { id, name } = leader.player;
  const ago = useNow(answeredAt) - since;
  if (!isNews(ago)) return null;
  return (
    <p className={`strong tabular ${styles.trace}`} data-hue={playerHue(id)}>
      <bdi className={`clamped ${styles.name}`}>{name}</bdi>{' '}
      <span>
        {NEWS_WORDS.tookLead} {agoWords(ago)}
      </span>
    </p>
  );
}

/** How long a new lead is news, in milliseconds. */
const TOLD_MS = 5 * MINUTE_MS;

/** How long ago something was: "12 s ago", "1 min ago". `ago` is milliseconds; a negative one, from a slow clock, reads as 1 s. */
export function agoWords(ago: number): string {
  const seconds = Math.max(1, Math.floor(ago / 1000));
  return seconds < 60 ? NEWS_WORDS.secondsAgo(seconds) : NEWS_WORDS.minutesAgo(Math.floor(seconds / 60));
}

/** Whether a lead taken `ago` milliseconds ago is news. */
export function isNews(ago: number): boolean {
  return ago < TOLD_MS;
}
