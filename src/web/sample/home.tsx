import type { LeaderboardSource } from '../../contract/leaderboard-source.ts';
import type { View } from '../../contract/view.ts';
import { Further } from './beside.tsx';
import { Board, loadBoard } from './board.tsx';
import { ShareView } from '../board/share-view.tsx';
import { useView } from '../address/view-context.ts';
import { GameLead } from '../site/game-lead.tsx';
import { PageLayout } from '../site/frame/page-layout.tsx';
import type { PageContext, PageHead } from '../site/page.ts';
import { DAILY_TITLE, HOME_DESCRIPTION, HOME_LEAD, LEADS_THIS_WEEK, LEADS_TODAY, WEEKLY_TITLE } from './sample-words.ts';

export function load({ source, view: { period, q, page } }: PageContext<LeaderboardSource>): Promise<unknown> {
  return loadBoard(source, { board: 'home', period, q, page });
}

export function head({ period }: View): PageHead {
  return {
    title: period === 'daily' ? DAILY_TITLE : WEEKLY_TITLE,
    description: HOME_DESCRIPTION,
  };
}

export function Component() {
  const { view } = useView();
  return (
    <PageLayout
      heading={view.period === 'daily' ? LEADS_TODAY : LEADS_THIS_WEEK}
      lead={<GameLead own={HOME_LEAD} />}
      controls={<ShareView />}
      further={<Further board="home" />}
    >
      <Board board="home" />
    </PageLayout>
  );
}
