import type { LeaderboardSource } from '../../contract/leaderboard-source.ts';
import { useAnswer } from './questions.ts';
import { ChartPlaceholder } from './chart-placeholder.tsx';
import { StatTile } from '../parts/stat-tile.tsx';
import { PageLayout } from '../site/frame/page-layout.tsx';
import type { PageContext, PageHead } from '../site/page.ts';
import styles from '../parts/stat-tiles.module.css';

export function load({ source }: PageContext<LeaderboardSource>): Promise<unknown> {
  return source.statCards();
}

export function head(): PageHead {
  return { title: 'Analytics Dashboard', description: 'Players, active games, tournaments and daily logins at a glance.' };
}

export function Component() {
  const cards = useAnswer('statCards');
  return (
    <PageLayout heading="Analytics Dashboard" lead="The season at a glance. Sample figures.">
      <dl className={`rows ${styles.tiles}`}>
        {cards.map((card) => (
          <StatTile key={card.label} card={card} against="from the previous seven days. A sample figure." />
        ))}
      </dl>
      <div className={`rows ${styles.charts}`}>
        <ChartPlaceholder title="Players per day" shape="line" />
        <ChartPlaceholder title="Points by activity" shape="bars" />
      </div>
    </PageLayout>
  );
}
