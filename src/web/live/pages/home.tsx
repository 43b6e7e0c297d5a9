import type { LiveSource } from '../../../contract/live-source.ts';
import type { View } from '../../../contract/view.ts';
import { whenOf } from '../../../contract/when.ts';
import { ShareView } from '../../board/share-view.tsx';
import { LiveBoard } from '../board/live-board.tsx';
import { homeQuestion } from '../asking/live-questions.ts';
import { loadBoard, loadedBoardHead, type LoadedBoard } from '../board/load-board.ts';
import { PageLayout } from '../../site/page-layout.tsx';
import type { PageContext, PageHead } from '../../site/page.ts';
import { useView } from '../../address/view-context.ts';

export function load(context: PageContext<LiveSource>): Promise<LoadedBoard> {
  return loadBoard(context, homeQuestion(context.view));
}

export function head(_view: View, loaded: LoadedBoard): PageHead {
  return loadedBoardHead(loaded);
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
  switch (whenOf(at).kind) {
    case 'now':
      return period === 'daily' ? 'Who leads today' : 'Who leads this week';
    case 'day':
      return period === 'daily' ? 'Who led that day' : 'Who led that week';
    case 'moment':
      // As many lines on a phone as the others: the slider must not move away from under a finger.
      return 'Who led back then';
  }
}
