import type { ReactNode } from 'react';

import type { LiveRankingsQuestion, LiveSource } from '../../../contract/live-source.ts';
import type { LiveBoardView } from '../../../contract/page-answers.ts';
import type { ApiBoard } from '../../../contract/parts/answer-parts.ts';
import { unitWords } from '../../../domain/units/unit-words.ts';
import { useView } from '../../address/view-context.ts';
import { ShareView } from '../../board/share-view.tsx';
import { PageLayout } from '../../site/frame/page-layout.tsx';
import type { PageContext } from '../../site/page.ts';
import { onDemand } from '../../ui/floating/on-demand.tsx';
import { type NumberFormat, useNumberFormat } from '../../ui/number-format.ts';
import { BesideBoard, FurtherFromBoard } from '../beside/beside-board.tsx';
import { loadBoard, type LoadedBoard } from '../board/load-board.ts';
import { LiveBoard } from '../board/live-board.tsx';

/** What shows a board on a wall: hardly any visit asks for that. */
const Wall = onDemand(() => import('../wall/wall.tsx'), 'Wall');

/** Loads a page with a board, and what shows that on a wall if the address asks for it. */
export async function loadBoardPage(context: PageContext<LiveSource>, question: LiveRankingsQuestion): Promise<LoadedBoard> {
  const [board] = await Promise.all([loadBoard(context, question), context.view.view === 'tv' ? Wall.load() : undefined]);
  return board;
}

interface BoardPageProps {
  readonly question: LiveRankingsQuestion;
  /** `shown`: what is on the page, `undefined` until there is anything. */
  readonly heading: (shown: LiveBoardView | undefined) => string;
  /** `order`: what comes first, as a sentence, where that is not the most; `''` where it is. */
  readonly lead: (order: string) => ReactNode;
  /** Chooses what the board shows. */
  readonly children?: ReactNode;
}

/** A page with a board, and what stands beside it; or the board on a wall. */
export function BoardPage({ question, heading, lead, children }: BoardPageProps) {
  const format = useNumberFormat();
  const { view } = useView();
  // Where its code cannot be had, the page as others see it is better than none.
  if (view.view === 'tv' && Wall.isLoaded()) return <Wall question={question} />;
  return (
    <LiveBoard
      question={question}
      modes={children}
      renderPage={(board, shown) => (
        <PageLayout
          heading={heading(shown?.view)}
          lead={lead(orderWords(shown?.view.board, format))}
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

/** "Fastest time first." */
function orderWords(board: ApiBoard | undefined, format: NumberFormat): string {
  if (board?.direction !== 'low') return '';
  const { lead } = unitWords(board, format);
  return `${lead.replace(/^./, (letter) => letter.toUpperCase())} first.`;
}
