import styles from './track.module.css';

/**
 * How far along the leader's way a total is: 1 where the leader is, 0 at the start or with no part of it. Of 20 points of
 * a leader's 40 it is a half. Where less is better it is what the leader needed of what this one needed, 80 seconds of
 * 100: so far were they when the leader was there. Below zero both are counted from zero as well, so either way it is the
 * smaller amount of the larger one. A total on the other side of zero has no part of the leader's way.
 */
export function trackShare(points: number, leader: number): number {
  if (points === leader) return 1;
  if (points * leader <= 0) return 0;
  const [less, more] = [Math.abs(points), Math.abs(leader)].toSorted((a, b) => a - b) as [number, number];
  return less / more;
}

/** The lane of a row in its player's colour, to scale: its head stands at the total. Decoration: the figures are in the text. */
export function Track({ share }: { readonly share: number }) {
  const at = `${Number((share * 100).toFixed(2))}%`;
  return (
    <svg aria-hidden="true" className={styles.track}>
      <rect width={at} />
      <rect x={at} className={styles.head} />
    </svg>
  );
}
