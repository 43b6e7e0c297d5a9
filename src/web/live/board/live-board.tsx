import { useEffect, useMemo, useRef, useState, type FocusEvent, type PointerEvent, type ReactNode, Fragment } from 'react';
import { useRevalidator } from 'react-router';

import type { LiveRankingsQuestion } from '../../../contract/live-source.ts';
import type { LiveBoardView, LiveStanding } from '../../../contract/page-answers.ts';
import { UnknownMoment } from '../../../contract/when.ts';
import type { PeriodKind } from '../../../domain/calendar.ts';
import { prizeOf } from '../../../domain/highlights/prize-groups.ts';
import type { UnitWords } from '../../../domain/units/counted-words.ts';
import { Link } from '../../address/link.tsx';
import { useView, ViewContext } from '../../address/view-context.ts';
import { BoardFrame } from '../../board/board-frame.tsx';
import type { Additions } from '../../board/podium-lanes.tsx';
import control from '../../ui/control.module.css';
import { MINUS, useUnitWords } from '../../ui/number-format.ts';
import { LiveStatus } from '../asking/live-status.tsx';
import { useRested } from '../asking/in-browser.ts';
import { hallOfFame } from '../links/addresses.ts';
import { PlayerLink } from '../links/player-link.tsx';
import { useMe, useIsMe } from '../me/me.ts';
import type { MyPlace } from '../me/mine.tsx';
import { StandNote } from '../news/stand-note.tsx';
import { ShownFinish, useFinish } from '../news/use-finish.ts';
import { isEmpty, isPresent, ranksOf } from '../words/board-view.ts';
import { RankChange } from '../words/marks/rank-change.tsx';
import { waitingWords } from '../words/trouble-words.ts';
import { type AskedBoard, useAskedBoard } from '../asking/use-live-answers.ts';
import { BoardChoice } from './board-choice.tsx';
import styles from './live-board.module.css';
import bar from './period-bar.module.css';
import { LeaderNews, LeadTrace, MyFoot, MyVisit, RankJump, TimeMachine, WayToPoints, WhoIsMeant } from './loaded-parts.ts';
import { PeriodBar, ReplayToggle } from './period-bar.tsx';
import { useLaneMoves } from './use-lane-moves.ts';
import { useFrame, useTimeMachine } from './use-time-machine.ts';
import { PAST_WINNERS, PAUSED, RETRYING, TIED, TOO_MANY, YOU } from '../words/live-board-words.ts';

interface LiveBoardProps {
  readonly question: LiveRankingsQuestion;
  /** Chooses what the board shows, in the same bar as its period. */
  readonly modes?: ReactNode;
  /** Renders the page around the board, given what is shown. That differs from the question while its answer is unavailable. */
  readonly renderPage: (board: ReactNode, shown: BoardOnPage | undefined) => ReactNode;
}

/** The page's information about the board it shows. */
interface BoardOnPage {
  readonly view: LiveBoardView;
  /** The time of the last answer, in epoch milliseconds. */
  readonly answeredAt: number;
  readonly my: MyPlace | undefined;
}

/** A board on a page, present or past: loaded by the page's loader, kept up to date from then on. */
export function LiveBoard({ question, modes, renderPage }: LiveBoardProps) {
  'use memo';
  const address = useView();
  const [frame, showFrame] = useFrame();
  const asked = { ...question, at: frame ?? question.at, q: useRested(question.q) };
  const { view, isOther, ...known } = useAskedBoard(asked);
  const { error } = known;
  const isGone = error instanceof UnknownMoment;
  const { revalidate } = useRevalidator();
  // The moment it shows no longer exists: reload, to get the error page.
  useEffect(() => {
    if (isGone) void revalidate();
  }, [isGone, revalidate]);
  if (view === undefined) return renderPage(<p role="status">{waitingWords('board', error, RETRYING)}</p>, undefined);
  return (
    // Links continue from the moment shown, even if a replay has not written it into the URL yet.
    <ViewContext value={frame === undefined ? address : { ...address, view: { ...address.view, at: frame } }}>
      <ShownBoard
        {...known}
        view={view}
        asked={asked}
        modes={modes}
        frame={frame}
        onFrame={showFrame}
        busy={isOther || address.chosen !== address.view}
        renderPage={renderPage}
      />
    </ViewContext>
  );
}

interface ShownBoardProps extends Pick<LiveBoardProps, 'modes' | 'renderPage'>, Omit<AskedBoard, 'view' | 'isOther'> {
  readonly view: LiveBoardView;
  readonly asked: LiveRankingsQuestion;
  /** The replay's view, in place of the URL's. */
  readonly frame: string | undefined;
  readonly onFrame: (at: string | undefined) => void;
  /** Whether the answer to another question is loading. */
  readonly busy: boolean;
}

function ShownBoard({ view, filter, asked, modes, frame, onFrame, busy, answeredAt, connection, error, renderPage }: ShownBoardProps) {
  const { q } = asked;
  const [held, setHeld] = useState<Held | undefined>(undefined);
  const shown = held !== undefined && isSameStretch(held.view, view) ? held.view : view;
  const isWaiting = shown !== view;
  const isUnderMouse = held?.by === 'mouse';
  useEffect(() => {
    if (!isWaiting || !isUnderMouse) return;
    const timer = setTimeout(() => setHeld(undefined), LONGEST_HOLD_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, isUnderMouse]);
  const { kind } = view.period;
  const { view: address } = useView();
  const me = useMe();
  const [place, setPlace] = useState<MyPlace | undefined>(undefined);
  const my = me !== undefined && place?.ranksOf === ranksOf(view) ? place : undefined;
  const words = useUnitWords(view.board);
  const additions = useMemo(() => liveAdditions(shown, words), [shown, words]);
  const finish = useFinish(view, answeredAt);
  const isFinishing = finish !== undefined && finish.stage !== 'told';
  const [result, setResult] = useState('');
  const door = useTimeMachine(view);
  const board = (
    <>
      <div className={bar.controls}>
        {modes}
        <BoardChoice view={view} />
        <PeriodBar
          view={view}
          answeredAt={answeredAt}
          replay={
            // Reserves its space until the first minute of a period is over.
            view.reach !== null || isPresent(view) ? <ReplayToggle isThere={view.reach !== null} door={door} /> : null
          }
        >
          <LiveStatus connection={connection} answeredAt={answeredAt} heardUntil={view.heardUntil} error={error} waiting={isWaiting} />
        </PeriodBar>
      </div>
      {!door.isOpen || view.reach === null ? null : (
        <TimeMachine
          key={`${view.board.name} ${kind}`}
          view={view}
          reach={view.reach}
          asked={asked}
          frame={frame}
          onFrame={onFrame}
          onUse={door.keep}
          onClose={door.close}
          failed={error !== null}
        />
      )}
      {q === '' && !isFinishing && isEmpty(view) ? <WayToPoints view={view} /> : null}
      <WhoIsMeant view={view} asked={asked} busy={busy} />
      {me === undefined ? null : <MyVisit view={view} filter={filter} answeredAt={answeredAt} onPlace={setPlace} />}
      <Hold
        // The last results replace the whole board, so that rows are not animated between the two.
        key={shown.last === null || isFinishing ? 'now' : 'last'}
        ranksOf={ranksOf(shown)}
        onHold={(by) =>
          setHeld((before) => by && { by, view: before !== undefined && isSameStretch(before.view, view) ? before.view : view })
        }
        busy={busy}
      >
        {isPresent(shown) && finish === undefined && shown.rows.page === 1 ? <LeadTrace view={shown} answeredAt={answeredAt} /> : null}
        {finish?.stage === 'told' && shown.last === null ? <ShownFinish finish={finish} onWords={setResult} /> : null}
        <BoardFrame
          view={(q === '' ? shown.last : null) ?? shown}
          words={words}
          period={kind}
          filter={filter}
          additions={additions}
          ranksOf={ranksOf(shown)}
          instead={finish?.stage === 'shown' ? <ShownFinish finish={finish} onWords={setResult} /> : undefined}
        />
        {isWaiting ? (
          <p aria-hidden="true" className={styles.waiting}>
            <span>{PAUSED}</span>
          </p>
        ) : null}
      </Hold>
      {q === '' && view.rows.pages > 2 ? <RankJump view={view} /> : null}
      <Link to={hallOfFame(kind, address)} className={`${control.link} note ${styles.fame}`}>
        {PAST_WINNERS}
      </Link>
      {view.complete ? null : <p className={`note ${styles.note}`}>{TOO_MANY}</p>}
      {isPresent(view) && q === '' ? <LeaderNews view={view} isMe={my?.rank === 1} /> : null}
      <p role="status" className="visually-hidden">
        {finish === undefined ? '' : result}
      </p>
      {me === undefined ? null : <MyFoot my={my} words={words} />}
    </>
  );
  return renderPage(board, { view, answeredAt, my });
}

/** Whether two answers show the same rows, so that the older one can stay on screen. */
function isSameStretch(a: LiveBoardView, b: LiveBoardView): boolean {
  return ranksOf(a) === ranksOf(b) && a.moment === b.moment && a.rows.page === b.rows.page;
}

/** The longest time that a mouse resting on the table holds back changes, in milliseconds. */
const LONGEST_HOLD_MS = 10_000;

/** The view held back from changing while the visitor is in the table, and what holds it. */
interface Held {
  readonly by: 'mouse' | 'keyboard';
  readonly view: LiveBoardView;
}

interface HoldProps {
  readonly ranksOf: string;
  readonly onHold: (by: Held['by'] | undefined) => void;
  readonly busy: boolean;
  readonly children: ReactNode;
}

/** Reports when the mouse or keyboard focus is in the rows, which must not move while somebody is about to click or read them. */
function Hold({ ranksOf: of, onHold, busy, children }: HoldProps) {
  const board = useRef<HTMLDivElement>(null);
  useLaneMoves(board, of);
  const inRows = (target: EventTarget) => target instanceof Element && target.closest('tbody') !== null;
  const onPointer = (event: PointerEvent) => {
    if (event.pointerType === 'mouse') onHold(inRows(event.target) ? 'mouse' : undefined);
  };
  const onFocus = (event: FocusEvent) => {
    if (event.target.matches(':focus-visible')) onHold(inRows(event.target) ? 'keyboard' : undefined);
  };
  return (
    <div
      ref={board}
      className={`anchor ${styles.hold}`}
      aria-busy={busy}
      onPointerOver={onPointer}
      onPointerLeave={(event) => event.pointerType === 'mouse' && onHold(undefined)}
      onFocus={onFocus}
      onBlur={() => onHold(undefined)}
    >
      {children}
    </div>
  );
}

/** The live edition's additions to each player on a board: the rank change, a link to the player, the gaps. */
function liveAdditions(view: LiveBoardView, words: UnitWords): Additions<LiveStanding> {
  const { kind } = view.period;
  return {
    mark: kind === 'all-time' ? undefined : ({ change }) => <RankChange change={change} />,
    name: (standing) => <LiveName standing={standing} kind={kind} />,
    note: (standing) => <StandNote view={view} standing={standing} />,
    gap: (standing, above) => {
      const gap = Math.abs(above.points - standing.points);
      const shown = gap === 0 ? TIED : `${view.board.direction === 'low' ? '+' : MINUS}${words.margin(gap)}`;
      // Each gap is a new text node, as with totals.
      return <Fragment key={shown}>{shown}</Fragment>;
    },
    vacantPrize: (place) => prizeOf(view.prizes, place),
  };
}

/** A name on a board, linked to the player if they have a page, and marked if it is the visitor. */
function LiveName({ standing: { player }, kind }: { readonly standing: LiveStanding; readonly kind: PeriodKind }) {
  const link = <PlayerLink username={player.id} name={player.name} kind={kind} />;
  if (!useIsMe(player.id)) return link;
  return (
    <span data-me="" className={styles.me}>
      {link} <span className={`tiny bold ${styles.you}`}>{YOU}</span>
    </span>
  );
}
