import type { Trends } from '../../../contract/page-answers.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { percent } from '../charts/chart-frame.tsx';
import { countWords } from '../words/count-words.ts';
import section from '../../ui/section-title.module.css';
import styles from './activity-bars.module.css';

/** What the points of the last days were won with: a bar each, its words on it. A list, so that it reads as it looks. */
export function ActivityBars({ activities }: { readonly activities: Trends['activities'] }) {
  const format = useNumberFormat();
  const most = Math.max(1, ...activities.map(({ points }) => points));
  return (
    <figure className={styles.chart} aria-labelledby="points-by-activity">
      <figcaption>
        <h3 id="points-by-activity" className={section.part}>
          Points by activity
        </h3>
      </figcaption>
      {activities.length === 0 ? (
        <p className={styles.note}>No points on these days.</p>
      ) : (
        <ul className={styles.bars}>
          {activities.map(({ activity, points, events }) => (
            <li key={activity}>
              <span className={styles.words}>
                <span className={styles.name}>{activity === '' ? 'Everything else' : activity}</span>
                <span className={styles.points}>
                  {format.count(points)} <span className={styles.events}>in {countWords(events, 'event', format)}</span>
                </span>
              </span>
              <svg aria-hidden="true" width="100%" height="8">
                <rect width={percent(Math.max(0, points) / most)} height="8" className={styles.bar} />
              </svg>
            </li>
          ))}
        </ul>
      )}
    </figure>
  );
}
