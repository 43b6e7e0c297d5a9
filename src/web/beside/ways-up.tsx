import { Link } from '../address/link.tsx';
import { useNumberFormat } from '../ui/number-format.ts';
import { BesideSection } from './beside-section.tsx';
import styles from './side.module.css';
import { ALL_WAYS, EARN_POINTS } from './beside-words.ts';

/** A few activities that earn points, and a link to all of them. Renders nothing without activities. */
export function WaysUp({ ways }: { readonly ways: readonly { readonly id: string; readonly title: string; readonly points: number }[] }) {
  const format = useNumberFormat();
  if (ways.length === 0) return null;
  return (
    <BesideSection id="ways" title={EARN_POINTS}>
      <dl className={`stack tabular ${styles.facts}`}>
        {ways.map(({ id, title, points }) => (
          <div key={id}>
            <dt>{title}</dt>
            <dd>{format.count(points)}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>
        <Link to="/earn" className={styles.link}>
          {ALL_WAYS}
        </Link>
      </p>
    </BesideSection>
  );
}
