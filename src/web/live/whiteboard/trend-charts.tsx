import type { Trends } from '../../../contract/page-answers.ts';
import type { UnitWords } from '../../../domain/units/counted-words.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import section from '../../ui/section-title.module.css';
import { useUnitWords } from '../../ui/use-unit-words.ts';
import { BarChart } from '../charts/bar-chart.tsx';
import { percent } from '../charts/chart-scales.ts';
import chart from '../charts/chart.module.css';
import { slotScale } from '../charts/time-axis.tsx';
import { countWords } from '../words/count-words.ts';
import { dayWords, weekdayWords } from '../words/time-words.ts';
import styles from './whiteboard.module.css';

/** How a board was played lately: who came, what was won, and with what. */
export function TrendCharts({ trends: { board, days, activities } }: { readonly trends: Trends }) {
  const format = useNumberFormat();
  const words = useUnitWords(board);
  const names = days.map(({ day }) => day);
  const points = days.map((day) => day.points);
  const players = days.map((day) => day.players);
  const time = slotScale(names, 'day');
  const shared = {
    whenMost: (i: number) => `on ${dayWords(names[i]!)}`,
    days: names,
    time,
  };
  const newestFirst = days.toReversed();
  return days.length === 0 ? (
    <p>Charts appear with the first {words.several}.</p>
  ) : (
    <div className={`stack ${chart.charts}`}>
      <BarChart
        {...shared}
        title="Players each day"
        valueWords={format.count}
        values={players}
        table={{ head: ['Day', 'Players'], rows: newestFirst.map((day) => [weekdayWords(day.day), format.count(day.players)]) }}
        words={(i) => `${weekdayWords(names[i]!)}: ${countWords(players[i]!, 'player', format)}`}
      />
      <BarChart
        {...shared}
        title={`${words.head} each day`}
        valueWords={words.brief}
        values={points}
        table={{
          head: ['Day', 'Events', words.head],
          rows: newestFirst.map((day) => [weekdayWords(day.day), format.count(day.events), words.figure(day.points)]),
        }}
        words={(i) => `${weekdayWords(names[i]!)}: ${words.words(points[i]!)} in ${countWords(days[i]!.events, 'event', format)}`}
      />
      <ActivityBars activities={activities} words={words} />
    </div>
  );
}

const UNNAMED = { none: 'No activity given', rest: 'All other activities' } as const;

/** What the points of the last days were won with: a bar each, its words on it. A list, so that it reads as it looks. */
function ActivityBars({ activities, words }: { readonly activities: Trends['activities']; readonly words: UnitWords }) {
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
        <p className={`muted ${styles.none}`}>No {words.several} on these days.</p>
      ) : (
        <ul className={`stack ${styles.bars}`}>
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
