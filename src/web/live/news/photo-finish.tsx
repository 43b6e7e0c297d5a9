import { useEffect } from 'react';

import { ViewLink } from '../links/view-link.tsx';
import type { LiveBoardView, LiveStanding } from '../../../contract/page-answers.ts';
import { playerHue } from '../../../domain/colour/player-hues.ts';
import { isolated } from '../../../domain/names/isolated.ts';
import type { UnitWords } from '../../../domain/units/counted-words.ts';
import { Bib } from '../../board/bib/bib.tsx';
import control from '../../ui/control.module.css';
import { useNumberFormat, useUnitWords } from '../../ui/number-format.ts';
import { onPodium } from '../words/board-view.ts';
import { TIED } from '../words/live-board-words.ts';
import { PRESENT, rankWords, ONE_PERIOD } from '../words/rank-words.ts';
import { finalWords, periodName } from '../words/time-words.ts';
import { NEWS_WORDS } from './news-words.ts';
import styles from './photo-finish.module.css';
import type { FinishThere } from './use-finish.ts';

export interface PhotoFinishProps {
  readonly finish: FinishThere;
  readonly onWords: (words: string) => void;
}

/** The end of a period: the podium on the finishing straight, to scale, and in words. */
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
          <span>{isWaiting ? finalWords(Date.parse(period.end!), Date.parse(finalAt), board.timeZone) : NEWS_WORDS.final}</span>
          {stretch === 0 ? null : (
            <span className={styles.scale}>
              {NEWS_WORDS.toScale(rankWords(1, format), rankWords(three.at(-1)!.rank, format), unit.gap(stretch))}
            </span>
          )}
        </p>
      </header>
      <ol className={`rows ${styles.track}`}>
        {three.map((standing, i) => (
          <li key={standing.rank} data-hue={playerHue(standing.player.id)} className={`ground ${styles.lane}`}>
            <span className={styles.who}>
              <span className={`one-line bold ${styles.name}`}>
                {rankWords(standing.rank, format)} <bdi>{standing.player.name}</bdi>
              </span>
              <span className={`muted small one-line tabular ${styles.behind}`}>
                {i === 0 ? unit.words(standing.points) : behindWords(three[0]!, standing, unit)}
                {standing.prize === '' ? null : <strong className={styles.prize}>{standing.prize}</strong>}
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
          {NEWS_WORDS.result}
        </ViewLink>
        <button type="button" name="close-finish" className={control.button} onClick={leave}>
          {NEWS_WORDS.show(PRESENT[period.kind])}
        </button>
      </p>
    </section>
  );
}

/** How a period was won, or who crossed the line first while it isn't final: "NightOwl wins the day by 12 points". `''` without points. */
export function finishWords(view: LiveBoardView, words: Pick<UnitWords, 'gap'>): string {
  const [first, second] = onPodium(view);
  if (first === undefined) return '';
  const name = isolated(first.player.name);
  const how = second === undefined ? '' : marginWords(first, second, words);
  return view.period.closed ? NEWS_WORDS.wins(name, ONE_PERIOD[view.period.kind], how) : NEWS_WORDS.crosses(name, how);
}

function marginWords(first: LiveStanding, second: LiveStanding, { gap }: Pick<UnitWords, 'gap'>): string {
  const apart = Math.abs(first.points - second.points);
  if (apart > 0) return NEWS_WORDS.by(gap(apart));
  return NEWS_WORDS.tiedWith(isolated(second.player.name), first.tie.kind === 'tied' && first.tie.decidedBy === 'joined-first');
}

/** The gap to the winner: "12 behind", "tied". */
export function behindWords(winner: LiveStanding, { points }: LiveStanding, { margin }: Pick<UnitWords, 'margin'>): string {
  const apart = Math.abs(winner.points - points);
  return apart === 0 ? TIED : NEWS_WORDS.behind(margin(apart));
}

/** The position of the last player, as a share of the picture's width: their avatar needs space. */
const LAST_AT = 0.2;

/** Positions on the finishing straight, to scale: the winner at 1, on the line, the last at {@link LAST_AT}. `points`: winner's first. */
export function finishPlaces(points: readonly number[]): readonly number[] {
  const gaps = points.map((each) => Math.abs(points[0]! - each));
  const stretch = Math.max(...gaps);
  return gaps.map((gap) => (stretch === 0 ? 1 : 1 - (gap / stretch) * (1 - LAST_AT)));
}
