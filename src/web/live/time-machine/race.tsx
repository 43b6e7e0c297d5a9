import { type ReactNode, useEffect, useRef } from 'react';

import { type To } from 'react-router';

import type { LiveBoardView, LiveStanding } from '../../../contract/page-answers.ts';
import { standingsOf } from '../../../domain/board.ts';
import { Link } from '../../address/link.tsx';
import { Bib } from '../../board/bib/bib.tsx';
import control from '../../ui/control.module.css';
import { Total } from '../../ui/total.tsx';
import { useUnitWords } from '../../ui/use-unit-words.ts';
import { periodName } from '../words/time-words.ts';
import { leadShare } from './lead-share.ts';
import styles from './race.module.css';
import { useRaceMoves } from './use-race-moves.ts';

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
        <p className={`condensed ${styles.date}`}>{date}</p>
        <p className={`note one-line ${styles.what}`}>
          {board.title}, {periodName(period, board.timeZone)}
        </p>
        <Link to={address} replace preventScrollReset className={control.button}>
          Close
        </Link>
      </div>
      {children}
      {runners.length === 0 ? <p className={styles.nobody}>Nobody had any {several} yet.</p> : <Lanes runners={runners} board={board} />}
    </dialog>
  );
}

interface LanesProps {
  readonly runners: readonly LiveStanding[];
  readonly board: LiveBoardView['board'];
}

function Lanes({ runners, board }: LanesProps) {
  const lanes = useRef<HTMLOListElement>(null);
  useRaceMoves(lanes);
  const words = useUnitWords(board);
  return (
    <ol ref={lanes} aria-label="The ten best" className={styles.lanes}>
      {runners.map(({ rank, points, player: { id, name, avatar } }) => {
        const share = leadShare(points, runners[0]!.points, board.direction);
        return (
          <li key={id} data-player={id} data-share={share} className={styles.lane}>
            <span data-place={rank <= 3 ? rank : undefined} className={`condensed ${styles.rank}`}>
              {rank}
            </span>
            <Bib id={id} name={name} avatar={avatar} size="row" />
            <span className={styles.track}>
              <svg aria-hidden="true" className={styles.bar}>
                <rect width={`${100 * share}%`} height="100%" />
                <line x1={`${100 * share}%`} x2={`${100 * share}%`} y1="80%" y2="100%" />
              </svg>
              <bdi className={styles.name}>{name}</bdi>
              <span className={styles.points}>
                <Total words={words} total={points} />
              </span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
