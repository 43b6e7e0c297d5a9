import type { LeaderboardSource } from '../../contract/leaderboard-source.ts';
import type { View } from '../../contract/view.ts';
import { Further } from './beside.tsx';
import { Board, loadBoard } from './board.tsx';
import { ShareView } from '../board/share-view.tsx';
import { useView } from '../address/view-context.ts';
import { GameLead } from '../site/game-lead.tsx';
import { PageLayout } from '../site/frame/page-layout.tsx';
import type { PageContext, PageHead } from '../site/page.ts';

export function load({ source, view: { period, q, page } }: PageContext<LeaderboardSource>): Promise<unknown> {
  return loadBoard(source, { board: 'home', period, q, page });
}

export function head({ period }: View): PageHead {
  return {
    title: period === 'daily' ? 'Daily leaderboard' : 'Weekly leaderboard',
    description: 'Who leads the game: the podium of the top three and the rankings, daily and weekly.',
  };
}

export function Component() {
  const { view } = useView();
  return (
    <PageLayout
      heading={view.period === 'daily' ? 'Who leads today' : 'Who leads this week'}
      lead={<GameLead own="Three on the podium, the rest on their heels. Sample players and points." />}
      controls={<ShareView />}
      further={<Further board="home" />}
    >
      <Board board="home" />
    </PageLayout>
  );
}
