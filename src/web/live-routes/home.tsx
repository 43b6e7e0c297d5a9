import type { LiveSource } from '../../contract/live-source.ts';
import type { LiveBoardView } from '../../contract/page-answers.ts';
import type { View } from '../../contract/view.ts';
import { ShareView } from '../board/share-view.tsx';
import { boardHead } from '../live/board-head.ts';
import { LiveBoard } from '../live/live-board.tsx';
import { homeQuestion, liveRankingsOf } from '../live/live-questions.ts';
import { PageLayout } from '../routes/page-layout.tsx';
import type { PageContext, PageHead } from '../routes/page.ts';
import { useView } from '../view/view-context.ts';

export function load({ source, queryClient, view }: PageContext<LiveSource>): Promise<LiveBoardView> {
  return queryClient.ensureQueryData(liveRankingsOf(source, homeQuestion(view)));
}

export function head(_view: View, loaded: unknown): PageHead {
  return boardHead(loaded as LiveBoardView);
}

export function Component() {
  const { view } = useView();
  return (
    <PageLayout heading={headingOf(view)} lead="Three on the podium, the rest on their heels." controls={<ShareView />}>
      <LiveBoard question={homeQuestion(view)} />
    </PageLayout>
  );
}

function headingOf({ period, at }: View): string {
  if (at === '') return period === 'daily' ? 'Who leads today' : 'Who leads this week';
  return period === 'daily' ? 'Who led that day' : 'Who led that week';
}
