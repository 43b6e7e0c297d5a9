import { useSuspenseQuery } from '@tanstack/react-query';

import type { LiveSource } from '../../contract/live-source.ts';
import type { StatCard } from '../../domain/stat-card.ts';
import { liveStatCardsOf } from '../live/live-questions.ts';
import { useLiveSource } from '../live/live-source-context.ts';
import { StatTile } from '../page-parts/stat-tile.tsx';
import { PageLayout } from '../routes/page-layout.tsx';
import type { PageContext, PageHead } from '../routes/page.ts';
import styles from '../routes/whiteboard.module.css';

/** What each figure's change is measured against. */
const AGAINST: Record<StatCard['label'], string> = {
  'Total Players': 'against seven days ago.',
  'Active Games': 'against last week: boards that received points.',
  Tournaments: 'against last week.',
  'Daily Logins': 'against yesterday: players who scored.',
};

export function load({ source, queryClient }: PageContext<LiveSource>): Promise<readonly StatCard[]> {
  return queryClient.ensureQueryData(liveStatCardsOf(source));
}

export function head(): PageHead {
  return { title: 'Analytics Dashboard', description: 'The game in figures: players, active games, tournaments and daily logins.' };
}

export function Component() {
  const { data: cards } = useSuspenseQuery(liveStatCardsOf(useLiveSource()));
  return (
    <PageLayout heading="Analytics Dashboard" lead="How the game is running, in four figures, counted from its points.">
      <dl className={styles.tiles}>
        {cards.map((card) => (
          <StatTile key={card.label} card={card} against={AGAINST[card.label]} />
        ))}
      </dl>
    </PageLayout>
  );
}
