import { useLayoutEffect } from 'react';

import type { LiveBoardView } from '../../../contract/page-answers.ts';
import type { UnitWords } from '../../../domain/units/counted-words.ts';
import { MyRow, SinceLastVisit } from './my-row.tsx';
import { OwnNews } from './own-news.tsx';
import { useMyPlace, type MyPlace } from './use-my-place.ts';

/** A place, and the board and period it is on. */
export interface FoundPlace {
  readonly ranksOf: string;
  readonly my: MyPlace;
}

export interface MyVisitProps {
  readonly view: LiveBoardView;
  readonly ranksOf: string;
  /** Told before anything is painted, so that the rest of the page says the same. */
  readonly onPlace: (place: FoundPlace | undefined) => void;
}

/** Finds the person in front of the screen on a board, and says what happened to them since they last looked. */
export function MyVisit({ view, ranksOf, onPlace }: MyVisitProps) {
  const my = useMyPlace(view);
  const text = JSON.stringify(my);
  useLayoutEffect(() => onPlace(text === undefined ? undefined : { ranksOf, my: JSON.parse(text) as MyPlace }), [text, ranksOf, onPlace]);
  return <SinceLastVisit my={my} />;
}

export interface MyFootProps {
  readonly my: MyPlace | undefined;
  readonly ranksOf: string;
  readonly words: UnitWords;
}

/** Their row while it is out of view, and what a screen reader is told of it. */
export function MyFoot({ my, ranksOf, words }: MyFootProps) {
  return (
    <>
      <MyRow my={my} words={words} />
      <OwnNews my={my} ranksOf={ranksOf} words={words} />
    </>
  );
}
