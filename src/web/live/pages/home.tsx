import type { LiveSource } from '../../../contract/live-source.ts';
import type { LiveBoardView } from '../../../contract/page-answers.ts';
import type { View } from '../../../contract/view.ts';
import { whenOf } from '../../../contract/when.ts';
import { ShareView } from '../../board/share-view.tsx';
import { BesideBoard, FurtherFromBoard } from '../beside/beside-board.tsx';
import { LiveBoard } from '../board/live-board.tsx';
import { orderWords } from '../words/order-words.ts';
import { isPresent } from '../words/board-view.ts';
import { homeQuestion } from '../asking/live-questions.ts';
import { loadBoard, loadedBoardHead, type LoadedBoard } from '../board/asked-board.ts';
import { loadWall, wallFor } from './loaded-wall.ts';
import { GameLead } from '../../site/game-lead.tsx';
import { PageLayout } from '../../site/frame/page-layout.tsx';
import type { PageContext, PageHead } from '../../site/page.ts';
import { useView } from '../../address/view-context.ts';
import { type NumberFormat, useNumberFormat } from '../../ui/number-format.ts';

export async function load(context: PageContext<LiveSource>): Promise<LoadedBoard> {
  const [board] = await Promise.all([loadBoard(context, homeQuestion(context.view)), loadWall(context.view)]);
  return board;
}

export function head(_view: View, loaded: LoadedBoard, format: NumberFormat): PageHead {
  return loadedBoardHead(loaded, format);
}

export function Component() {
  const format = useNumberFormat();
  const { view } = useView();
  const question = homeQuestion(view);
  const wall = wallFor(view, question);
  if (wall !== undefined) return wall;
  return (
    <LiveBoard
      question={question}
      renderPage={(board, shown) => (
        <PageLayout
          heading={headingOf(shown?.view, view)}
          lead={<GameLead own={orderWords(shown?.view.board, format) || 'Three on the podium, the rest on their heels.'} />}
          controls={<ShareView />}
          beside={shown && <BesideBoard {...shown} />}
          further={shown && <FurtherFromBoard view={shown.view} question={question} />}
        >
          {board}
        </PageLayout>
      )}
    />
  );
}

function headingOf(shown: LiveBoardView | undefined, view: View): string {
  const isDaily = (shown?.period.kind ?? view.period) === 'daily';
  // As many lines on a phone as the others: the slider must not move away from under a finger.
  if (whenOf(view.at).kind === 'moment') return 'Who led back then';
  if (shown === undefined || isPresent(shown)) return isDaily ? 'Who leads today' : 'Who leads this week';
  return isDaily ? 'Who led that day' : 'Who led that week';
}
