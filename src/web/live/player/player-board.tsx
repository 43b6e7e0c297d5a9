import type { PlayerQuestion } from '../../../contract/live-source.ts';
import type { PlayerPage } from '../../../contract/player-answers.ts';
import { calendarDay } from '../words/time-words.ts';
import type { Connection } from '../asking/changes.ts';
import { LiveStatus } from '../asking/live-status.tsx';
import { Neighbours } from './ways/neighbours.tsx';
import { PastCharts } from './past-charts.tsx';
import { PathUp } from './ways/path-up.tsx';
import section from '../../ui/section-title.module.css';
import { RankCards } from './rank-cards.tsx';

interface PlayerBoardProps {
  readonly page: PlayerPage;
  readonly question: PlayerQuestion;
  /** When the page was answered last, epoch milliseconds. */
  readonly answeredAt: number;
  /** Why asking failed since; null if it did not. */
  readonly error: Error | null;
  readonly connection: Connection;
}

/** A player's ranks, as they are now. */
export function PlayerBoard({ page, question, answeredAt, error, connection }: PlayerBoardProps) {
  const { board, places } = page.boards.find(({ board: { name } }) => name === page.chosen.board) ?? {};
  const start = places?.find(({ period }) => period.kind === 'daily')?.period.start;
  return (
    <>
      <LiveStatus connection={connection} answeredAt={answeredAt} error={error} waiting={false} />
      <RankCards page={page} />
      <Neighbours page={page} />
      <PathUp question={question} />
      <section aria-labelledby="past">
        <h2 id="past" className={section.title}>
          History
        </h2>
        {board === undefined || typeof start !== 'string' ? null : (
          <PastCharts chosen={page.chosen} board={board} question={question} today={calendarDay(Date.parse(start), board.timeZone)} />
        )}
      </section>
    </>
  );
}
