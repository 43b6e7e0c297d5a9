import { Fragment } from 'react';

import type { LiveStanding } from '../../../contract/page-answers.ts';
import type { Direction, UnitWords } from '../../../domain/units/counted-words.ts';

interface ToNextProps {
  readonly standing: LiveStanding;
  readonly above: LiveStanding;
  readonly words: UnitWords;
  readonly direction: Direction;
}

/** How far it is to whoever is right above. Where less is better, a bare figure would read as what is still to be won. */
export function ToNext({ standing, above, words: { margin }, direction }: ToNextProps) {
  const gap = Math.abs(above.points - standing.points);
  const words = gap === 0 ? 'level' : `${margin(gap)}${direction === 'low' ? ' behind' : ''}`;
  // Other words are other text, as with a total.
  return <Fragment key={words}>{words}</Fragment>;
}
