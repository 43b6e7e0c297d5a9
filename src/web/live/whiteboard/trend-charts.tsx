import type { Trends } from '../../../contract/page-answers.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { daysAcross, pointsScale, unbroken } from '../charts/chart-scales.ts';
import { DayBars } from '../charts/day-bars.tsx';
import { LineChart } from '../charts/line-chart.tsx';
import { weekdayWords } from '../words/day-words.ts';
import { ActivityBars } from './activity-bars.tsx';
import { countWords } from '../words/count-words.ts';
import styles from '../charts/chart.module.css';

/** How a board was played lately: who came, what was won, and with what. */
export function TrendCharts({ trends: { days, activities } }: { readonly trends: Trends }) {
  const format = useNumberFormat();
  const names = days.map(({ day }) => day);
  const points = days.map((day) => day.points);
  const players = days.map((day) => day.players);
  const table = {
    head: ['Day', 'Players', 'Events', 'Points'],
    rows: days
      .toReversed()
      .map(({ day, players: who, events, points: won }) => [weekdayWords(day), format.count(who), format.count(events), format.count(won)]),
  };
  return (
    <div className={styles.charts}>
      <LineChart
        title="Players per day"
        look="rank"
        xs={daysAcross(names)}
        values={players}
        scale={pointsScale(players)}
        stretches={unbroken(names, 1)}
        valueWords={format.count}
        words={(i) => `${weekdayWords(names[i]!)}: ${countWords(players[i]!, 'player', format)}`}
        table={table}
      />
      <DayBars
        title="Points per day"
        values={points}
        scale={pointsScale(points)}
        valueWords={format.count}
        words={(i) =>
          `${weekdayWords(names[i]!)}: ${countWords(points[i]!, 'point', format)} in ${countWords(days[i]!.events, 'event', format)}`
        }
        table={table}
      />
      <ActivityBars activities={activities} />
    </div>
  );
}
