import type { PeriodKind } from '../../../domain/calendar.ts';
import { Link } from '../../address/link.tsx';
import { useView } from '../../address/view-context.ts';
import { kindSearch, playerPath } from './addresses.ts';
import styles from './player-link.module.css';

interface PlayerLinkProps {
  readonly username: string;
  /** What is read: the display name. */
  readonly name: string;
  /** The kind of period they are shown in where the link stands; their page shows the same. */
  readonly kind: PeriodKind;
}

/** A name that leads to its player; that of a hidden one, whose id in an archive no username can be, leads nowhere. */
export function PlayerLink({ username, name, kind }: PlayerLinkProps) {
  const { view } = useView();
  if (username.startsWith(' ')) return name;
  return (
    <Link to={{ pathname: playerPath(username), search: kindSearch(kind, { ...view, at: '' }) }} className={styles.link}>
      <bdi>{name}</bdi>
    </Link>
  );
}
