import { Link } from 'react-router';

import { viewToSearch } from '../../../contract/view.ts';
import type { SearchEntry } from '../../../domain/search/search.ts';
import { useView } from '../../address/view-context.ts';
import { rememberSearch } from './recent-searches.ts';
import { MarkedText } from '../words/marked-text.tsx';
import { playerPath } from '../links/player-address.ts';
import styles from '../links/player-link.module.css';

/** The title of a search result, what was looked for marked in it. A player's leads to them: its id is the username. */
export function ResultTitle({ entry, text }: { readonly entry: SearchEntry; readonly text: string }) {
  const { view } = useView();
  const marked = <MarkedText text={entry.title} wanted={text} />;
  if (entry.type !== 'player') return marked;
  return (
    <Link
      to={{ pathname: playerPath(entry.id), search: viewToSearch({ period: view.period, board: view.board }) }}
      className={styles.link}
      onClick={() => rememberSearch(text)}
    >
      {marked}
    </Link>
  );
}
