import type { PeriodQuestion } from '../../../contract/live-source.ts';
import type { Highlights, LiveBoardView } from '../../../contract/page-answers.ts';
import { ClosestFight } from '../../beside/closest-fight.tsx';
import { PrizeList } from '../../beside/prize-list.tsx';
import { WaysUp } from '../../beside/ways-up.tsx';
import { useUnitWords } from '../../ui/use-unit-words.ts';
import { periodQuestion } from '../asking/live-questions.ts';
import { useRoomBeside } from '../asking/in-browser.ts';
import { useLive } from '../asking/use-live.ts';
import { PlayerLink } from '../links/player-link.tsx';
import type { MyPlace } from '../me/use-my-place.ts';
import { isPresent } from '../words/board-view.ts';
import styles from './beside-board.module.css';
import { LastWinners } from './last-winners.tsx';
import { Movers } from './movers.tsx';
import { MyStanding } from './my-standing.tsx';
import { TimeLeft } from './time-left.tsx';

interface BesideBoardProps {
  readonly view: LiveBoardView;
  /** When the board was answered last, epoch milliseconds. */
  readonly answeredAt: number;
  readonly my: MyPlace | undefined;
}

/** What stands beside a live board: when it ends, what can be won, where the visitor stands. */
export function BesideBoard({ view, answeredAt, my }: BesideBoardProps) {
  return (
    <>
      <div className={styles.wide}>{isPresent(view) ? <TimeLeft view={view} answeredAt={answeredAt} /> : null}</div>
      <PrizeList prizes={view.prizes} />
      <div className={styles.wide}>
        <MyStanding view={view} my={my} />
      </div>
    </>
  );
}

/** What stands further from it: where it is close, ways up, who won before and who moves. What may grow stands last, and pushes nothing away. */
export function FurtherFromBoard({ view, question }: { readonly view: LiveBoardView; readonly question: PeriodQuestion }) {
  const highlights = useHighlights(view, question);
  const words = useUnitWords(view.board);
  if (highlights === undefined) return null;
  const { board, period, winners, fight, ways, movers } = highlights;
  return (
    <>
      <ClosestFight fight={fight} words={words} name={({ id, name }) => <PlayerLink username={id} name={name} kind={period.kind} />} />
      {isPresent(view) ? <WaysUp ways={ways} /> : null}
      <LastWinners winners={winners} board={board} period={period} />
      <Movers movers={movers} period={period} />
    </>
  );
}

/** What is worth telling of the period that is shown; `undefined` where it is not known, or was not asked for: there is no room for it, or a moment is shown. */
function useHighlights({ moment }: LiveBoardView, question: PeriodQuestion): Highlights | undefined {
  const isSeen = useRoomBeside();
  const { data } = useLive('highlights', [periodQuestion(question)], { isAsked: isSeen && moment === null });
  return moment === null ? data : undefined;
}
