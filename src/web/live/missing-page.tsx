import type { ReactNode } from 'react';
import { Link, type To } from 'react-router';

import { viewToSearch } from '../../contract/view.ts';
import { PAGES } from '../header/pages.ts';
import styles from '../routes/not-found.module.css';
import { useView } from '../view/view-context.ts';
import own from './missing-page.module.css';

/** Stands where a page was asked for something there is none of: what that is, what there is, and the ways on. */
export function MissingPage({
  title,
  words,
  way,
  children,
}: {
  readonly title: string;
  /** What exactly was asked for, and what is the matter with it. */
  readonly words: string;
  /** To the same page without it. */
  readonly way: { readonly to: To; readonly text: string };
  readonly children: ReactNode;
}) {
  const { view } = useView();
  return (
    <div className={styles.page}>
      <h1 className={styles.code}>404</h1>
      <p className={styles.text}>{title}</p>
      <p className={`${styles.help} ${own.words}`}>{words}</p>
      {children}
      <Link to={way.to} className={styles.home}>
        {way.text}
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
