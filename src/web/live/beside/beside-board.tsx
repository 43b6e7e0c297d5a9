import { useQuery } from '@tanstack/react-query';

import type { HighlightsQuestion } from '../../../contract/live-source.ts';
import type { Highlights, LiveBoardView } from '../../../contract/page-answers.ts';
import { ClosestFight } from '../../beside/closest-fight.tsx';
import { PrizeList } from '../../beside/prize-list.tsx';
import { WaysUp } from '../../beside/ways-up.tsx';
import { useUnitWords } from '../../ui/use-unit-words.ts';
import { highlightsOf } from '../asking/live-questions.ts';
import { useLiveSource } from '../asking/live-source-context.ts';
import { useRoomBeside } from '../asking/use-room-beside.ts';
import { PlayerLink } from '../links/player-link.tsx';
import type { MyPlace } from '../me/use-my-place.ts';
import { isPresent } from '../words/is-present.ts';
import styles from './beside-board.module.css';
import { LastWinners } from './last-winners.tsx';
import { Movers } from './movers.tsx';
import { MyStanding } from './my-standing.tsx';
import { TimeLeft } from './time-left.tsx';

interface BesideBoardProps {
  readonly view: LiveBoardView;
  readonly question: HighlightsQuestion;
  /** When the board was answered last, epoch milliseconds. */
  readonly answeredAt: number;
  readonly my: MyPlace | undefined;
}

/** What stands beside a live board: when it ends, what can be won, where the visitor stands, who moves. */
export function BesideBoard({ view, question, answeredAt, my }: BesideBoardProps) {
  const highlights = useHighlights(view, question);
  return (
    <>
      <div className={styles.wide}>{isPresent(view) ? <TimeLeft view={view} answeredAt={answeredAt} /> : null}</div>
      <PrizeList prizes={view.prizes} />
      <div className={styles.wide}>
        <MyStanding view={view} my={my} />
        {highlights === undefined ? null : <Movers movers={highlights.movers} period={highlights.period} />}
      </div>
    </>
  );
}

/** What stands further from it: who won before, where it is close, and ways up. */
export function FurtherFromBoard({ view, question }: Pick<BesideBoardProps, 'view' | 'question'>) {
  const highlights = useHighlights(view, question);
  const words = useUnitWords(view.board);
  if (highlights === undefined) return null;
  const { board, period, winners, fight, ways } = highlights;
  const named = ({ rank, player: { id, name } }: NonNullable<Highlights['fight']>['ahead']) => ({
    rank,
    name: <PlayerLink username={id} name={name} kind={period.kind} />,
  });
  return (
    <>
      <LastWinners winners={winners} board={board} period={period} />
      {fight === null ? null : (
        <ClosestFight ahead={named(fight.ahead)} behind={named(fight.behind)} gap={fight.gap === 0 ? undefined : words.gap(fight.gap)} />
      )}
      {isPresent(view) ? <WaysUp ways={ways} /> : null}
    </>
  );
}

/** What is worth telling of the period that is shown; `undefined` where it is not known, or was not asked for: there is no room for it, or a moment is shown. */
function useHighlights({ moment }: LiveBoardView, question: HighlightsQuestion): Highlights | undefined {
  const source = useLiveSource();
  const isSeen = useRoomBeside();
  const { data } = useQuery({ ...highlightsOf(source, question), enabled: isSeen && moment === null });
  return moment === null ? data : undefined;
}
