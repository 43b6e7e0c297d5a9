import { Link, useLocation } from 'react-router';

import { viewToSearch, type View } from '../../contract/view.ts';
import { PAGES } from '../header/pages.ts';
import own from './no-moment.module.css';
import { noMomentWords } from '../live/no-moment-words.ts';
import { parsePlayerPath } from '../live/player-address.ts';
import styles from '../routes/not-found.module.css';
import type { PageHead } from '../routes/page.ts';
import { useView } from '../view/view-context.ts';

export function head({ at }: View): PageHead {
  return { title: 'No such moment', description: noMomentWords(at) };
}

/** Any page that was asked for a moment that is none: which it is, and the same page without it. */
export function Component() {
  const { pathname } = useLocation();
  const { view } = useView();
  return (
    <div className={styles.page}>
      <h1 className={styles.code}>404</h1>
      <p className={styles.text}>No such moment</p>
      <p className={`${styles.help} ${own.words}`}>{noMomentWords(view.at)}</p>
      <p className={styles.help}>
        Every moment from the first points until now can be looked back at: a day as <span className={own.example}>2026-11-20</span>, a
        moment as <span className={own.example}>2026-11-20T18:00Z</span>.
      </p>
      <Link to={{ pathname, search: viewToSearch({ ...view, at: '', page: 1 }) }} className={styles.home}>
        {parsePlayerPath(pathname) === undefined ? 'The board as it is now' : 'The rank as it is now'}
      </Link>
      <p className={styles.help}>Or one of the other pages:</p>
      <ul className={styles.pages}>
        {PAGES.map((page) => (
          <li key={page.pathname}>
            <Link to={{ pathname: page.pathname, search: viewToSearch({ period: view.period, board: view.board }) }}>{page.name}</Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
