import type { ReactNode } from 'react';
import { useLocation } from 'react-router';

import { viewToSearch } from '../../../../contract/view.ts';
import { Link } from '../../../address/link.tsx';
import { useNamedPages } from '../../../site/header/site-pages.ts';
import styles from '../../../site/instead.module.css';
import { WaysOn } from '../../../site/ways-on.tsx';
import control from '../../../ui/control.module.css';
import { useView } from '../../../address/view-context.ts';
import own from './missing-page.module.css';
import { HALL_PATH } from '../../links/hall-address.ts';
import { parsePlayerPath } from '../../links/player-address.ts';

/** Takes the place of a page whose address asks for something that does not exist: says what, and links to what does exist. */
export function MissingPage({
  title,
  words,
  way,
  children,
}: {
  readonly title: string;
  /** What exactly was asked for, and what is the matter with it. */
  readonly words: string;
  /** What the way to the same page, now, is called, if it shows neither a board nor a rank. */
  readonly way?: string;
  readonly children: ReactNode;
}) {
  const { pathname } = useLocation();
  const { view } = useView();
  const search = viewToSearch({ period: view.period, board: view.board });
  return (
    <div className={styles.page}>
      <h1 className={`condensed ${styles.code}`}>404</h1>
      <p className={styles.text}>{title}</p>
      <p className={`muted ${own.words}`}>{words}</p>
      {children}
      <Link to={{ pathname, search: viewToSearch({ ...view, at: '', page: 1 }) }} className={control.primary}>
        {way ?? nowOf(pathname)}
      </Link>
      <p className="muted">Or try another page:</p>
      <WaysOn ways={useNamedPages().map(({ path, name }) => ({ to: { pathname: path, search }, name }))} />
    </div>
  );
}

/** What the page of a path shows without a date. */
function nowOf(pathname: string): string {
  if (pathname === HALL_PATH) return 'Hall of fame';
  return parsePlayerPath(pathname) === undefined ? 'Current board' : 'Current rank';
}
