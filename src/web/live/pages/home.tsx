import type { LiveSource } from '../../../contract/live-source.ts';
import type { LiveBoardView } from '../../../contract/page-answers.ts';
import type { View } from '../../../contract/view.ts';
import { useView } from '../../address/view-context.ts';
import { GameLead } from '../../site/game-lead.tsx';
import type { PageContext, PageHead } from '../../site/page.ts';
import type { NumberFormat } from '../../ui/number-format.ts';
import { homeQuestion } from '../asking/live-questions.ts';
import { boardHead, type LoadedBoard } from '../board/load-board.ts';
import { isPresent } from '../words/board-view.ts';
import { BoardPage, loadBoardPage } from './board-page.tsx';
import { LEADS_THIS_WEEK, LEADS_TODAY, LED_THAT_DAY, LED_THAT_WEEK, homeLead } from '../words/live-board-words.ts';

export function load(context: PageContext<LiveSource>): Promise<LoadedBoard> {
  return loadBoardPage(context, homeQuestion(context.view));
}

export function head(_view: View, loaded: LoadedBoard, format: NumberFormat): PageHead {
  return boardHead(loaded, format);
}

export function Component() {
  const { view } = useView();
  return (
    <BoardPage
      question={homeQuestion(view)}
      heading={(shown) => headingOf(shown, view)}
      lead={(order, title) => <GameLead own={homeLead(title, order)} />}
    />
  );
}

function headingOf(shown: LiveBoardView | undefined, view: View): string {
  const isDaily = (shown?.period.kind ?? view.period) === 'daily';
  if (shown === undefined ? view.at === '' : isPresent(shown)) return isDaily ? LEADS_TODAY : LEADS_THIS_WEEK;
  return isDaily ? LED_THAT_DAY : LED_THAT_WEEK;
}
