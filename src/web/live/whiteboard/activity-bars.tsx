import type { Trends } from '../../../contract/page-answers.ts';
import type { UnitWords } from '../../../domain/units/counted-words.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { percent } from '../charts/chart-scales.ts';
import { countWords } from '../words/count-words.ts';
import section from '../../ui/section-title.module.css';
import styles from './activity-bars.module.css';

const UNNAMED = { none: 'No activity given', rest: 'All other activities' } as const;

/** What the points of the last days were won with: a bar each, its words on it. A list, so that it reads as it looks. */
export function ActivityBars({ activities, words }: { readonly activities: Trends['activities']; readonly words: UnitWords }) {
  const format = useNumberFormat();
  const most = Math.max(1, ...activities.map(({ points }) => points));
  return (
    <figure className={`card ${styles.chart}`} aria-labelledby="points-by-activity">
      <figcaption>
        <h3 id="points-by-activity" className={section.part}>
          {words.head} by activity
        </h3>
      </figcaption>
      {activities.length === 0 ? (
        <p className={styles.note}>No {words.several} on these days.</p>
      ) : (
        <ul className={styles.bars}>
          {activities.map((one) => (
            <li key={one.kind === 'named' ? `named ${one.activity}` : one.kind}>
              <span className={styles.words}>
                <span className="name">{one.kind === 'named' ? one.activity : UNNAMED[one.kind]}</span>
                <span className={styles.points}>
                  {words.figure(one.points)} <span className={styles.events}>in {countWords(one.events, 'event', format)}</span>
                </span>
              </span>
              <svg aria-hidden="true" width="100%" height="8">
                <rect width={percent(Math.max(0, one.points) / most)} height="8" className={styles.bar} />
              </svg>
            </li>
          ))}
        </ul>
      )}
    </figure>
  );
}
