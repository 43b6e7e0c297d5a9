import { trackShare } from './track-share.ts';
import styles from './track.module.css';

interface TrackProps {
  readonly points: number;
  /** The total at the right end: that of whoever leads what is shown. */
  readonly leader: number;
}

/** A row as a lane to scale: a mark stands where the total is. Decoration: the figures are told in text. */
export function Track({ points, leader }: TrackProps) {
  const at = `${Number((trackShare(points, leader) * 100).toFixed(2))}%`;
  return (
    <svg aria-hidden="true" className={styles.track}>
      <rect width={at} className={styles.way} />
      <rect x={at} className={styles.mark} />
    </svg>
  );
}
