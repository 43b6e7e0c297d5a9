import { useNavigate } from 'react-router';

import type { LiveSource } from '../../../contract/live-source.ts';
import { viewToSearch, type View } from '../../../contract/view.ts';
import { useView } from '../../address/view-context.ts';
import { ModeButtons } from '../../board/mode-buttons.tsx';
import type { PageContext, PageHead } from '../../site/page.ts';
import type { NumberFormat } from '../../ui/number-format.ts';
import { leaderboardQuestion } from '../asking/live-questions.ts';
import { boardHead, type LoadedBoard } from '../board/load-board.ts';
import { BoardPage, loadBoardPage } from './board-page.tsx';
import { LEADERBOARD } from './page-words.ts';

export function load(context: PageContext<LiveSource>): Promise<LoadedBoard> {
  return loadBoardPage(context, leaderboardQuestion(context.view));
}

export function head(_view: View, loaded: LoadedBoard, format: NumberFormat): PageHead {
  const head = boardHead(loaded, format);
  return { ...head, title: LEADERBOARD.titleOf(head.title) };
}

/** All players. A mode is a period; Overall follows the toggle in the header. */
export function Component() {
  const { view, chosen } = useView();
  const navigate = useNavigate();
  return (
    <BoardPage
      question={leaderboardQuestion(view)}
      heading={() => LEADERBOARD.title}
      lead={(order, title) => LEADERBOARD.lead(title, order)}
    >
      <ModeButtons
        chosen={chosen.mode}
        onChoose={(mode) => void navigate({ search: viewToSearch({ ...view, mode, page: 1 }) }, { preventScrollReset: true })}
      />
    </BoardPage>
  );
}
