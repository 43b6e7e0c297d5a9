import { type ReactNode, useEffect, useRef, useLayoutEffect, type RefObject } from 'react';
import { type To, useLocation, useNavigate } from 'react-router';

import type { LiveBoardView, LiveStanding } from '../../../contract/page-answers.ts';
import { parseView, viewToSearch, type View } from '../../../contract/view.ts';
import { standingsOf } from '../../../domain/board.ts';
import { Link } from '../../address/link.tsx';
import { Bib } from '../../board/bib/bib.tsx';
import control from '../../ui/control.module.css';
import { Total } from '../../ui/total.tsx';
import { useUnitWords } from '../../ui/use-unit-words.ts';
import { periodName } from '../words/time-words.ts';
import styles from './race.module.css';

/** How many run. */
const LANES = 10;

interface RaceProps {
  readonly view: LiveBoardView;
  /** When it is, in few words: they are the largest on the screen. */
  readonly date: string;
  /** Where there is no race. */
  readonly address: To;
  readonly onClose: () => void;
  /** What the race is steered by. */
  readonly children: ReactNode;
}

/** The ten best of a board as bars on lanes, over everything else and as large as the screen. */
export function Race({ view, date, address, onClose, children }: RaceProps) {
  const { several } = useUnitWords(view.board);
  const dialog = useRef<HTMLDialogElement>(null);
  // It is open in a server's HTML, and keeps the page behind it out of reach from here on.
  useEffect(() => {
    dialog.current?.close();
    dialog.current?.showModal();
  }, []);
  const { board, period } = view;
  const runners = standingsOf(view).slice(0, LANES);
  return (
    <dialog
      ref={dialog}
      open
      aria-label={`Race: ${board.title}, ${periodName(period, board.timeZone)}`}
      className={styles.race}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.top}>
        <p className={`condensed tabular ${styles.date}`}>{date}</p>
        <p className={`note one-line ${styles.what}`}>
          {board.title}, {periodName(period, board.timeZone)}
        </p>
        <Link to={address} replace preventScrollReset className={control.button}>
          Close
        </Link>
      </div>
      {children}
      {runners.length === 0 ? (
        <p className={`muted ${styles.nobody}`}>Nobody had any {several} yet.</p>
      ) : (
        <Lanes runners={runners} board={board} />
      )}
    </dialog>
  );
}

function Lanes({ runners, board }: { readonly runners: readonly LiveStanding[]; readonly board: LiveBoardView['board'] }) {
  const lanes = useRef<HTMLOListElement>(null);
  useRaceMoves(lanes);
  const words = useUnitWords(board);
  return (
    <ol ref={lanes} aria-label="The ten best" className={`rows ${styles.lanes}`}>
      {runners.map(({ rank, points, player: { id, name, avatar } }) => {
        const share = leadShare(points, runners[0]!.points, board.direction);
        return (
          <li key={id} data-player={id} data-share={share} className={styles.lane}>
            <span data-place={rank <= 3 ? rank : undefined} className={`condensed tabular ${styles.rank}`}>
              {rank}
            </span>
            <Bib id={id} name={name} avatar={avatar} size="row" />
            <span className={`anchor line spread ground ${styles.track}`}>
              <svg aria-hidden="true" className={styles.bar}>
                <rect width={`${100 * share}%`} height="100%" />
                <line x1={`${100 * share}%`} x2={`${100 * share}%`} y1="80%" y2="100%" />
              </svg>
              <bdi className={`anchor clamped bold ${styles.name}`}>{name}</bdi>
              <span className={`anchor bold tabular ${styles.points}`}>
                <Total words={words} total={points} />
              </span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** Between the moves of a row and those on the podium: a replay may show eight ranks a second. */
const MOVE = { duration: 240, easing: 'cubic-bezier(.2, .8, .2, 1)' } as const;

interface Run {
  readonly top: number;
  readonly share: number;
}

/**
 * Lets runners change lanes, and their bars grow and shrink, from one moment to the next; who comes into the race rises
 * from below. Nothing moves where motion is not wanted. Runs after every render of what has the lanes.
 */
function useRaceMoves(lanes: RefObject<HTMLElement | null>): void {
  const runs = useRef(new Map<string, Run>());

  useLayoutEffect(() => {
    const before = runs.current;
    const now = new Map<string, Run>();
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    for (const lane of lanes.current?.querySelectorAll<HTMLElement>('[data-player]') ?? []) {
      const to = { top: lane.offsetTop, share: Number(lane.dataset['share']) };
      const from = before.get(lane.dataset['player']!);
      now.set(lane.dataset['player']!, to);
      if (still || before.size === 0) continue;
      if (from === undefined)
        lane.animate(
          [
            { transform: 'translateY(100%)', opacity: 0 },
            { transform: 'none', opacity: 1 },
          ],
          MOVE,
        );
      else if (from.top !== to.top) lane.animate([{ transform: `translateY(${from.top - to.top}px)` }, { transform: 'none' }], MOVE);
      if (from === undefined || from.share === to.share) continue;
      const bar = lane.querySelector('svg')!;
      const behindPx = (from.share - to.share) * bar.clientWidth;
      bar.querySelector('line')!.animate([{ transform: `translateX(${behindPx}px)` }, { transform: 'none' }], MOVE);
      if (to.share > 0)
        bar.querySelector('rect')!.animate([{ transform: `scaleX(${from.share / to.share})` }, { transform: 'none' }], MOVE);
    }
    runs.current = now;
  });
}

/** Whether the address asks for the race, and the ways to it and back. Who leaves it is back at what opens it. */
export function useRaceAddress(controls: RefObject<HTMLElement | null>) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isRace = parseView(search).view === 'race';
  const wasRace = useRef(isRace);
  useEffect(() => {
    if (wasRace.current && !isRace) controls.current?.querySelector<HTMLElement>('[name="race"]')?.focus();
    wasRace.current = isRace;
  }, [isRace, controls]);
  // As it is in the address, and not with the moment that a replay shows: the replay goes on.
  const addressAs = (view: View['view']) => ({ pathname, search: viewToSearch({ ...parseView(search), view }) });
  return {
    isRace,
    page: addressAs('page'),
    open: () => void navigate(addressAs('race'), { preventScrollReset: true }),
    leave: () => void navigate(addressAs('page'), { replace: true, preventScrollReset: true }),
  };
}

/**
 * How long somebody's bar is beside that of the leader, 0 to 1. Where low comes first the leader has the fewest points,
 * and the longest bar all the same.
 */
export function leadShare(points: number, leader: number, direction: 'high' | 'low'): number {
  if (points === leader) return leader === 0 && direction === 'high' ? 0 : 1;
  const share = direction === 'high' ? points / leader : leader / points;
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
}
