import { ViewLink } from '../links/view-link.tsx';
import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { viewToSearch } from '../../../contract/view.ts';
import { Link } from '../../address/link.tsx';
import section from '../../ui/section-title.module.css';
import control from '../../ui/control.module.css';
import { useView } from '../../address/view-context.ts';
import { useUnitWords } from '../../ui/number-format.ts';
import { hallOfFame } from '../links/addresses.ts';
import { isPresent } from '../words/board-view.ts';
import { momentName, periodName } from '../words/time-words.ts';
import { ONE_PERIOD, PRESENT } from '../words/rank-words.ts';
import styles from './live-board.module.css';
import { EMPTY } from '../words/board-words.ts';

/** For a board without points: invites players to score, gives the next period's start, and links to past results. Above the last ones. */
export function WayToPoints({ view: board }: { readonly view: LiveBoardView }) {
  const { view } = useView();
  const { last } = board;
  const { several } = useUnitWords(board.board);
  if (!isPresent(board)) return <NobodyThen view={board} />;
  if (last === null) return <p className={`note ${styles.note}`}>{EMPTY.firstScore(several) + nextStart(board)}</p>;
  return (
    <div className="stack loose">
      <p className={`note ${styles.note}`}>
        {EMPTY.firstScore(several, ` ${PRESENT[last.period.kind]}`) + nextStart(board) + EMPTY.see[0]}
        <Link
          to={{ pathname: '/leaderboard', search: viewToSearch({ board: view.board, period: view.period, mode: 'all-time' }) }}
          className={control.link}
        >
          {EMPTY.see[1]}
        </Link>
        {EMPTY.see[2]}
        <Link to={hallOfFame(last.period.kind, { ...view, at: '' })} className={control.link}>
          {EMPTY.see[3]}
        </Link>
        {EMPTY.see[4]}
      </p>
      <h2 className={section.title}>
        {EMPTY.lastResults}{' '}
        <ViewLink shown={{ at: last.day }} className={control.link}>
          {periodName(last.period, board.board.timeZone)}
        </ViewLink>
      </h2>
    </div>
  );
}

/** " The next day starts Fri 27 Nov, 00:00 UTC." */
function nextStart({ board: { timeZone }, period: { kind, end } }: LiveBoardView): string {
  return end === null ? '' : EMPTY.nextStart(ONE_PERIOD[kind], `${momentName(Date.parse(end), timeZone, 'short')} ${timeZone}`);
}

/** The same for the past, with a link to the next period. An open time machine says it instead, so that nothing shifts. */
function NobodyThen({ view: { board, later, moment, reach } }: { readonly view: LiveBoardView }) {
  const { several } = useUnitWords(board);
  if (moment !== null && reach !== null) return null;
  return (
    <p className={`note ${styles.note}`}>
      {moment === null ? EMPTY.inPeriod(several) : EMPTY.byThen(several)}{' '}
      {later === null ? null : (
        <ViewLink shown={{ at: later }} className={control.link}>
          {EMPTY.nextPeriod}
        </ViewLink>
      )}
    </p>
  );
}
