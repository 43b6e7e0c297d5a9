import styles from './track.module.css';

/**
 * The position of a total on the track to the leader's: 1 for the leader, 0 at the start or if it has no part of the leader's total. 20
 * points of a leader's 40 are at a half. Where less is better, it is the leader's total relative to this one, e.g. 80 of 100 seconds: how
 * far this player was when the leader finished. Negative totals are compared by absolute value, so either way it is the smaller amount
 * divided by the larger. A total on the other side of zero has no part of the leader's.
 */
export function trackShare(points: number, leader: number): number {
  if (points === leader) return 1;
  if (points * leader <= 0) return 0;
  const [less, more] = [Math.abs(points), Math.abs(leader)].toSorted((a, b) => a - b) as [number, number];
  return less / more;
}

/** The lane of a row in its player's colour, to scale: its head is at the total. Decorative: the figures are in the text. */
export function Track({ share }: { readonly share: number }) {
  const at = `${Number((share * 100).toFixed(2))}%`;
  return (
    <svg aria-hidden="true" className={styles.track}>
      <rect width={at} />
      <rect x={at} className={styles.head} />
    </svg>
  );
}
