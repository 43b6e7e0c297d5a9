import type { Trends } from '../../../contract/page-answers.ts';
import { useUnitWords } from '../../ui/use-unit-words.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { BarChart } from '../charts/bar-chart.tsx';
import { slotScale } from '../charts/time-axis.tsx';
import { dayWords, weekdayWords } from '../words/time-words.ts';
import { ActivityBars } from './activity-bars.tsx';
import { countWords } from '../words/count-words.ts';
import styles from '../charts/chart.module.css';

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
    <div className={`stack ${styles.charts}`}>
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
