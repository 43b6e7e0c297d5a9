import type { Trends } from '../../../contract/page-answers.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { BarChart } from '../charts/bar-chart.tsx';
import { pointsScale } from '../charts/chart-scales.ts';
import { slotScale } from '../charts/time-axis.tsx';
import { dayWords, weekdayWords } from '../words/day-words.ts';
import { ActivityBars } from './activity-bars.tsx';
import { countWords } from '../words/count-words.ts';
import styles from '../charts/chart.module.css';

/** How a board was played lately: who came, what was won, and with what. */
export function TrendCharts({ trends: { days, activities } }: { readonly trends: Trends }) {
  const format = useNumberFormat();
  const names = days.map(({ day }) => day);
  const points = days.map((day) => day.points);
  const players = days.map((day) => day.players);
  const time = slotScale(names, 'day');
  const shared = {
    whenMost: (i: number) => `on ${dayWords(names[i]!)}`,
    xs: names.map(time.x),
    width: 0.7 / names.length,
    time,
    valueWords: format.count,
  };
  const newestFirst = days.toReversed();
  return days.length === 0 ? (
    <p>Charts appear with the first points.</p>
  ) : (
    <div className={styles.charts}>
      <BarChart
        {...shared}
        title="Players each day"
        values={players}
        table={{ head: ['Day', 'Players'], rows: newestFirst.map((day) => [weekdayWords(day.day), format.count(day.players)]) }}
        scale={pointsScale(players)}
        words={(i) => `${weekdayWords(names[i]!)}: ${countWords(players[i]!, 'player', format)}`}
      />
      <BarChart
        {...shared}
        title="Points each day"
        values={points}
        table={{
          head: ['Day', 'Events', 'Points'],
          rows: newestFirst.map((day) => [weekdayWords(day.day), format.count(day.events), format.count(day.points)]),
        }}
        scale={pointsScale(points)}
        words={(i) =>
          `${weekdayWords(names[i]!)}: ${countWords(points[i]!, 'point', format)} in ${countWords(days[i]!.events, 'event', format)}`
        }
      />
      <ActivityBars activities={activities} />
    </div>
  );
}
