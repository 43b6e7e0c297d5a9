import type { ReactNode } from 'react';

import type { Activity } from '../../domain/earning/activity.ts';
import { useNumberFormat } from '../ui/number-format.ts';
import { Hint } from '../ui/floating/hint.tsx';
import styles from './activity-card.module.css';

const DIFFICULTY = {
  Easy: { hurdles: 1, words: 'Easy: anyone can do it on their first visit.' },
  Medium: { hurdles: 2, words: 'Medium: takes some practice or patience.' },
  Hard: { hurdles: 3, words: 'Hard: plan ahead and expect competition.' },
} as const;

/** An activity that earns points; `start` is its button. */
export function ActivityCard({ activity, start }: { readonly activity: Activity; readonly start: ReactNode }) {
  const format = useNumberFormat();
  const { one, other } = format.points ?? { one: 'point', other: 'points' };
  return (
    <article aria-labelledby={activity.id} className={`stack card anywhere ${styles.card}`}>
      <p className={`condensed tabular ${styles.points}`}>
        {format.count(activity.points)} <span className={`muted strong ${styles.unit}`}>{activity.points === 1 ? one : other}</span>
      </p>
      <h2 id={activity.id} className={styles.title}>
        {activity.title}
      </h2>
      <p className="muted">{activity.description}</p>
      <dl className={`cluster spread muted strong ${styles.facts}`}>
        <div>
          <dt className="visually-hidden">Difficulty</dt>
          <dd className="line">
            <Hurdles count={DIFFICULTY[activity.difficulty].hurdles} />
            <Hint text={DIFFICULTY[activity.difficulty].words}>{activity.difficulty}</Hint>
          </dd>
        </div>
        <div>
          <dt className="visually-hidden">Time</dt>
          <dd className="line">{activity.timeRequired}</dd>
        </div>
      </dl>
      {start}
    </article>
  );
}

function Hurdles({ count }: { readonly count: number }) {
  return (
    <svg viewBox="0 0 42 14" width="42" height="14" aria-hidden="true" className={styles.hurdles}>
      {[0, 1, 2].map((i) => (
        <path key={i} data-raised={i < count ? '' : undefined} d={`M${2 + i * 14} 13V3h9v10M${2 + i * 14} 6.5h9`} />
      ))}
    </svg>
  );
}
