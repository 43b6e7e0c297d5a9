import { Link } from 'react-router';

import type { FoundEntry } from '../../../contract/page-answers.ts';
import { useView } from '../../address/view-context.ts';
import { entryAddress } from '../links/entry-address.ts';
import { rememberSearch } from './recent-searches.ts';
import { MarkedText } from '../words/marked-text.tsx';
import styles from '../links/player-link.module.css';

/**
 * The title of a search result, what was looked for marked in it, and the way on: a player's leads to their page, any
 * other to where the operator tells more, or to this result alone, which is all that is told of it.
 */
export function ResultTitle({ entry, text }: { readonly entry: FoundEntry; readonly text: string }) {
  const { view } = useView();
  const marked = <MarkedText text={entry.title} wanted={text} />;
  const follow = () => rememberSearch(text);
  if (entry.link !== undefined)
    return (
      <a id={entry.id} href={entry.link} rel="noopener" className={styles.link} onClick={follow}>
        {marked}
      </a>
    );
  return (
    <Link id={entry.id} to={entryAddress(entry, view)} className={styles.link} onClick={follow}>
      {marked}
    </Link>
  );
}
