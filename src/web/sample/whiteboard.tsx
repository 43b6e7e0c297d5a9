import type { LeaderboardSource } from '../../contract/leaderboard-source.ts';
import { useAnswer } from './questions.ts';
import { ChartPlaceholder } from './chart-placeholder.tsx';
import { StatTile } from '../parts/stat-tile.tsx';
import { PageLayout } from '../site/frame/page-layout.tsx';
import type { PageContext, PageHead } from '../site/page.ts';
import styles from '../parts/stat-tiles.module.css';
import { WHITEBOARD } from './page-words.ts';

export function load({ source }: PageContext<LeaderboardSource>): Promise<unknown> {
  return source.statCards();
}

export function head(): PageHead {
  return { title: WHITEBOARD.title, description: WHITEBOARD.description };
}

export function Component() {
  const cards = useAnswer('statCards');
  return (
    <PageLayout heading={WHITEBOARD.title} lead={WHITEBOARD.lead}>
      <dl className={`rows ${styles.tiles}`}>
        {cards.map((card) => (
          <StatTile key={card.label} card={card} against={WHITEBOARD.against} />
        ))}
      </dl>
      <div className={`rows ${styles.charts}`}>
        <ChartPlaceholder title={WHITEBOARD.playersPerDay} shape="line" />
        <ChartPlaceholder title={WHITEBOARD.pointsByActivity} shape="bars" />
      </div>
    </PageLayout>
  );
}
