import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { useNow } from '../asking/use-now.ts';
import { leaderOf } from '../words/board-view.ts';
import { agoWords, isNews } from './lead-words.ts';
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
    <p className={styles.trace}>
      <bdi className={styles.name}>{name}</bdi> <span>took the lead {agoWords(ago)}</span>
    </p>
  );
}
