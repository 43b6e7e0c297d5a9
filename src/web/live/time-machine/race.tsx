import { type ReactNode, useEffect, useRef, type RefObject } from 'react';
import { useLocation, useNavigate } from 'react-router';

import type { LiveBoardView, LiveStanding } from '../../../contract/page-answers.ts';
import { parseView, viewToSearch, type View } from '../../../contract/view.ts';
import { standingsOf } from '../../../domain/board.ts';
import { playerHue } from '../../../domain/colour/player-hues.ts';
import { Bib } from '../../board/bib/bib.tsx';
import { Track, trackShare } from '../../board/track/track.tsx';
import { RowMoves } from '../../ui/row-moves.ts';
import { Total } from '../../ui/total.tsx';
import { useUnitWords } from '../../ui/number-format.ts';
import { periodName } from '../words/time-words.ts';
import styles from './race.module.css';
import { REPLAY_WORDS } from './replay-words.ts';

const LANES = 10;

interface RaceProps {
  readonly view: LiveBoardView;
  /** The largest text on the screen: "28 Jul 2024", "14:15". */
  readonly date: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A board's top ten as a full-screen bar chart race. */
export function Race({ view, date, onClose, children }: RaceProps) {
  const { several } = useUnitWords(view.board);
  const dialog = useRef<HTMLDialogElement>(null);
  // The server's HTML has it open, but only a modal dialog makes the page behind it inert.
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
      aria-label={REPLAY_WORDS.raceOf(board.title, periodName(period, board.timeZone))}
      className={styles.race}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {runners.length === 0 ? (
        <p className={`muted ${styles.nobody}`}>{REPLAY_WORDS.empty(several)}</p>
      ) : (
        <Lanes runners={runners} board={board} />
      )}
      <div className={`line spread ${styles.foot}`}>
        <p className={`muted anywhere ${styles.what}`}>
          {board.title}, {periodName(period, board.timeZone)}
        </p>
        <p className={`condensed tabular ${styles.date}`}>{date}</p>
      </div>
      {children}
    </dialog>
  );
}

function Lanes({ runners, board }: { readonly runners: readonly LiveStanding[]; readonly board: LiveBoardView['board'] }) {
  const lanes = useRef<HTMLOListElement>(null);
  const words = useUnitWords(board);
  return (
    <ol ref={lanes} aria-label={REPLAY_WORDS.runners} className={`rows ${styles.lanes}`}>
      {runners.map(({ rank, points, player: { id, name, avatar } }) => (
        <li key={id} data-player={id} data-hue={playerHue(id)} className={styles.lane}>
          <span className={`condensed tabular ${styles.rank}`}>{rank}</span>
          <Bib id={id} name={name} avatar={avatar} size="row" />
          <span className={`anchor line spread ground ${styles.track}`}>
            <Track share={trackShare(points, runners[0]!.points)} />
            <bdi className={`clamped bold ${styles.name}`}>{name}</bdi>
            <span className={`bold tabular ${styles.points}`}>
              <Total words={words} total={points} />
            </span>
          </span>
        </li>
      ))}
      <RowMoves list={lanes} />
    </ol>
  );
}

/** Whether the URL asks for the race, and how to enter and leave it. Leaving focuses the button that opens it. */
export function useRaceAddress(controls: RefObject<HTMLElement | null>) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isRace = parseView(search).view === 'race';
  const wasRace = useRef(isRace);
  useEffect(() => {
    if (wasRace.current && !isRace) controls.current?.querySelector<HTMLElement>('[name="race"]')?.focus();
    wasRace.current = isRace;
  }, [isRace, controls]);
  // With the moment in the URL rather than the replay's: the replay continues.
  const addressAs = (view: View['view']) => ({ pathname, search: viewToSearch({ ...parseView(search), view }) });
  return {
    isRace,
    open: () => void navigate(addressAs('race'), { preventScrollReset: true }),
    leave: () => void navigate(addressAs('page'), { replace: true, preventScrollReset: true }),
  };
}
