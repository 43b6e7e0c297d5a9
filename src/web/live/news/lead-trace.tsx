import type { LiveBoardView, LiveStanding } from '../../../contract/page-answers.ts';
import { useUnitWords } from '../../ui/use-unit-words.ts';
import { useNow } from '../asking/use-now.ts';
import { leaderOf } from '../words/board-view.ts';
import styles from './lead-trace.module.css';
import { agoWords, isNews, standWords } from './lead-words.ts';

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

/** How somebody on the podium stands to the others, where there is room for it; always as high, whatever it says. */
export function StandNote({ view, standing }: { readonly view: LiveBoardView; readonly standing: LiveStanding }) {
  const words = standWords(view, standing, useUnitWords(view.board));
  // In the middle of a lane other words begin elsewhere: they are another element, as a total is.
  return (
    <div key={words} className={styles.note}>
      {words}
    </div>
  );
}
