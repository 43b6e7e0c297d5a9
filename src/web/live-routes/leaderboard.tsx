import { useNavigate } from 'react-router';

import type { LiveSource } from '../../contract/live-source.ts';
import type { LiveBoardView } from '../../contract/page-answers.ts';
import { viewToSearch, type View } from '../../contract/view.ts';
import { ModeButtons } from '../page-parts/mode-buttons.tsx';
import { ShareView } from '../board/share-view.tsx';
import { boardHead } from '../live/board-head.ts';
import { LiveBoard } from '../live/live-board.tsx';
import { leaderboardQuestion, liveRankingsOf } from '../live/live-questions.ts';
import { PageLayout } from '../routes/page-layout.tsx';
import type { PageContext, PageHead } from '../routes/page.ts';
import { useView } from '../view/view-context.ts';

export function load({ source, queryClient, view }: PageContext<LiveSource>): Promise<LiveBoardView> {
  return queryClient.ensureQueryData(liveRankingsOf(source, leaderboardQuestion(view)));
}

export function head(_view: View, loaded: unknown): PageHead {
  const { title, description } = boardHead(loaded as LiveBoardView);
  return { title: `Leaderboards: ${title}`, description };
}

/** The whole field. A mode is a period; Overall follows the toggle in the header. */
export function Component() {
  const { view } = useView();
  const navigate = useNavigate();
  return (
    <PageLayout
      heading="Leaderboards"
      lead="The whole field, in every period. Overall follows Daily and Weekly above."
      controls={<ShareView />}
    >
      <ModeButtons
        chosen={view.mode}
        onChoose={(mode) => void navigate({ search: viewToSearch({ ...view, mode, page: 1 }) }, { preventScrollReset: true })}
      />
      <LiveBoard question={leaderboardQuestion(view)} />
    </PageLayout>
  );
}
