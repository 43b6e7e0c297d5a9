import { useEffect } from 'react';

import { ViewLink } from '../links/view-link.tsx';
import type { LiveBoardView, LiveStanding } from '../../../contract/page-answers.ts';
import { isolated } from '../../../domain/names/isolated.ts';
import type { UnitWords } from '../../../domain/units/counted-words.ts';
import { Bib } from '../../board/bib/bib.tsx';
import control from '../../ui/control.module.css';
import { useNumberFormat } from '../../ui/number-format.ts';
import { useUnitWords } from '../../ui/use-unit-words.ts';
import { onPodium } from '../words/board-view.ts';
import { PRESENT, rankWords, ONE_PERIOD } from '../words/rank-words.ts';
import { finalWords, periodName } from '../words/time-words.ts';
import styles from './photo-finish.module.css';
import type { FinishThere } from './use-finish.ts';

export interface PhotoFinishProps {
  readonly finish: FinishThere;
  /** Tells what is to be announced. */
  readonly onWords: (words: string) => void;
}

/** How a period came out: the last stretch of the track with the first three, to scale, and in words. */
export function PhotoFinish({ finish, onWords }: PhotoFinishProps) {
  const words = finishWords(finish.view, useUnitWords(finish.view.board));
  useEffect(() => onWords(words), [onWords, words]);
  if (finish.stage === 'shown') return <Picture finish={finish} words={words} />;
  return (
    <p className={styles.line}>
      <ViewLink shown={{ at: finish.day, q: '' }} className={control.link}>
        {words}
      </ViewLink>
    </p>
  );
}

function Picture({ finish: { view, day, close }, words }: { readonly finish: FinishThere; readonly words: string }) {
  const format = useNumberFormat();
  const { board, period, finalAt } = view;
  const unit = useUnitWords(board);
  const three = onPodium(view);
  const places = finishPlaces(three.map(({ points }) => points));
  const stretch = Math.abs(three[0]!.points - three.at(-1)!.points);
  const isWaiting = !period.closed && finalAt !== null;
  const leave = () => {
    // Whoever goes on reading is there.
    document.querySelector('main')?.focus({ preventScroll: true });
    close();
  };
  return (
    <section aria-labelledby="finish" data-finish="" className={styles.finish}>
      <header>
        <h2 id="finish" className={`anywhere ${styles.words}`}>
          {words}
        </h2>
        <p key={isWaiting ? 'waiting' : 'final'} className={`cluster muted small ${styles.period}`}>
          <span>{periodName(period, board.timeZone)}</span>{' '}
          <span>{isWaiting ? finalWords(Date.parse(period.end!), Date.parse(finalAt), board.timeZone) : 'The result is final'}</span>
        </p>
      </header>
      <ol className={`rows ${styles.track}`}>
        {three.map((standing, i) => (
          <li key={standing.rank} className={`ground ${styles.lane}`}>
            <span className={styles.who}>
              <span className={`one-line bold ${styles.name}`}>
                {rankWords(standing.rank, format)} <bdi>{standing.player.name}</bdi>
              </span>
              <span className={`muted small tabular ${styles.behind}`}>
                {i === 0 ? unit.words(standing.points) : behindWords(three[0]!, standing, unit)}
              </span>
            </span>
            <span className={styles.way} aria-hidden="true">
              <span
                key={`${standing.player.id} ${places[i]}`}
                className={`line ${styles.runner}`}
                style={{ width: `${100 * places[i]!}%` }}
              >
                <Bib id={standing.player.id} name={standing.player.name} avatar={standing.player.avatar} size="row" />
              </span>
            </span>
          </li>
        ))}
      </ol>
      <p className={`line ${styles.ways}`}>
        <ViewLink shown={{ at: day, q: '' }} className={control.button} onClick={close}>
          See the result
        </ViewLink>
        <button type="button" name="close-finish" className={control.button} onClick={leave}>
          Show {PRESENT[period.kind]}
        </button>
        {stretch === 0 ? null : <span className={`tiny muted ${styles.scale}`}>Last {unit.gap(stretch)}, to scale</span>}
      </p>
    </section>
  );
}

/** How a period was won, or stands until it is final: "NightOwl wins the day by 12 points". '' where nobody had points. */
export function finishWords(view: LiveBoardView, words: Pick<UnitWords, 'gap'>): string {
  const [first, second] = onPodium(view);
  if (first === undefined) return '';
  const name = isolated(first.player.name);
  const how = second === undefined ? '' : marginWords(first, second, words);
  return view.period.closed
    ? `${name} wins the ${ONE_PERIOD[view.period.kind]}${how === '' ? '' : ` ${how}`}`
    : `${name} is over the line first${how === '' ? '' : `, ${how}`}`;
}

function marginWords(first: LiveStanding, second: LiveStanding, { gap }: Pick<UnitWords, 'gap'>): string {
  const apart = Math.abs(first.points - second.points);
  if (apart > 0) return `by ${gap(apart)}`;
  const joined = first.tie.kind === 'tied' && first.tie.decidedBy === 'joined-first';
  return `level with ${isolated(second.player.name)}, who ${joined ? 'joined' : 'was there'} later`;
}

/** How far somebody finished behind the winner: "12 behind", "level". */
export function behindWords(winner: LiveStanding, { points }: LiveStanding, { margin }: Pick<UnitWords, 'margin'>): string {
  const apart = Math.abs(winner.points - points);
  return apart === 0 ? 'level' : `${margin(apart)} behind`;
}

/** Where the last of those shown stands on the picture, as a share of its length: there is room for their bib before it. */
const LAST_AT = 0.2;

/**
 * Where each is on the last stretch, as a share of it: the winner on the finish line, at 1; the others as far from it as
 * their points are, to scale, so that the last of them is still to be seen. `points` begin with the winner's.
 */
export function finishPlaces(points: readonly number[]): readonly number[] {
  const gaps = points.map((each) => Math.abs(points[0]! - each));
  const stretch = Math.max(...gaps);
  return gaps.map((gap) => (stretch === 0 ? 1 : 1 - (gap / stretch) * (1 - LAST_AT)));
}
