import { Fragment } from 'react';

import { fold } from '../../../../domain/search/text-match.ts';
import styles from './marked-text.module.css';

/** A text with the stretches marked in which a search found what it looked for. */
export function MarkedText({ text, wanted }: { readonly text: string; readonly wanted: string }) {
  return matchParts(text, wanted).map(({ text: part, found, at }) => (
    <Fragment key={at}>{found ? <mark className={styles.mark}>{part}</mark> : part}</Fragment>
  ));
}

interface Part {
  readonly text: string;
  readonly found: boolean;
  readonly at: number;
}

/**
 * A text cut where `wanted` begins and ends in it, by the rule of the search. Nothing is marked where folding changes
 * how long the text is, for then no place in the one is the same in the other.
 */
export function matchParts(text: string, wanted: string): readonly Part[] {
  const folded = fold(text);
  const looked = fold(wanted);
  if (looked === '' || folded.length !== text.length) return [{ text, found: false, at: 0 }];
  const parts: Part[] = [];
  let from = 0;
  for (let at = folded.indexOf(looked); at !== -1; at = folded.indexOf(looked, from)) {
    if (at > from) parts.push({ text: text.slice(from, at), found: false, at: from });
    from = at + looked.length;
    parts.push({ text: text.slice(at, from), found: true, at });
  }
  if (from < text.length || parts.length === 0) parts.push({ text: text.slice(from), found: false, at: from });
  return parts;
}
