import { useNavigate } from 'react-router';

import type { LeaderboardSource } from '../../contract/leaderboard-source.ts';
import { viewToSearch } from '../../contract/view.ts';
import { Further } from './beside.tsx';
import { Board, loadBoard } from './board.tsx';
import { ShareView } from '../board/share-view.tsx';
import { ModeButtons } from '../board/mode-buttons.tsx';
import { useView } from '../address/view-context.ts';
import { PageLayout } from '../site/frame/page-layout.tsx';
import type { PageContext, PageHead } from '../site/page.ts';
import { LEADERBOARD } from './page-words.ts';

export function load({ source, view: { period, q, page } }: PageContext<LeaderboardSource>): Promise<unknown> {
  return loadBoard(source, { board: 'leaderboard', period, q, page });
}

export function head(): PageHead {
  return { title: LEADERBOARD.title, description: LEADERBOARD.description };
}

export function Component() {
  return (
    <PageLayout heading={LEADERBOARD.title} lead={LEADERBOARD.lead} controls={<ShareView />} further={<Further board="leaderboard" />}>
      <ModeSelector />
      <Board board="leaderboard" />
    </PageLayout>
  );
}

/** A visual selection only (specification, section 4): kept in the URL, without effect on the data. */
function ModeSelector() {
  const { view, chosen } = useView();
  const navigate = useNavigate();
  return (
    <ModeButtons
      chosen={chosen.mode}
      onChoose={(mode) => void navigate({ search: viewToSearch({ ...view, mode }) }, { preventScrollReset: true })}
    />
  );
}
