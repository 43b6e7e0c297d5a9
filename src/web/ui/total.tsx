import { Fragment } from 'react';

import type { UnitWords } from '../../domain/units/counted-words.ts';

/** A figure longer than this may take two lines, on a phone beside a name or on the podium: it breaks between its groups of digits. */
const MOST_UNBROKEN = 11;

/** A total by itself. Where a screen reader would read it as something else, such as a time of day, it is said in words. */
export function Total({ words, total }: { readonly words: UnitWords; readonly total: number }) {
  const figure = words.figure(total);
  const shown = figure.length > MOST_UNBROKEN ? broken(figure) : figure;
  // Another figure is another piece of text: one that only grew would count as moved where it ends in its place.
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
