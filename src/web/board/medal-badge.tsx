import { medalFor } from '../../domain/podium.ts';
import { ordinal } from '../ui/ordinal.ts';
import styles from './medal-badge.module.css';

/** A place in words on the shape of its medal: disc, square, hexagon; a plain outline from fourth on. */
export function MedalBadge({ rank }: { readonly rank: number }) {
  return (
    <span className={styles.badge} data-medal={medalFor(rank)}>
      <span className={styles.words}>{ordinal(rank)}</span>
    </span>
  );
}
