import { Fragment } from 'react';

import { fold } from '../../../../domain/search/text-match.ts';
import styles from './marked-text.module.css';

/** A text with the matches of a search marked. */
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
 * Splits a text at the matches of `wanted`, by the rule of the search. Nothing is marked if folding changes the text's length, because
 * positions then no longer correspond.
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
