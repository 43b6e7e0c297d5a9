import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { standingsOf } from '../../../domain/board.ts';
import { isolated } from '../../../domain/names/isolated.ts';
import type { UnitWords } from '../../../domain/units/counted-words.ts';
import { ONE_PERIOD } from '../words/rank-words.ts';

/** The first three of a period, the winner first. */
export function firstThree({ podium }: Pick<LiveBoardView, 'podium'>) {
  return standingsOf({ podium, rows: { items: [] } });
}

/** How a period was won, or stands until it is final: "NightOwl wins the day by 12 points". '' where nobody had points. */
export function finishWords(view: LiveBoardView, words: Pick<UnitWords, 'gap'>): string {
  const [first, second] = firstThree(view);
  if (first === undefined) return '';
  const name = isolated(first.player.name);
  const how = second === undefined ? '' : marginWords(first, second, words);
  return view.period.closed
    ? `${name} wins the ${ONE_PERIOD[view.period.kind]}${how === '' ? '' : ` ${how}`}`
    : `${name} is over the line first${how === '' ? '' : `, ${how}`}`;
}

type Standing = ReturnType<typeof firstThree>[number];

function marginWords(first: Standing, second: Standing, { gap }: Pick<UnitWords, 'gap'>): string {
  const apart = Math.abs(first.points - second.points);
  if (apart > 0) return `by ${gap(apart)}`;
  const joined = first.tie.kind === 'tied' && first.tie.decidedBy === 'joined-first';
  return `level with ${isolated(second.player.name)}, who ${joined ? 'joined' : 'was there'} later`;
}

/** How far somebody finished behind the winner: "12 behind", "level". */
export function behindWords(winner: Standing, { points }: Standing, { margin }: Pick<UnitWords, 'margin'>): string {
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
