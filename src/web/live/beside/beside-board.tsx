import { useRef } from 'react';

import { BesideSection } from '../../beside/beside-section.tsx';
import type { PeriodQuestion } from '../../../contract/live-source.ts';
import type { Highlights, LiveBoardView } from '../../../contract/page-answers.ts';
import { Link } from '../../address/link.tsx';
import { useView } from '../../address/view-context.ts';
import { ClosestFight } from '../../beside/closest-fight.tsx';
import { PrizeList } from '../../beside/prize-list.tsx';
import side from '../../beside/side.module.css';
import { WaysUp } from '../../beside/ways-up.tsx';
import { Bib } from '../../board/bib/bib.tsx';
import { onDemand } from '../../ui/floating/on-demand.tsx';
import { useNumberFormat, useUnitWords } from '../../ui/number-format.ts';
import { RowMoves } from '../../ui/row-moves.ts';
import { Total } from '../../ui/total.tsx';
import { useRoomBeside, useInBrowser } from '../asking/in-browser.ts';
import { periodQuestion } from '../asking/live-questions.ts';
import { useLive } from '../asking/use-live.ts';
import { useNow } from '../asking/use-now.ts';
import { hallOfFame } from '../links/addresses.ts';
import { PlayerLink } from '../links/player-link.tsx';
import { ViewLink } from '../links/view-link.tsx';
import { useMe } from '../me/me.ts';
import type { MyPlace } from '../me/mine.tsx';
import { isPresent } from '../words/board-view.ts';
import { RankChange } from '../words/marks/rank-change.tsx';
import { ONE_PERIOD } from '../words/rank-words.ts';
import { clockTime, momentWithin, timeLeft, periodName } from '../words/time-words.ts';
import styles from './beside-board.module.css';
import { BESIDE_WORDS } from './beside-words.ts';
import { PAGE_NAMES, RESETTING } from '../words/live-board-words.ts';

export interface BesideBoardProps {
  readonly view: LiveBoardView;
  readonly answeredAt: number;
  readonly my: MyPlace | undefined;
}

/** Beside a live board: the time left, today's challenge, the prizes of a period that is not over, and the visitor's own standing. */
export function BesideBoard({ view, answeredAt, my }: BesideBoardProps) {
  return (
    <>
      <div className={styles.wide}>{isPresent(view) ? <TimeLeft view={view} answeredAt={answeredAt} /> : null}</div>
      {isPresent(view) && view.challenge !== null ? <Challenge board={view.board.name} attempts={view.challenge} /> : null}
      {isPresent(view) ? <PrizeList prizes={view.prizes} /> : null}
      <div className={styles.wide}>
        <MyStanding view={view} my={my} />
      </div>
    </>
  );
}

/** Ways to earn points, last winners, closest fight, movers. Parts that may grow come last. Not on narrow screens or for past moments. */
export function FurtherFromBoard({ view, question }: { readonly view: LiveBoardView; readonly question: PeriodQuestion }) {
  const isAsked = useRoomBeside() && view.moment === null;
  const { data: highlights } = useLive('highlights', [periodQuestion(question)], { isAsked });
  const words = useUnitWords(view.board);
  if (highlights === undefined || view.moment !== null) return null;
  const { board, period, winners, fight, ways, movers } = highlights;
  return (
    <>
      {isPresent(view) ? <WaysUp ways={ways} /> : null}
      <LastWinners winners={winners} board={board} period={period} />
      <ClosestFight fight={fight} words={words} name={({ id, name }) => <PlayerLink username={id} name={name} kind={period.kind} />} />
      <Movers movers={movers} period={period} />
    </>
  );
}

/** The longest board time that leaves room for the visitor's time on the same line. */
const ONE_LINE = 15;

/** How long until the period ends, how much of it is over, and its end in the board's time zone and in the visitor's. */
function TimeLeft({ view: { board, period }, answeredAt }: Pick<BesideBoardProps, 'view' | 'answeredAt'>) {
  const isRead = useInBrowser();
  const now = useNow(answeredAt);
  if (period.start === null || period.end === null) return null;
  const [start, end] = [Date.parse(period.start), Date.parse(period.end)];
  const share = Math.min(1, Math.max(0, (now - start) / (end - start)));
  const there = momentWithin(period.kind, end, board.timeZone);
  const here = isRead ? clockTime(end) : '';
  return (
    <BesideSection id="time-left" title={BESIDE_WORDS.timeLeft}>
      <p className="bold tabular">{now >= end ? RESETTING : timeLeft(end - now)}</p>
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" className={`block ${styles.bar}`}>
        <rect width={Math.round(share * 1000) / 10} height="1" />
      </svg>
      <p className={`${side.note} ${there.length + board.timeZone.length > ONE_LINE ? styles.long : ''}`}>
        {BESIDE_WORDS.resets(`${there} ${board.timeZone}`)}
        {here === '' || there.endsWith(here) ? '' : BESIDE_WORDS.yourTime(here)}
      </p>
    </BesideSection>
  );
}

function Challenge({ board, attempts }: { readonly board: string; readonly attempts: number }) {
  return (
    <BesideSection id="challenge" title={BESIDE_WORDS.challenge}>
      <p className={side.note}>
        {BESIDE_WORDS.sameForAll + BESIDE_WORDS.attempts(attempts)}
        <a href={`/api/v1/boards/${board}/challenge`} className={side.link}>
          {BESIDE_WORDS.proof}
        </a>
      </p>
    </BesideSection>
  );
}

const ROOM = <div className={styles.room} />;

const OwnStanding = onDemand(() => import('./own-standing.tsx'), 'OwnStanding', ROOM);

const IsThisYou = onDemand(() => import('./is-this-you.tsx'), 'IsThisYou', ROOM);

/** The visitor's own standing, or a prompt for their name. Reserves its space from the first paint if this browser knows the visitor. */
function MyStanding({ view, my }: Pick<BesideBoardProps, 'view' | 'my'>) {
  const me = useMe();
  const isRead = useInBrowser();
  if (!isPresent(view)) return null;
  if (me === undefined) return isRead ? <IsThisYou board={view.board.name} /> : ROOM;
  return <OwnStanding me={me} view={view} my={my} />;
}

function LastWinners({ winners, board, period: { kind } }: Pick<Highlights, 'winners' | 'board' | 'period'>) {
  const { view } = useView();
  const words = useUnitWords(board);
  const list = useRef<HTMLUListElement>(null);
  if (winners.length === 0) return null;
  return (
    <BesideSection id="winners" title={BESIDE_WORDS.lastWinners}>
      <ul ref={list} className={`stack ${side.people} ${styles.winners}`}>
        {winners.map(({ day, period, points, player: { id, name, avatar } }) => (
          <li key={day} data-player={day}>
            <Bib id={id} name={name} avatar={avatar} size="small" />
            <span className={`strong ${side.who}`}>
              <PlayerLink username={id} name={name} kind={kind} />
              <span className={`block ${side.note}`}>
                <ViewLink
                  shown={{ ...(kind === 'all-time' && { mode: 'monthly' }), at: day, q: '' }}
                  preventScrollReset={false}
                  className={side.link}
                >
                  {periodName(period, board.timeZone, 'short')}
                </ViewLink>
              </span>
            </span>
            <Total words={words} total={points} />
          </li>
        ))}
        <RowMoves list={list} />
      </ul>
      <p className={side.note}>
        <Link to={hallOfFame(kind, view)} className={side.link}>
          {PAGE_NAMES.hall}
        </Link>
      </p>
    </BesideSection>
  );
}

function Movers({ movers: { climbs, falls, among }, period: { kind } }: Pick<Highlights, 'movers' | 'period'>) {
  const format = useNumberFormat();
  const list = useRef<HTMLUListElement>(null);
  const movers = [...climbs, ...falls];
  if (movers.length === 0) return null;
  return (
    <BesideSection id="movers" title={BESIDE_WORDS.movers}>
      <p className={side.note}>
        {BESIDE_WORDS.against(kind === 'daily' ? BESIDE_WORDS.yesterday : BESIDE_WORDS.last(ONE_PERIOD[kind]), format.count(among))}
      </p>
      <ul ref={list} className={`stack ${side.people}`}>
        {movers.map(({ player: { id, name, avatar }, change }) => (
          <li key={id} data-player={id}>
            <Bib id={id} name={name} avatar={avatar} size="small" />
            <span className={`strong ${side.who}`}>
              <PlayerLink username={id} name={name} kind={kind} />
            </span>
            <RankChange change={change} />
          </li>
        ))}
        <RowMoves list={list} />
      </ul>
    </BesideSection>
  );
}
