import type { ReactNode } from 'react';

import type { LiveRankingsQuestion, LiveSource } from '../../../contract/live-source.ts';
import type { LiveBoardView } from '../../../contract/page-answers.ts';
import type { ApiBoard } from '../../../contract/parts/answer-parts.ts';
import { unitWords } from '../../../domain/units/unit-words.ts';
import { useView } from '../../address/view-context.ts';
import { ShareView } from '../../board/share-view.tsx';
import { PageLayout } from '../../site/frame/page-layout.tsx';
import type { PageContext } from '../../site/page.ts';
import { hydratedLater, onDemand } from '../../ui/floating/on-demand.tsx';
import { type NumberFormat, useNumberFormat } from '../../ui/number-format.ts';
import { whenIdle } from '../../ui/when-idle.ts';
import { periodQuestion } from '../asking/live-questions.ts';
import { useLive } from '../asking/use-live.ts';
import { loadBoard, type LoadedBoard } from '../board/load-board.ts';
import { LiveBoard } from '../board/live-board.tsx';
import { HYDRATED_LATER } from '../board/loaded-parts.ts';
import { needsAllCode } from '../me/me.ts';
import { boardTitle } from '../words/board-view.ts';

const beside = () => import('../beside/beside-board.tsx');

/** Useful before scripts load. */
const BesideBoard = hydratedLater(beside, 'BesideBoard', whenIdle);
const FurtherFromBoard = hydratedLater(beside, 'FurtherFromBoard', whenIdle);

const Wall = onDemand(() => import('../wall/wall.tsx'), 'Wall');

/** Loads a page with a board, and the TV wall if the URL asks for it. */
export async function loadBoardPage(context: PageContext<LiveSource>, question: LiveRankingsQuestion): Promise<LoadedBoard> {
  const [board] = await Promise.all([
    loadBoard(context, question),
    context.view.view === 'tv' ? Wall.load() : undefined,
    needsAllCode() ? Promise.all([...HYDRATED_LATER, BesideBoard, FurtherFromBoard].map(({ load }) => load())) : undefined,
  ]);
  return board;
}

interface BoardPageProps {
  readonly question: LiveRankingsQuestion;
  /** `shown`: the board on the page, `undefined` until it is loaded. */
  readonly heading: (shown: LiveBoardView | undefined) => string;
  /** `order`: "fastest time first", `''` if most points come first; `title`: the board's. */
  readonly lead: (order: string, title: string) => ReactNode;
  /** Chooses what the board shows. */
  readonly children?: ReactNode;
}

/** A page with a board and its side columns, or the board on a TV wall. */
export function BoardPage({ question, heading, lead, children }: BoardPageProps) {
  const format = useNumberFormat();
  const { view } = useView();
  // The answer would be evicted from the cache in a background tab, and with it the HTML made from it.
  useLive('highlights', [periodQuestion(question)], { isAsked: false });
  if (view.view === 'tv' && Wall.isLoaded()) return <Wall question={question} />;
  return (
    <LiveBoard
      question={question}
      modes={children}
      renderPage={(board, shown) => (
        <PageLayout
          heading={heading(shown?.view)}
          lead={shown && lead(orderWords(shown.view.board, format), boardTitle(shown.view.board))}
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

function orderWords(board: ApiBoard, format: NumberFormat): string {
  return board.direction === 'low' ? `${unitWords(board, format).lead} first` : '';
}
