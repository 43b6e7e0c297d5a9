import { useLocation } from 'react-router';

import { viewToSearch } from '../../../contract/view.ts';
import { Link } from '../../address/link.tsx';
import { useView } from '../../address/view-context.ts';
import control from '../../ui/control.module.css';
import styles from './finding.module.css';
import { forgetSearches, useRecentSearches } from './recent-searches.ts';

/** What was looked for on this device before, and a way to forget it. */
export function RecentList() {
  const recent = useRecentSearches();
  const { view } = useView();
  const { pathname } = useLocation();
  if (recent.length === 0) return null;
  return (
    <section aria-labelledby="recent" className={`cluster ${styles.recent}`}>
      <h2 id="recent" className={styles.heading}>
        Recent searches
      </h2>
      <ul>
        {recent.map((text) => (
          <li key={text}>
            <Link to={{ pathname, search: viewToSearch({ ...view, text, page: 1 }) }} className={`${control.link} ${styles.again}`}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
      <button type="button" className={control.words} onClick={forgetSearches}>
        Clear recent searches
      </button>
    </section>
  );
}
