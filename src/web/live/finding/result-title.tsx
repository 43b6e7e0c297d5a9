import { useLocation } from 'react-router';

import type { FoundEntry } from '../../../contract/page-answers.ts';
import { Link } from '../../address/link.tsx';
import { useView } from '../../address/view-context.ts';
import { useInBrowser } from '../asking/in-browser.ts';
import { entryAddress } from '../links/addresses.ts';
import { rememberSearch } from './recent-searches.ts';
import { MarkedText } from '../words/marks/marked-text.tsx';
import styles from '../links/player-link.module.css';

/**
 * The title of a search result, what was looked for marked in it, and the way on: a player's leads to their page, any
 * other to where the operator tells more, or to this result alone, which is all that is told of it.
 */
export function ResultTitle({ entry, text }: { readonly entry: FoundEntry; readonly text: string }) {
  const { view } = useView();
  const { hash } = useLocation();
  // A server is not told of it, and a browser knows a target only of pages that it loads itself.
  const isMeant = useInBrowser() && hash === `#${entry.id}`;
  const marked = (
    <bdi>
      <MarkedText text={entry.title} wanted={text} />
    </bdi>
  );
  const way = { className: styles.link, onClick: () => rememberSearch(text) };
  return (
    <span id={entry.id} data-meant={isMeant ? '' : undefined}>
      {entry.link === undefined ? (
        <Link to={entryAddress(entry, view)} {...way}>
          {marked}
        </Link>
      ) : (
        <a href={entry.link} rel="noopener" {...way}>
          {marked}
        </a>
      )}
    </span>
  );
}
