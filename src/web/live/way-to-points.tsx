import { Link, useLocation } from 'react-router';

import type { LiveBoardView } from '../../contract/page-answers.ts';
import { viewToSearch } from '../../contract/view.ts';
import { useView } from '../view/view-context.ts';
import styles from './live-board.module.css';

/** Where nobody has points yet: the way to the last period in which somebody had, and to what is there of all time. */
export function WayToPoints({ view: { podium, earlier, later } }: { readonly view: LiveBoardView }) {
  const { view } = useView();
  const { pathname } = useLocation();
  if (later !== null || podium.some(({ holder }) => holder.kind === 'taken')) return null;
  if (earlier === null) return <p className={styles.note}>Nobody has any points yet. The first ones appear here by themselves.</p>;
  return (
    <p className={styles.note}>
      Nobody has any points yet.{' '}
      <Link to={{ pathname, search: viewToSearch({ ...view, at: earlier, page: 1 }) }} preventScrollReset>
        The last points before
      </Link>{' '}
      or the{' '}
      <Link to={{ pathname: '/leaderboard', search: viewToSearch({ board: view.board, period: view.period, mode: 'all-time' }) }}>
        ranking of all time
      </Link>
    </p>
  );
}
