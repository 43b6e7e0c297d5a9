import type { LiveStanding } from '../../../contract/page-answers.ts';
import type { UnitWords } from '../../../domain/units/counted-words.ts';

interface ToNextProps {
  readonly standing: LiveStanding;
  readonly above: LiveStanding;
  readonly words: UnitWords;
}

/** How far it is to whoever is right above, whichever way the board counts. */
export function ToNext({ standing, above, words: { margin } }: ToNextProps) {
  const gap = Math.abs(above.points - standing.points);
  return gap === 0 ? 'level' : margin(gap);
}
