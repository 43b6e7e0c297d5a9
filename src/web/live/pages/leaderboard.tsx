import { useNavigate } from 'react-router';

import type { LiveSource } from '../../../contract/live-source.ts';
import { viewToSearch, type View } from '../../../contract/view.ts';
import { ModeButtons } from '../../board/mode-buttons.tsx';
import { ShareView } from '../../board/share-view.tsx';
import { BesideBoard, FurtherFromBoard } from '../beside/beside-board.tsx';
import { LiveBoard } from '../board/live-board.tsx';
import { leaderboardQuestion } from '../asking/live-questions.ts';
import { loadBoard, loadedBoardHead, type LoadedBoard } from '../board/asked-board.ts';
import { loadWall, wallFor } from './loaded-wall.ts';
import { orderWords } from '../words/order-words.ts';
import { PageLayout } from '../../site/frame/page-layout.tsx';
import type { PageContext, PageHead } from '../../site/page.ts';
import { useView } from '../../address/view-context.ts';
import { type NumberFormat, useNumberFormat } from '../../ui/number-format.ts';

export async function load(context: PageContext<LiveSource>): Promise<LoadedBoard> {
  const [board] = await Promise.all([loadBoard(context, leaderboardQuestion(context.view)), loadWall(context.view)]);
  return board;
}

export function head(_view: View, loaded: LoadedBoard, format: NumberFormat): PageHead {
  const head = loadedBoardHead(loaded, format);
  return { ...head, title: `Leaderboards: ${head.title}` };
}

/** The whole field. A mode is a period; Overall follows the toggle in the header. */
export function Component() {
  const format = useNumberFormat();
  const { view, chosen } = useView();
  const navigate = useNavigate();
  const question = leaderboardQuestion(view);
  const wall = wallFor(view, question);
  if (wall !== undefined) return wall;
  return (
    <LiveBoard
      question={question}
      renderPage={(board, shown) => (
        <PageLayout
          heading="Leaderboards"
          lead={`Every player, every period. ${orderWords(shown?.view.board, format) || 'Overall uses the Daily or Weekly choice above.'}`}
          controls={<ShareView />}
          beside={shown && <BesideBoard {...shown} />}
          further={shown && <FurtherFromBoard view={shown.view} question={question} />}
        >
          <ModeButtons
            chosen={chosen.mode}
            onChoose={(mode) => void navigate({ search: viewToSearch({ ...view, mode, page: 1 }) }, { preventScrollReset: true })}
          />
          {board}
        </PageLayout>
      )}
    />
  );
}
