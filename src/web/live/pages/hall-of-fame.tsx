import type { HallQuestion, LiveSource } from '../../../contract/live-source.ts';
import type { HallOfFame } from '../../../contract/page-answers.ts';
import type { View } from '../../../contract/view.ts';
import { whenOf } from '../../../contract/when.ts';
import { ShareView } from '../../board/share-view.tsx';
import { askForPage } from '../asking/ask-for-page.ts';
import { liveQuestion } from '../asking/live-questions.ts';
import { useLiveAnswers } from '../asking/use-live-answers.ts';
import { asBefore, useLive } from '../asking/use-live.ts';
import { stretchName } from '../fame/hall-words.ts';
import { HallWalk } from '../fame/hall-walk.tsx';
import { MonthGrid } from '../fame/month-grid.tsx';
import { MostWins, WinnersTable } from '../fame/winners.tsx';
import { hallKind } from '../links/addresses.ts';
import { ONE_PERIOD } from '../words/rank-words.ts';
import { waitingWords } from '../words/trouble-words.ts';
import { PageLayout } from '../../site/frame/page-layout.tsx';
import type { PageContext, PageHead } from '../../site/page.ts';
import { useView } from '../../address/view-context.ts';

const LEAD = 'Who won each day, week and month. A period has a winner once its results are final.';

function questionOf(view: View): HallQuestion {
  return { board: view.board, period: hallKind(view), at: view.at };
}

export function load(context: PageContext<LiveSource>): Promise<HallOfFame | null> {
  const { source, answers, view } = context;
  return askForPage(context, async () => {
    // What no server could answer is not asked.
    whenOf(view.at);
    return answers.ensure(liveQuestion(source, 'hallOfFame', questionOf(view)));
  });
}

export function head(_view: View, loaded: HallOfFame | null): PageHead {
  if (loaded === null) return { title: 'Hall of fame', description: LEAD };
  const { board, kind, from, winners } = loaded;
  const [last] = winners;
  const won = last === undefined ? '' : ` The last ${ONE_PERIOD[kind]} went to ${last.places[0]!.player.name}.`;
  return {
    title: `Hall of fame: ${board.title}, ${ONE_PERIOD[kind]}s of ${stretchName(kind, from)}`,
    description: `${LEAD}${won}`,
  };
}

export function Component() {
  const { view } = useView();
  const { data: hall, error } = useLive('hallOfFame', [questionOf(view)], { meanwhile: asBefore });
  // Whatever closed since the page was made, it is asked for once and then as it happens.
  useLiveAnswers('', false);
  return (
    <PageLayout heading="Hall of fame" lead={LEAD} controls={<ShareView />}>
      {hall === undefined ? (
        <p role="status">{waitingWords('winners', error, 'Reload the page to try again.')}</p>
      ) : (
        <>
          <HallWalk hall={hall} />
          <Winners hall={hall} />
          <MostWins hall={hall} />
        </>
      )}
    </PageLayout>
  );
}

function Winners({ hall }: { readonly hall: HallOfFame }) {
  const { kind, from, winners, most } = hall;
  if (most.won === 0) return <p>No {ONE_PERIOD[kind]} has a winner yet. The first one appears here when its results are final.</p>;
  if (winners.length === 0)
    return (
      <p>
        No {ONE_PERIOD[kind]} of {stretchName(kind, from)} has a winner.
      </p>
    );
  return (
    <>
      {kind === 'daily' ? <MonthGrid hall={hall} /> : null}
      <WinnersTable hall={hall} />
    </>
  );
}
