import type { HallQuestion, LiveSource } from '../../../contract/live-source.ts';
import type { HallOfFame } from '../../../contract/page-answers.ts';
import type { View } from '../../../contract/view.ts';
import { whenOf } from '../../../contract/when.ts';
import { ShareView } from '../../board/share-view.tsx';
import { askForPage } from '../asking/ask-for-page.ts';
import { liveQuestion } from '../asking/live-questions.ts';
import { BoardChoice, loadBoardChoice } from '../board/board-choice.tsx';
import { useLiveAnswers } from '../asking/use-live-answers.ts';
import { asBefore, useLive } from '../asking/use-live.ts';
import { stretchName } from '../fame/hall-words.ts';
import { HallWalk } from '../fame/hall-walk.tsx';
import { MonthGrid } from '../fame/month-grid.tsx';
import { MostWins, WinnersTable } from '../fame/winners.tsx';
import styles from '../fame/hall-walk.module.css';
import { hallKind } from '../links/addresses.ts';
import { PAGE_NAMES, RELOAD } from '../words/live-board-words.ts';
import { ONE_PERIOD } from '../words/rank-words.ts';
import { waitingWords } from '../words/trouble-words.ts';
import { PageLayout } from '../../site/frame/page-layout.tsx';
import type { PageContext, PageHead } from '../../site/page.ts';
import { useView } from '../../address/view-context.ts';
import { HALL } from './page-words.ts';

function questionOf(view: View): HallQuestion {
  return { board: view.board, period: hallKind(view), at: view.at };
}

export function load(context: PageContext<LiveSource>): Promise<HallOfFame | null> {
  const { source, answers, view } = context;
  return askForPage(context, async () => {
    whenOf(view.at);
    const hall = await answers.ensure(liveQuestion(source, 'hallOfFame', questionOf(view)));
    await loadBoardChoice(hall);
    return hall;
  });
}

export function head(_view: View, loaded: HallOfFame | null): PageHead {
  if (loaded === null) return { title: PAGE_NAMES.hall, description: HALL.lead };
  const { board, kind, from, winners } = loaded;
  const [last] = winners;
  const won = last === undefined ? '' : HALL.lastWinner(last.places[0]!.player.name, ONE_PERIOD[kind]);
  return {
    title: HALL.titleOf(board.title, ONE_PERIOD[kind], stretchName(kind, from)),
    description: `${HALL.lead}${won}`,
  };
}

export function Component() {
  const { view } = useView();
  const { data: hall, error } = useLive('hallOfFame', [questionOf(view)], { meanwhile: asBefore });
  // Refreshes once for periods that closed since the page was rendered, then as they close.
  useLiveAnswers('', false);
  return (
    <PageLayout heading={PAGE_NAMES.hall} lead={HALL.lead} controls={<ShareView />}>
      {hall === undefined ? (
        <p role="status">{waitingWords('winners', error, RELOAD)}</p>
      ) : (
        <>
          <HallWalk hall={hall}>
            <BoardChoice view={hall} />
          </HallWalk>
          <MostWins hall={hall} />
          <Winners hall={hall} />
        </>
      )}
    </PageLayout>
  );
}

function Winners({ hall }: { readonly hall: HallOfFame }) {
  const { kind, from, winners, most } = hall;
  if (most.won === 0) return <p>{HALL.noWinner(ONE_PERIOD[kind])}</p>;
  if (winners.length === 0) return <p>{HALL.noWinnerIn(ONE_PERIOD[kind], stretchName(kind, from))}</p>;
  if (kind !== 'daily') return <WinnersTable hall={hall} />;
  return (
    <>
      <MonthGrid hall={hall} />
      <details>
        <summary className={`muted small strong ${styles.summary}`}>{HALL.allWinners(stretchName(kind, from))}</summary>
        <WinnersTable hall={hall} />
      </details>
    </>
  );
}
