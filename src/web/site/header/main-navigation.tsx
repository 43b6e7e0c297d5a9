import { use } from 'react';
import { useHref, useLocation, useNavigation } from 'react-router';

import { viewToSearch } from '../../../contract/view.ts';
import { Link } from '../../address/link.tsx';
import { TypedContext, useView } from '../../address/view-context.ts';
import styles from './main-navigation.module.css';
import { useNamedPages } from './site-pages.ts';
import { NAVIGATION } from './header-words.ts';

/** Links to the named pages. They keep the board, the period and the player search; the current page is marked. */
export function MainNavigation() {
  const { view } = useView();
  const search = viewToSearch({ period: view.period, q: use(TypedContext), board: view.board });
  return (
    <nav aria-label={NAVIGATION} className={styles.nav}>
      <ul className="cluster spread">
        {useNamedPages().map(({ name, path }) => (
          <li key={path}>
            <PageLink name={name} path={path} search={search} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function PageLink({ name, path, search }: { readonly name: string; readonly path: string; readonly search: string }) {
  const isShown = useLocation().pathname === path;
  const isNext = useNavigation().location?.pathname === useHref(path);
  return (
    <Link
      to={{ pathname: path, search }}
      aria-current={isShown ? 'page' : undefined}
      className={`line pressable ${styles.link} ${isNext ? styles.chosen : ''}`}
    >
      {name}
    </Link>
  );
}
