import { NavLink } from 'react-router';

import { viewToSearch } from '../../../contract/view.ts';
import { useView } from '../../address/view-context.ts';
import styles from './main-navigation.module.css';
import { PAGES } from './pages.ts';

/** The five pages. Links carry the board, the period and the player search along; the current one says so to everybody. */
export function MainNavigation() {
  const { view } = useView();
  const search = viewToSearch({ period: view.period, q: view.q, board: view.board });
  return (
    <nav aria-label="Main" className={styles.nav}>
      <ul>
        {PAGES.map(({ name, pathname }) => (
          <li key={pathname}>
            <NavLink to={{ pathname, search }} end className={() => styles.link}>
              {name}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
