import { Fragment } from 'react';

import type { UnitWords } from '../../domain/units/counted-words.ts';

const MOST_UNBROKEN = 11;

/** A total. If a screen reader would misread it, for example as a time of day, a spelled-out form is provided. */
export function Total({ words, total }: { readonly words: UnitWords; readonly total: number }) {
  const figure = words.figure(total);
  const shown = figure.length > MOST_UNBROKEN ? broken(figure) : figure;
  // Each figure is a new text node: a longer text in the same node would count as a layout shift.
  if (words.spoken(total) === words.words(total))
    return typeof shown === 'string' ? <Fragment key={figure}>{shown}</Fragment> : <span key={figure}>{shown}</span>;
  return (
    <Fragment key={figure}>
      <span aria-hidden="true">{shown}</span>
      <span className="visually-hidden">{words.spoken(total)}</span>
    </Fragment>
  );
}

function broken(figure: string) {
  return figure.split(/(?<=\p{Nd}\P{Nd})(?=\p{Nd}{3})/u).map((group, i) => (
    // oxlint-disable-next-line react/no-array-index-key -- groups may be equal, and none moves
    <Fragment key={i}>
      {i === 0 ? null : <wbr />}
      {group}
    </Fragment>
  ));
}
