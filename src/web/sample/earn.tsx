import type { LeaderboardSource } from '../../contract/leaderboard-source.ts';
import { useAnswer } from './questions.ts';
import { ActivityCard } from '../parts/activity-card.tsx';
import { EarnHeading } from '../parts/earn-heading.tsx';
import { StartButton } from '../parts/start-earning.tsx';
import { PageLayout } from '../site/frame/page-layout.tsx';
import type { PageContext, PageHead } from '../site/page.ts';
import styles from '../parts/activity-grid.module.css';
import { EARN } from './page-words.ts';

export function load({ source }: PageContext<LeaderboardSource>): Promise<unknown> {
  return source.activities();
}

export function head(): PageHead {
  return { title: EARN.title, description: EARN.description };
}

/** The buttons do nothing, as specified: there is no game behind the sample. */
export function Component() {
  const activities = useAnswer('activities');
  return (
    <PageLayout heading={<EarnHeading />} lead={EARN.lead}>
      <ul className={styles.grid}>
        {activities.map((activity) => (
          <li key={activity.id} className="stack">
            <ActivityCard activity={activity} start={<StartButton activity={activity.id} />} />
          </li>
        ))}
      </ul>
    </PageLayout>
  );
}
