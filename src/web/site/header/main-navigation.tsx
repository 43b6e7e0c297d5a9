import { NavLink } from 'react-router';

import { viewToSearch } from '../../../contract/view.ts';
import { useView } from '../../address/view-context.ts';
import styles from './main-navigation.module.css';
import { useNamedPages } from './site-pages.ts';

/** The pages that have a name. Links carry the board, the period and the player search along; the current one says so to everybody. */
export function MainNavigation() {
  const { view } = useView();
  const search = viewToSearch({ period: view.period, q: view.q, board: view.board });
  return (
    <nav aria-label="Main" className={styles.nav}>
      <ul>
        {useNamedPages().map(({ name, path }) => (
          <li key={path}>
            <NavLink to={{ pathname: path, search }} end className={({ isPending }) => `${styles.link} ${isPending ? styles.chosen : ''}`}>
              {name}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
