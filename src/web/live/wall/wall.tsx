import { useRef, useEffect, useState } from 'react';

import type { LiveRankingsQuestion } from '../../../contract/live-source.ts';
import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { playerHue } from '../../../domain/colour/player-hues.ts';
import type { UnitWords } from '../../../domain/units/counted-words.ts';
import { Bib } from '../../board/bib/bib.tsx';
import { RANKINGS } from '../../board/board-words.ts';
import { PodiumLanes } from '../../board/podium-lanes.tsx';
import { Track, trackShare } from '../../board/track/track.tsx';
import { useNumberFormat, useUnitWords } from '../../ui/number-format.ts';
import { RowMoves } from '../../ui/row-moves.ts';
import { Total } from '../../ui/total.tsx';
import { useLiveState } from '../asking/live-status.tsx';
import { useAskedBoard } from '../asking/use-live-answers.ts';
import { useCountdown } from '../asking/use-now.ts';
import { LeadTrace } from '../news/lead-trace.tsx';
import { StandNote } from '../news/stand-note.tsx';
import { boardTitle, onPodium } from '../words/board-view.ts';
import { RankChange } from '../words/marks/rank-change.tsx';
import { PRESENT } from '../words/rank-words.ts';
import { periodName, timeLeft } from '../words/time-words.ts';
import { untied } from './untied.ts';
import styles from './wall.module.css';
import { WALL } from './wall-words.ts';
import { RESETTING } from '../words/live-board-words.ts';

const POINTS = { unit: 'points', direction: 'high' } as const;

/** A board for a TV: full screen, without controls. It keeps itself up to date, and says so when it can't. */
export function Wall({ question }: { readonly question: LiveRankingsQuestion }) {
  const { view, answeredAt, connection, error } = useAskedBoard(question);
  const [state, words] = useLiveState({ connection, answeredAt, heardUntil: view?.heardUntil ?? null, error, waiting: false });
  useReload(error !== null);
  useScreenAwake();
  const isResting = useQuietPointer();
  const results = view?.last ?? view;
  const unit = useUnitWords(view?.board ?? POINTS);
  return (
    <div className={styles.wall} data-resting={isResting ? '' : undefined}>
      {state === 'stale' ? <p className={styles.stale}>{WALL.stale(words)}</p> : null}
      {view === undefined || results === undefined ? (
        <h1 className={`condensed one-line ${styles.title}`}>{WALL.loading}</h1>
      ) : (
        <>
          <header className={`cluster tabular ${styles.head}`}>
            <h1 className={`condensed one-line ${styles.title}`}>{boardTitle(view.board)}</h1>
            <p className={`muted strong ${styles.period}`}>{periodName(view.period, view.board.timeZone)}</p>
            <EndOf view={view} answeredAt={answeredAt} />
            <p key={words} className={styles.live} data-state={state}>
              {state === 'stale' ? WALL.notLive : words}
            </p>
          </header>
          <div className={styles.news}>
            {view.last === null ? (
              <LeadTrace view={view} answeredAt={answeredAt} />
            ) : (
              <p>{WALL.lastResults(unit.several, PRESENT[view.period.kind], periodName(view.last.period, view.board.timeZone))}</p>
            )}
          </div>
          <div className={styles.stage}>
            <PodiumLanes
              words={unit}
              podium={[untied(results.podium[0]), untied(results.podium[1]), untied(results.podium[2])]}
              additions={{
                mark: view.period.kind === 'all-time' ? undefined : ({ change }) => <RankChange change={change} />,
                name: ({ player }) => <bdi>{player.name}</bdi>,
                note: (standing) => <StandNote view={view} standing={standing} />,
              }}
            />
          </div>
          <Ranks results={results} words={unit} />
        </>
      )}
    </div>
  );
}

/** The time left in the period, and a progress bar along the top. Nothing for all time. */
function EndOf({ view: { period }, answeredAt }: { readonly view: LiveBoardView; readonly answeredAt: number }) {
  const [start, end] = [Date.parse(period.start ?? ''), Date.parse(period.end ?? '')];
  const left = useCountdown(end, answeredAt);
  if (Number.isNaN(left)) return null;
  const share = Math.min(1, Math.max(0, 1 - left / (end - start)));
  return (
    <>
      <p className={`bold ${styles.left}`}>{left <= 0 ? RESETTING : WALL.left(timeLeft(left))}</p>
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" className={styles.bar}>
        <rect width={Math.round(share * 1000) / 10} height="1" />
      </svg>
    </>
  );
}

function Ranks({ results, words }: { readonly results: Pick<LiveBoardView, 'podium' | 'rows'>; readonly words: UnitWords }) {
  const leader = onPodium(results)[0]?.points ?? 0;
  const format = useNumberFormat();
  const list = useRef<HTMLOListElement>(null);
  return (
    <ol ref={list} aria-label={RANKINGS} className={styles.ranks}>
      {results.rows.items.map(({ rank, points, prize, player: { id, name, avatar } }) => (
        <li key={id} data-player={id} data-hue={playerHue(id)} className="anchor line ground tabular">
          <Track share={trackShare(points, leader)} />
          <span className={`condensed ${styles.rank}`}>{format.count(rank)}</span>
          <Bib id={id} name={name} avatar={avatar} size="podium" />
          <bdi className="grow one-line strong">{name}</bdi>
          {prize === '' ? null : <span className={`note clamped ${styles.prize}`}>{prize}</span>}
          <span key={points} className="bold">
            <Total words={words} total={points} />
          </span>
        </li>
      ))}
      <RowMoves list={list} />
    </ol>
  );
}

/** How often a failing page is checked for a newer version, in milliseconds. */
const TRY_EVERY_MS = 30_000;

/**
 * Reloads when requests keep failing although the page itself loads: the server may have been upgraded, and nobody is there to reload.
 * While the server is down, the page stays and says so.
 */
function useReload(failing: boolean): void {
  useEffect(() => {
    if (!failing) return;
    const timer = setInterval(async () => {
      try {
        const { ok } = await fetch(location.href, { cache: 'no-store' });
        if (ok) location.reload();
      } catch {}
    }, TRY_EVERY_MS);
    return () => clearInterval(timer);
  }, [failing]);
}

/** Keeps the screen on while the page is visible, where supported. */
function useScreenAwake(): void {
  useEffect(() => {
    // Needs a secure origin; released whenever the page is hidden.
    const wake = () => {
      if (document.visibilityState === 'visible') void navigator.wakeLock?.request('screen').catch(() => undefined);
    };
    wake();
    document.addEventListener('visibilitychange', wake);
    return () => document.removeEventListener('visibilitychange', wake);
  }, []);
}

/** How long a pointer must be idle before it is hidden, in milliseconds. */
const REST_MS = 3_000;

function useQuietPointer(): boolean {
  const [isResting, rest] = useState(false);
  useEffect(() => {
    let timer = setTimeout(() => rest(true), REST_MS);
    const move = () => {
      clearTimeout(timer);
      rest(false);
      timer = setTimeout(() => rest(true), REST_MS);
    };
    addEventListener('pointermove', move);
    return () => {
      clearTimeout(timer);
      removeEventListener('pointermove', move);
    };
  }, []);
  return isResting;
}
