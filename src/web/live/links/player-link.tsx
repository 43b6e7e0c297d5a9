import type { PeriodKind } from '../../../domain/calendar.ts';
import { Link } from '../../address/link.tsx';
import { useView } from '../../address/view-context.ts';
import { kindSearch, playerPath } from './addresses.ts';
import styles from './player-link.module.css';

interface PlayerLinkProps {
  readonly username: string;
  readonly name: string;
  readonly kind: PeriodKind;
}

/** A name linked to its player's page. Hidden players, whose ids begin with a space, have none. */
export function PlayerLink({ username, name, kind }: PlayerLinkProps) {
  const { view } = useView();
  if (username.startsWith(' ')) return name;
  return (
    <Link to={{ pathname: playerPath(username), search: kindSearch(kind, { ...view, at: '' }) }} className={styles.link}>
      <bdi>{name}</bdi>
    </Link>
  );
}
