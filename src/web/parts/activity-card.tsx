import type { ReactNode } from 'react';

import type { Activity } from '../../domain/earning/activity.ts';
import { useNumberFormat } from '../ui/number-format.ts';
import { Hint } from '../ui/floating/hint.tsx';
import styles from './activity-card.module.css';
import { DIFFICULTY, DIFFICULTY_HINTS, TIME } from './part-words.ts';

const HURDLES = { Easy: 1, Medium: 2, Hard: 3 } as const;

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
          <dt className="visually-hidden">{DIFFICULTY}</dt>
          <dd className="line">
            <Hurdles count={HURDLES[activity.difficulty]} />
            <Hint text={DIFFICULTY_HINTS[activity.difficulty]}>{activity.difficulty}</Hint>
          </dd>
        </div>
        <div>
          <dt className="visually-hidden">{TIME}</dt>
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
